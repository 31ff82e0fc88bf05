// SPDX-License-Identifier: MIT
//
// One ECP5 block RAM (DP16KD) with vectors for ports: A writes, B reads, output register on.
//   addr_*   bit address: the word address shifted left by log2 of the word's bits without
//            parity (x1: 0, x2: 1, x4: 2, x9: 3, x18: 4, x36: 5)
//   wdata_i, rdata_o  the low Mode bits
//   Init     word i of 18 bits in bits 18*i +: 18
// Latency: 2 cycles with ren_i = 1; ren_i = 0 freezes both read registers.
// Mode is 1, 2, 4, 9, 18 or 36; with 36 the lower half of a word travels on the data pins of
// port A, the upper half on those of port B, written and read.
module ta_block_ram #(
  parameter int Mode = 18,
  parameter [18431:0] Init = '0
) (
  input  logic        clk_i,
  input  logic        we_i,
  input  logic [13:0] addr_w_i,
  input  logic [35:0] wdata_i,
  input  logic        ren_i,
  input  logic [13:0] addr_r_i,
  output logic [35:0] rdata_o
);
  // 64 slices of 16 words, each word of 18 bits padded to 20.
  function automatic [319:0] slice(input integer index);
    slice = '0;
    for (int i = 0; i < 16; i++) slice[20*i +: 18] = Init[18*(16*index+i) +: 18];
  endfunction

  logic [13:0] a, b;
  logic [17:0] low, high;

  // The low address bits of a wide write are byte enables.
  assign a = addr_w_i | ((Mode == 36) ? {10'd0, {4{we_i}}} : (Mode == 18) ? 14'd3 : 14'd0);
  assign b = addr_r_i;
  assign rdata_o = (Mode == 36) ? {high, low} : {18'd0, high};

  DP16KD #(
    .INITVAL_00(slice(0)),    .INITVAL_01(slice(1)),    .INITVAL_02(slice(2)),
    .INITVAL_03(slice(3)),    .INITVAL_04(slice(4)),    .INITVAL_05(slice(5)),
    .INITVAL_06(slice(6)),    .INITVAL_07(slice(7)),    .INITVAL_08(slice(8)),
    .INITVAL_09(slice(9)),    .INITVAL_0A(slice(10)),    .INITVAL_0B(slice(11)),
    .INITVAL_0C(slice(12)),    .INITVAL_0D(slice(13)),    .INITVAL_0E(slice(14)),
    .INITVAL_0F(slice(15)),    .INITVAL_10(slice(16)),    .INITVAL_11(slice(17)),
    .INITVAL_12(slice(18)),    .INITVAL_13(slice(19)),    .INITVAL_14(slice(20)),
    .INITVAL_15(slice(21)),    .INITVAL_16(slice(22)),    .INITVAL_17(slice(23)),
    .INITVAL_18(slice(24)),    .INITVAL_19(slice(25)),    .INITVAL_1A(slice(26)),
    .INITVAL_1B(slice(27)),    .INITVAL_1C(slice(28)),    .INITVAL_1D(slice(29)),
    .INITVAL_1E(slice(30)),    .INITVAL_1F(slice(31)),    .INITVAL_20(slice(32)),
    .INITVAL_21(slice(33)),    .INITVAL_22(slice(34)),    .INITVAL_23(slice(35)),
    .INITVAL_24(slice(36)),    .INITVAL_25(slice(37)),    .INITVAL_26(slice(38)),
    .INITVAL_27(slice(39)),    .INITVAL_28(slice(40)),    .INITVAL_29(slice(41)),
    .INITVAL_2A(slice(42)),    .INITVAL_2B(slice(43)),    .INITVAL_2C(slice(44)),
    .INITVAL_2D(slice(45)),    .INITVAL_2E(slice(46)),    .INITVAL_2F(slice(47)),
    .INITVAL_30(slice(48)),    .INITVAL_31(slice(49)),    .INITVAL_32(slice(50)),
    .INITVAL_33(slice(51)),    .INITVAL_34(slice(52)),    .INITVAL_35(slice(53)),
    .INITVAL_36(slice(54)),    .INITVAL_37(slice(55)),    .INITVAL_38(slice(56)),
    .INITVAL_39(slice(57)),    .INITVAL_3A(slice(58)),    .INITVAL_3B(slice(59)),
    .INITVAL_3C(slice(60)),    .INITVAL_3D(slice(61)),    .INITVAL_3E(slice(62)),
    .INITVAL_3F(slice(63)),
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
