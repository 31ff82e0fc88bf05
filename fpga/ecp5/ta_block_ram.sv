// SPDX-License-Identifier: MIT
//
// One ECP5 block RAM (DP16KD) with vectors for ports: A writes, B reads, output register on.
//   addr_*   bit address: the word address shifted left by log2 of the word's bits without
//            parity (x1: 0, x2: 1, x4: 2, x9: 3, x18: 4, x36: 5)
//   wdata_i, rdata_o  the low Mode bits
//   Init     word i of 18 bits in bits 20*i +: 18, the other two bits 0
// Latency: 2 cycles with ren_i = 1; ren_i = 0 freezes both read registers.
// Mode is 1, 2, 4, 9, 18 or 36; with 36 the lower half of a word travels on the data pins of
// port A, the upper half on those of port B, written and read.
module ta_block_ram #(
  parameter int Mode = 18,
  parameter [20479:0] Init = '0
) (
  input  logic        clk_i,
  input  logic        we_i,
  input  logic [13:0] addr_w_i,
  input  logic [35:0] wdata_i,
  input  logic        ren_i,
  input  logic [13:0] addr_r_i,
  output logic [35:0] rdata_o
);
  logic [13:0] a, b;
  logic [17:0] low, high;

  // The low address bits of a wide write are byte enables.
  assign a = addr_w_i | ((Mode == 36) ? {10'd0, {4{we_i}}} : (Mode == 18) ? 14'd3 : 14'd0);
  assign b = addr_r_i;
  assign rdata_o = (Mode == 36) ? {high, low} : {18'd0, high};

  DP16KD #(
    .INITVAL_00(Init[320*0 +: 320]), .INITVAL_01(Init[320*1 +: 320]),
    .INITVAL_02(Init[320*2 +: 320]), .INITVAL_03(Init[320*3 +: 320]),
    .INITVAL_04(Init[320*4 +: 320]), .INITVAL_05(Init[320*5 +: 320]),
    .INITVAL_06(Init[320*6 +: 320]), .INITVAL_07(Init[320*7 +: 320]),
    .INITVAL_08(Init[320*8 +: 320]), .INITVAL_09(Init[320*9 +: 320]),
    .INITVAL_0A(Init[320*10 +: 320]), .INITVAL_0B(Init[320*11 +: 320]),
    .INITVAL_0C(Init[320*12 +: 320]), .INITVAL_0D(Init[320*13 +: 320]),
    .INITVAL_0E(Init[320*14 +: 320]), .INITVAL_0F(Init[320*15 +: 320]),
    .INITVAL_10(Init[320*16 +: 320]), .INITVAL_11(Init[320*17 +: 320]),
    .INITVAL_12(Init[320*18 +: 320]), .INITVAL_13(Init[320*19 +: 320]),
    .INITVAL_14(Init[320*20 +: 320]), .INITVAL_15(Init[320*21 +: 320]),
    .INITVAL_16(Init[320*22 +: 320]), .INITVAL_17(Init[320*23 +: 320]),
    .INITVAL_18(Init[320*24 +: 320]), .INITVAL_19(Init[320*25 +: 320]),
    .INITVAL_1A(Init[320*26 +: 320]), .INITVAL_1B(Init[320*27 +: 320]),
    .INITVAL_1C(Init[320*28 +: 320]), .INITVAL_1D(Init[320*29 +: 320]),
    .INITVAL_1E(Init[320*30 +: 320]), .INITVAL_1F(Init[320*31 +: 320]),
    .INITVAL_20(Init[320*32 +: 320]), .INITVAL_21(Init[320*33 +: 320]),
    .INITVAL_22(Init[320*34 +: 320]), .INITVAL_23(Init[320*35 +: 320]),
    .INITVAL_24(Init[320*36 +: 320]), .INITVAL_25(Init[320*37 +: 320]),
    .INITVAL_26(Init[320*38 +: 320]), .INITVAL_27(Init[320*39 +: 320]),
    .INITVAL_28(Init[320*40 +: 320]), .INITVAL_29(Init[320*41 +: 320]),
    .INITVAL_2A(Init[320*42 +: 320]), .INITVAL_2B(Init[320*43 +: 320]),
    .INITVAL_2C(Init[320*44 +: 320]), .INITVAL_2D(Init[320*45 +: 320]),
    .INITVAL_2E(Init[320*46 +: 320]), .INITVAL_2F(Init[320*47 +: 320]),
    .INITVAL_30(Init[320*48 +: 320]), .INITVAL_31(Init[320*49 +: 320]),
    .INITVAL_32(Init[320*50 +: 320]), .INITVAL_33(Init[320*51 +: 320]),
    .INITVAL_34(Init[320*52 +: 320]), .INITVAL_35(Init[320*53 +: 320]),
    .INITVAL_36(Init[320*54 +: 320]), .INITVAL_37(Init[320*55 +: 320]),
    .INITVAL_38(Init[320*56 +: 320]), .INITVAL_39(Init[320*57 +: 320]),
    .INITVAL_3A(Init[320*58 +: 320]), .INITVAL_3B(Init[320*59 +: 320]),
    .INITVAL_3C(Init[320*60 +: 320]), .INITVAL_3D(Init[320*61 +: 320]),
    .INITVAL_3E(Init[320*62 +: 320]), .INITVAL_3F(Init[320*63 +: 320]),
    .DATA_WIDTH_A(Mode), .DATA_WIDTH_B(Mode), .REGMODE_A("OUTREG"), .REGMODE_B("OUTREG"),
    .WRITEMODE_A("NORMAL"), .WRITEMODE_B("NORMAL"), .RESETMODE("SYNC"),
    .CSDECODE_A("0b000"), .CSDECODE_B("0b000"), .GSR("DISABLED")
  ) u_cell (
    .CLKA(clk_i), .CEA(1'b1), .OCEA(ren_i), .WEA((Mode == 36) ? 1'b1 : we_i), .RSTA(1'b0),
    .CLKB(clk_i), .CEB(ren_i), .OCEB(ren_i), .WEB(1'b0), .RSTB(1'b0),
    .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0), .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),
    .ADA0(a[0]), .ADA1(a[1]), .ADA2(a[2]), .ADA3(a[3]), .ADA4(a[4]), .ADA5(a[5]),
    .ADA6(a[6]), .ADA7(a[7]), .ADA8(a[8]), .ADA9(a[9]), .ADA10(a[10]), .ADA11(a[11]),
    .ADA12(a[12]), .ADA13(a[13]),
    .ADB0(b[0]), .ADB1(b[1]), .ADB2(b[2]), .ADB3(b[3]), .ADB4(b[4]), .ADB5(b[5]),
    .ADB6(b[6]), .ADB7(b[7]), .ADB8(b[8]), .ADB9(b[9]), .ADB10(b[10]), .ADB11(b[11]),
    .ADB12(b[12]), .ADB13(b[13]),
    .DIA0(wdata_i[0]), .DIA1(wdata_i[1]), .DIA2(wdata_i[2]), .DIA3(wdata_i[3]), .DIA4(wdata_i[4]),
    .DIA5(wdata_i[5]), .DIA6(wdata_i[6]), .DIA7(wdata_i[7]), .DIA8(wdata_i[8]), .DIA9(wdata_i[9]),
    .DIA10(wdata_i[10]), .DIA11(wdata_i[11]), .DIA12(wdata_i[12]), .DIA13(wdata_i[13]), .DIA14(wdata_i[14]),
    .DIA15(wdata_i[15]), .DIA16(wdata_i[16]), .DIA17(wdata_i[17]),
    .DIB0(wdata_i[18]), .DIB1(wdata_i[19]), .DIB2(wdata_i[20]), .DIB3(wdata_i[21]), .DIB4(wdata_i[22]),
    .DIB5(wdata_i[23]), .DIB6(wdata_i[24]), .DIB7(wdata_i[25]), .DIB8(wdata_i[26]), .DIB9(wdata_i[27]),
    .DIB10(wdata_i[28]), .DIB11(wdata_i[29]), .DIB12(wdata_i[30]), .DIB13(wdata_i[31]), .DIB14(wdata_i[32]),
    .DIB15(wdata_i[33]), .DIB16(wdata_i[34]), .DIB17(wdata_i[35]),
    .DOA0(low[0]), .DOA1(low[1]), .DOA2(low[2]), .DOA3(low[3]), .DOA4(low[4]), .DOA5(low[5]),
    .DOA6(low[6]), .DOA7(low[7]), .DOA8(low[8]), .DOA9(low[9]), .DOA10(low[10]), .DOA11(low[11]),
    .DOA12(low[12]), .DOA13(low[13]), .DOA14(low[14]), .DOA15(low[15]), .DOA16(low[16]), .DOA17(low[17]),
    .DOB0(high[0]), .DOB1(high[1]), .DOB2(high[2]), .DOB3(high[3]), .DOB4(high[4]), .DOB5(high[5]),
    .DOB6(high[6]), .DOB7(high[7]), .DOB8(high[8]), .DOB9(high[9]), .DOB10(high[10]), .DOB11(high[11]),
    .DOB12(high[12]), .DOB13(high[13]), .DOB14(high[14]), .DOB15(high[15]), .DOB16(high[16]), .DOB17(high[17])
  );
endmodule
