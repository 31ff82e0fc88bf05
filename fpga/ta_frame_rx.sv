// SPDX-License-Identifier: MIT
//
// Frames from the bytes of a serial line: undoes the byte stuffing (COBS), checks size, length
// field and CRC-32, and holds one frame until it is taken.  Whatever happened on the line, the
// next delimiter (0x00) begins a new frame.  Empty frames are passed over.
//   Divisor, PauseBits  a pause of 2^PauseBits bit times within a frame ends it
//   byte_*, framing_i, break_i   from ta_uart_rx
//   valid_o             a frame ended; stays, with everything below, until take_i
//   refusal_o           0: it is good; else why it is refused (spec/refusals.def)
//   sequence_o, command_o, length_o  of its header; the sequence number is 0 if none came
//   raddr_i, rdata_o    byte of the payload, read latency 2
// Nothing but these outputs shows a frame before its CRC was found right.  What arrives
// between valid_o and take_i is passed over up to the next delimiter.
module ta_frame_rx #(
    parameter int Divisor = 150,
    parameter int PauseBits = 16
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        byte_valid_i,
    input  logic [7:0]  byte_i,
    input  logic        framing_i,
    input  logic        break_i,
    output logic        valid_o,
    input  logic        take_i,
    output logic [3:0]  refusal_o,
    output logic [7:0]  sequence_o,
    output logic [7:0]  command_o,
    output logic [8:0]  length_o,
    input  logic [8:0]  raddr_i,
    output logic [7:0]  rdata_o
);
  localparam int CntW = $clog2(Divisor);
  localparam int CountW = 10;      // bytes of a frame, one more than fit included
  localparam logic [31:0] RESIDUE = 32'hdebb20e3;
  localparam logic [CountW-1:0] Fixed = CountW'(ta_uart_pkg::HEADER + ta_uart_pkg::CRC);

  // ---- byte stuffing -----------------------------------------------------------------
  logic       open_q;              // a byte came since the delimiter
  logic [7:0] left_q;              // bytes left in the block
  logic       zero_q;              // a zero stands behind the block, unless the frame ends
  logic [3:0] bad_q;               // why this frame is refused
  logic       put_q;               // data_q is a byte of the frame
  logic [7:0] data_q;
  logic       end_q;               // the frame has ended
  logic       cut_q;               // .. within a block
  logic       pause;
  logic       data, delimiter, skip, full;

  // What came, a cycle later.
  logic       came_q, framing_q, break_q;
  logic [7:0] byte_q;
  always_ff @(posedge clk_i) begin
    came_q    <= rst_ni && byte_valid_i;
    framing_q <= rst_ni && framing_i;
    break_q   <= rst_ni && break_i;
    data      <= rst_ni && byte_valid_i && byte_i != 8'd0;
    delimiter <= rst_ni && byte_valid_i && byte_i == 8'd0;
    byte_q    <= byte_i;
  end
  assign skip      = bad_q != ta_uart_pkg::REFUSAL_NONE;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      left_q <= '0;
      zero_q <= 1'b0;
      bad_q  <= ta_uart_pkg::REFUSAL_NONE;
      put_q  <= 1'b0;
      end_q  <= 1'b0;
    end else begin
      put_q <= 1'b0;
      end_q <= 1'b0;
      if (end_q) begin
        bad_q <= ta_uart_pkg::REFUSAL_NONE;
      end else if (framing_q || break_q) begin
        open_q <= 1'b1;
        if (!skip) bad_q <= break_q ? ta_uart_pkg::REFUSAL_BROKEN : ta_uart_pkg::REFUSAL_FRAMING;
      end else if (delimiter || pause) begin
        end_q  <= open_q;
        open_q <= 1'b0;
        left_q <= '0;
        zero_q <= 1'b0;
        if (pause && !skip) bad_q <= ta_uart_pkg::REFUSAL_PAUSED;
      end else if (data) begin
        open_q <= 1'b1;
        if (!skip && left_q == 8'd0) begin
          left_q <= byte_q - 1'b1;
          zero_q <= byte_q != 8'd255;
          put_q  <= zero_q && open_q;
        end else if (!skip) begin
          left_q <= left_q - 1'b1;
          put_q  <= 1'b1;
        end
        if (!skip && valid_o) bad_q <= ta_uart_pkg::REFUSAL_OVERRUN;
        else if (!skip && full) bad_q <= ta_uart_pkg::REFUSAL_OVERSIZE;
      end
    end
    data_q <= left_q == 8'd0 ? 8'd0 : byte_q;
    cut_q  <= left_q != 8'd0;
  end

  // ---- pause within a frame ----------------------------------------------------------
  logic [CntW-1:0]    tick_cnt_q;
  logic               tick_q;      // each bit time
  logic [PauseBits:0] quiet_q;     // bit times since the last byte

  assign pause = quiet_q[PauseBits];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      tick_cnt_q <= '0;
      tick_q     <= 1'b0;
      quiet_q    <= '0;
    end else begin
      tick_q     <= tick_cnt_q == CntW'(Divisor - 1);
      tick_cnt_q <= tick_cnt_q == CntW'(Divisor - 1) ? '0 : tick_cnt_q + 1'b1;
      if (!open_q || came_q || framing_q || break_q) quiet_q <= '0;
      else if (tick_q) quiet_q <= quiet_q + 1'b1;
    end
  end

  // ---- contents ----------------------------------------------------------------------
  logic [CountW-1:0] count_q;      // bytes of the frame
  logic [CountW-1:0] index_q;      // .. behind the header
  logic              fits_q;       // the next byte is no header
  logic              crc_ready;
  logic [31:0]       crc;
  logic [6:0]        length_high_q;
  logic              store;

  // What is derived from count_q is up to date from three cycles after a byte on; bytes are much
  // further apart.
  logic [3:0] at_q;                // the next byte is byte 0, 1, 2, 3 of the frame
  always_ff @(posedge clk_i) begin
    full <= count_q >= CountW'(ta_uart_pkg::FRAME);
    for (int i = 0; i < 4; i++) at_q[i] <= count_q == CountW'(i);
  end

  // ---- the end: the CRC needs 8 cycles more, then one check a cycle --------------------
  logic [4:0]        wait_q;       // a one travels from the end to the verdict
  logic              cut_end_q, residue_q, short_q, length_q;
  logic [3:0]        bad_end_q;
  logic [CountW-1:0] expected_q;
  logic              hold_q;       // the frame is kept as it is; a cycle behind, when no byte is put
  logic              clear_q;      // no frame is open, none is kept
  logic              take;         // of the byte
  always_ff @(posedge clk_i) begin
    hold_q  <= valid_o || wait_q != '0 || end_q;
    clear_q <= !rst_ni || (!open_q && !valid_o && wait_q == '0 && !end_q);
  end
  assign take = put_q && !hold_q;

  ta_crc32 u_crc (
      .clk_i, .clear_i(clear_q), .valid_i(take), .data_i(data_q),
      .ready_o(crc_ready), .crc_o(crc)
  );

  always_ff @(posedge clk_i) begin
    if (clear_q) begin
      count_q       <= '0;
      index_q       <= '0;
      fits_q        <= 1'b0;
      sequence_o    <= '0;
      command_o     <= '0;
      length_o      <= '0;
      length_high_q <= '0;
    end else if (take) begin
      count_q <= count_q + 1'b1;
      if (fits_q) index_q <= index_q + 1'b1;
      if (at_q[0]) sequence_o <= data_q;
      if (at_q[1]) command_o <= data_q;
      if (at_q[2]) length_o[7:0] <= data_q;
      if (at_q[3]) {length_high_q, length_o[8]} <= data_q;
      if (at_q[3]) fits_q <= 1'b1;
    end
  end

  assign store = take && fits_q;

  ta_ram #(.Width(8), .Depth(ta_uart_pkg::BUFFER)) u_ram (
      .clk_i, .we_i(store), .waddr_i(index_q[8:0]), .wdata_i(data_q), .ren_i(1'b1),
      .raddr_i, .rdata_o
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      wait_q  <= '0;
      valid_o <= 1'b0;
    end else begin
      wait_q <= {wait_q[3:1], wait_q[0] && crc_ready, (end_q && !valid_o) || (wait_q[0] && !crc_ready)};
      if (wait_q[4]) valid_o <= 1'b1;
      else if (take_i) valid_o <= 1'b0;
    end
    if (end_q) begin
      bad_end_q <= bad_q;
      cut_end_q <= cut_q;
    end
    if (!valid_o) begin
      expected_q <= count_q - Fixed;
      short_q    <= count_q < Fixed;
      residue_q  <= crc == RESIDUE;
      length_q   <= expected_q == {1'b0, length_o} && length_high_q == '0;
      if (bad_end_q != ta_uart_pkg::REFUSAL_NONE) refusal_o <= bad_end_q;
      else if (cut_end_q) refusal_o <= ta_uart_pkg::REFUSAL_STUFFING;
      else if (short_q) refusal_o <= ta_uart_pkg::REFUSAL_SHORT;
      else if (!residue_q) refusal_o <= ta_uart_pkg::REFUSAL_CHECKSUM;
      else if (!length_q) refusal_o <= ta_uart_pkg::REFUSAL_LENGTH;
      else refusal_o <= ta_uart_pkg::REFUSAL_NONE;
    end
  end
endmodule
