// SPDX-License-Identifier: MIT
//
// Simulation model of the ECP5 block RAM in the only modes that ta_block_ram uses: port A
// writes, port B reads through its output register, one clock, both ports equally wide, no
// reset, no chip select.  A read of a word that is written in the same cycle gives X.
module DP16KD #(
  parameter [319:0] INITVAL_00 = 320'h0,
  parameter [319:0] INITVAL_01 = 320'h0,
  parameter [319:0] INITVAL_02 = 320'h0,
  parameter [319:0] INITVAL_03 = 320'h0,
  parameter [319:0] INITVAL_04 = 320'h0,
  parameter [319:0] INITVAL_05 = 320'h0,
  parameter [319:0] INITVAL_06 = 320'h0,
  parameter [319:0] INITVAL_07 = 320'h0,
  parameter [319:0] INITVAL_08 = 320'h0,
  parameter [319:0] INITVAL_09 = 320'h0,
  parameter [319:0] INITVAL_0A = 320'h0,
  parameter [319:0] INITVAL_0B = 320'h0,
  parameter [319:0] INITVAL_0C = 320'h0,
  parameter [319:0] INITVAL_0D = 320'h0,
  parameter [319:0] INITVAL_0E = 320'h0,
  parameter [319:0] INITVAL_0F = 320'h0,
  parameter [319:0] INITVAL_10 = 320'h0,
  parameter [319:0] INITVAL_11 = 320'h0,
  parameter [319:0] INITVAL_12 = 320'h0,
  parameter [319:0] INITVAL_13 = 320'h0,
  parameter [319:0] INITVAL_14 = 320'h0,
  parameter [319:0] INITVAL_15 = 320'h0,
  parameter [319:0] INITVAL_16 = 320'h0,
  parameter [319:0] INITVAL_17 = 320'h0,
  parameter [319:0] INITVAL_18 = 320'h0,
  parameter [319:0] INITVAL_19 = 320'h0,
  parameter [319:0] INITVAL_1A = 320'h0,
  parameter [319:0] INITVAL_1B = 320'h0,
  parameter [319:0] INITVAL_1C = 320'h0,
  parameter [319:0] INITVAL_1D = 320'h0,
  parameter [319:0] INITVAL_1E = 320'h0,
  parameter [319:0] INITVAL_1F = 320'h0,
  parameter [319:0] INITVAL_20 = 320'h0,
  parameter [319:0] INITVAL_21 = 320'h0,
  parameter [319:0] INITVAL_22 = 320'h0,
  parameter [319:0] INITVAL_23 = 320'h0,
  parameter [319:0] INITVAL_24 = 320'h0,
  parameter [319:0] INITVAL_25 = 320'h0,
  parameter [319:0] INITVAL_26 = 320'h0,
  parameter [319:0] INITVAL_27 = 320'h0,
  parameter [319:0] INITVAL_28 = 320'h0,
  parameter [319:0] INITVAL_29 = 320'h0,
  parameter [319:0] INITVAL_2A = 320'h0,
  parameter [319:0] INITVAL_2B = 320'h0,
  parameter [319:0] INITVAL_2C = 320'h0,
  parameter [319:0] INITVAL_2D = 320'h0,
  parameter [319:0] INITVAL_2E = 320'h0,
  parameter [319:0] INITVAL_2F = 320'h0,
  parameter [319:0] INITVAL_30 = 320'h0,
  parameter [319:0] INITVAL_31 = 320'h0,
  parameter [319:0] INITVAL_32 = 320'h0,
  parameter [319:0] INITVAL_33 = 320'h0,
  parameter [319:0] INITVAL_34 = 320'h0,
  parameter [319:0] INITVAL_35 = 320'h0,
  parameter [319:0] INITVAL_36 = 320'h0,
  parameter [319:0] INITVAL_37 = 320'h0,
  parameter [319:0] INITVAL_38 = 320'h0,
  parameter [319:0] INITVAL_39 = 320'h0,
  parameter [319:0] INITVAL_3A = 320'h0,
  parameter [319:0] INITVAL_3B = 320'h0,
  parameter [319:0] INITVAL_3C = 320'h0,
  parameter [319:0] INITVAL_3D = 320'h0,
  parameter [319:0] INITVAL_3E = 320'h0,
  parameter [319:0] INITVAL_3F = 320'h0,
  parameter DATA_WIDTH_A = 18,
  parameter DATA_WIDTH_B = 18,
  parameter REGMODE_A = "NOREG",
  parameter REGMODE_B = "NOREG",
  parameter WRITEMODE_A = "NORMAL",
  parameter WRITEMODE_B = "NORMAL",
  parameter RESETMODE = "SYNC",
  parameter CSDECODE_A = "0b000",
  parameter CSDECODE_B = "0b000",
  parameter GSR = "ENABLED"
) (
  input  wire DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
  input  wire ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
  input wire CLKA, CEA, OCEA, WEA, RSTA, CSA0, CSA1, CSA2,
  input  wire DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
  input  wire ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
  input wire CLKB, CEB, OCEB, WEB, RSTB, CSB0, CSB1, CSB2,
  output  wire DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
  output  wire DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);
  wire [35:0] di = {{DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0},
                    {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0}};
  wire [13:0] ada = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
  wire [13:0] adb = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};
  wire unused = ^{CLKB, OCEA, WEB, RSTA, RSTB, CSA0, CSA1, CSA2, CSB0, CSB1, CSB2};

  // 2048 bytes of 9 bits; without parity (x1, x2, x4) the ninth is not used.
  reg [8:0] mem [0:2047];
  reg [35:0] read_q, out_q;

  localparam [20479:0] Contents = {
    INITVAL_3F,
    INITVAL_3E,
    INITVAL_3D,
    INITVAL_3C,
    INITVAL_3B,
    INITVAL_3A,
    INITVAL_39,
    INITVAL_38,
    INITVAL_37,
    INITVAL_36,
    INITVAL_35,
    INITVAL_34,
    INITVAL_33,
    INITVAL_32,
    INITVAL_31,
    INITVAL_30,
    INITVAL_2F,
    INITVAL_2E,
    INITVAL_2D,
    INITVAL_2C,
    INITVAL_2B,
    INITVAL_2A,
    INITVAL_29,
    INITVAL_28,
    INITVAL_27,
    INITVAL_26,
    INITVAL_25,
    INITVAL_24,
    INITVAL_23,
    INITVAL_22,
    INITVAL_21,
    INITVAL_20,
    INITVAL_1F,
    INITVAL_1E,
    INITVAL_1D,
    INITVAL_1C,
    INITVAL_1B,
    INITVAL_1A,
    INITVAL_19,
    INITVAL_18,
    INITVAL_17,
    INITVAL_16,
    INITVAL_15,
    INITVAL_14,
    INITVAL_13,
    INITVAL_12,
    INITVAL_11,
    INITVAL_10,
    INITVAL_0F,
    INITVAL_0E,
    INITVAL_0D,
    INITVAL_0C,
    INITVAL_0B,
    INITVAL_0A,
    INITVAL_09,
    INITVAL_08,
    INITVAL_07,
    INITVAL_06,
    INITVAL_05,
    INITVAL_04,
    INITVAL_03,
    INITVAL_02,
    INITVAL_01,
    INITVAL_00
  };

  integer i;
  initial begin
    for (i = 0; i < 2048; i = i + 1) mem[i] = Contents[20*(i/2)+9*(i%2) +: 9];
    if (DATA_WIDTH_A != DATA_WIDTH_B || REGMODE_A != "OUTREG" || REGMODE_B != "OUTREG" ||
        WRITEMODE_A != "NORMAL" || WRITEMODE_B != "NORMAL" || RESETMODE != "SYNC" ||
        CSDECODE_A != "0b000" || CSDECODE_B != "0b000" || GSR != "DISABLED") begin
      $display("DP16KD: setting not modelled");
      $finish;
    end
  end

  // Bytes that the write enables, from the byte enables where there are any.
  wire [3:0] be = (DATA_WIDTH_A == 36) ? ada[3:0] : (DATA_WIDTH_A == 18) ? {2'b00, ada[1:0]} : 4'b0001;
  wire [10:0] first_w = (DATA_WIDTH_A == 36) ? {ada[13:5], 2'b00}
                      : (DATA_WIDTH_A == 18) ? {ada[13:4], 1'b0} : ada[13:3];
  wire [10:0] first_r = (DATA_WIDTH_B == 36) ? {adb[13:5], 2'b00}
                      : (DATA_WIDTH_B == 18) ? {adb[13:4], 1'b0} : adb[13:3];

  // Address bits that tell words apart.
  wire [13:0] word_mask = (DATA_WIDTH_A == 36) ? 14'h3fe0 : (DATA_WIDTH_A == 18) ? 14'h3ff0 : 14'h3fff;

  integer n;
  always @(posedge CLKA) begin
    if (CEB) begin
      case (DATA_WIDTH_B)
        36:      read_q <= {mem[first_r+3], mem[first_r+2], mem[first_r+1], mem[first_r]};
        18:      read_q <= {18'd0, mem[first_r+1], mem[first_r]};
        9:       read_q <= {27'd0, mem[first_r]};
        4:       read_q <= {32'd0, mem[first_r][{1'b0, adb[2], 2'b00} +: 4]};
        2:       read_q <= {34'd0, mem[first_r][{1'b0, adb[2:1], 1'b0} +: 2]};
        default: read_q <= {35'd0, mem[first_r][{1'b0, adb[2:0]}]};
      endcase
      if (CEA && WEA && be != 0 && ((ada ^ adb) & word_mask) == 0) read_q <= 36'bx;
    end
    if (OCEB) out_q <= read_q;
    if (CEA && WEA) begin
      case (DATA_WIDTH_A)
        36, 18, 9: for (n = 0; n < 4; n = n + 1) if (be[n]) mem[first_w+n[10:0]] <= di[9*n +: 9];
        4:       mem[first_w][{1'b0, ada[2], 2'b00} +: 4] <= di[3:0];
        2:       mem[first_w][{1'b0, ada[2:1], 1'b0} +: 2] <= di[1:0];
        default: mem[first_w][{1'b0, ada[2:0]}] <= di[0];
      endcase
    end
  end
  assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = out_q[17:0];
  assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = (DATA_WIDTH_B == 36) ? out_q[35:18] : out_q[17:0];
endmodule
