// SPDX-License-Identifier: MIT
//
// Frames to a serial line: takes the bytes of a frame, adds the CRC-32, stuffs the bytes (COBS)
// and sends them between two delimiters (0x00).
//   valid_i, ready_o, data_i, last_i  the frame, at most ta_uart_pkg::FRAME less its CRC
//   idle_o                            the frame before has left, a new one may be put
//   tx_*                              to ta_uart_tx
module ta_frame_tx (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       valid_i,
    output logic       ready_o,
    input  logic [7:0] data_i,
    input  logic       last_i,
    output logic       idle_o,
    output logic       tx_valid_o,
    input  logic       tx_ready_i,
    output logic [7:0] tx_data_o
);
  localparam int AddrW = $clog2(ta_uart_pkg::BUFFER);
  localparam int READ = 5;       // of read_q: all that follows from a step to an address is there

  localparam logic [3:0] S_FILL = 4'd0;    // takes bytes
  localparam logic [3:0] S_SUM = 4'd1;     // the CRC is complete
  localparam logic [3:0] S_CRC = 4'd2;     // stores it, low byte first
  localparam logic [3:0] S_OPEN = 4'd3;    // sends a delimiter
  localparam logic [3:0] S_SCAN = 4'd4;    // looks for the zero that ends the block
  localparam logic [3:0] S_CODE = 4'd5;    // sends the length of the block
  localparam logic [3:0] S_DATA = 4'd6;    // fetches a byte of the block
  localparam logic [3:0] S_SEND = 4'd7;    // .. and sends it
  localparam logic [3:0] S_NEXT = 4'd8;    // behind the block: its zero, or the end
  localparam logic [3:0] S_MARK = 4'd9;    // the next block begins
  localparam logic [3:0] S_CLOSE = 4'd10;  // sends a delimiter
  localparam logic [3:0] S_LAST = 4'd11;   // until it has left

  logic [3:0]       state_q;
  logic [AddrW-1:0] count_q;   // bytes of the frame
  logic [AddrW-1:0] from_q;    // start of the block
  logic [AddrW-1:0] to_q;      // its end
  logic [AddrW-1:0] at_q;      // byte that is looked at or sent
  logic [7:0]       code_q;    // bytes of the block, and one
  logic             zero_q;    // a zero ends the block
  logic [READ:0]    read_q;    // a one travels from a step to what follows from it
  logic             idle_q;
  logic [31:0]      sum_q;
  logic [3:0]       sum_left_q;
  logic             step_q;    // at_q moves on
  logic             grow_q;    // .. and the block with it
  logic             back_q;    // at_q returns to the start of the block
  logic             mark_q;    // a block begins at at_q
  logic             crc_ready, put, store, send, is_end_q, is_full_q, is_zero_q, is_to_q, stop_q;
  logic [31:0]      crc;
  logic [7:0]       rdata;

  assign ready_o = state_q == S_FILL && crc_ready;
  assign put     = valid_i && ready_o;
  assign idle_o  = idle_q;
  assign store   = put || state_q == S_CRC;
  assign send    = tx_valid_o && tx_ready_i;

  ta_crc32 u_crc (
      .clk_i, .clear_i(!rst_ni || state_q == S_OPEN), .valid_i(put), .data_i,
      .ready_o(crc_ready), .crc_o(crc)
  );

  ta_ram #(.Width(8), .Depth(ta_uart_pkg::BUFFER)) u_ram (
      .clk_i, .we_i(store), .waddr_i(count_q), .wdata_i(state_q == S_CRC ? sum_q[7:0] : data_i),
      .ren_i(1'b1), .raddr_i(at_q), .rdata_o(rdata)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q    <= S_FILL;
      idle_q     <= 1'b1;
      read_q     <= '0;
      tx_valid_o <= 1'b0;
      step_q     <= 1'b0;
      grow_q     <= 1'b0;
      back_q     <= 1'b0;
      mark_q     <= 1'b0;
    end else begin
      read_q <= {read_q[READ-1:0], 1'b0};
      step_q <= 1'b0;
      grow_q <= 1'b0;
      back_q <= 1'b0;
      mark_q <= 1'b0;
      if (send) tx_valid_o <= 1'b0;
      unique case (state_q)
        S_FILL: begin
          if (put) idle_q <= 1'b0;
          if (put && last_i) state_q <= S_SUM;
        end
        S_SUM: if (crc_ready) state_q <= S_CRC;
        S_CRC: if (!sum_left_q[0]) begin
          state_q    <= S_OPEN;
          tx_valid_o <= 1'b1;
        end
        S_OPEN: if (send) begin
          state_q   <= S_SCAN;
          back_q    <= 1'b1;
          read_q[0] <= 1'b1;
        end
        S_SCAN: if (read_q[READ]) begin
          state_q    <= stop_q ? S_CODE : S_SCAN;
          tx_valid_o <= stop_q;
          back_q     <= stop_q;
          step_q     <= !stop_q;
          grow_q     <= !stop_q;
          read_q[0]  <= !stop_q;
        end
        S_CODE: if (send) begin
          state_q   <= S_DATA;
          read_q[0] <= 1'b1;
        end
        S_DATA: if (read_q[READ]) begin
          state_q    <= is_to_q ? S_NEXT : S_SEND;
          tx_valid_o <= !is_to_q;
          step_q     <= is_to_q && zero_q;
          read_q[0]  <= is_to_q;
        end
        S_SEND: if (send) begin
          state_q   <= S_DATA;
          step_q    <= 1'b1;
          read_q[0] <= 1'b1;
        end
        S_NEXT: if (read_q[READ]) begin
          // Behind a zero a block follows always, if an empty one.
          state_q    <= is_end_q && !zero_q ? S_CLOSE : S_MARK;
          tx_valid_o <= is_end_q && !zero_q;
          mark_q     <= 1'b1;
          read_q[0]  <= 1'b1;
        end
        S_MARK: if (read_q[READ]) begin
          state_q   <= S_SCAN;
          read_q[0] <= 1'b1;
        end
        S_CLOSE: if (send) state_q <= S_LAST;
        default: if (tx_ready_i) begin
          state_q <= S_FILL;
          idle_q  <= 1'b1;
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    is_end_q  <= at_q == count_q;
    is_to_q   <= at_q == to_q;
    is_full_q <= code_q == 8'd255;
    is_zero_q <= rdata == 8'd0;
    stop_q    <= is_end_q || is_full_q || is_zero_q;

    if (idle_q) count_q <= '0;
    if (store) count_q <= count_q + 1'b1;

    sum_q      <= state_q == S_CRC ? {8'd0, sum_q[31:8]} : ~crc;
    sum_left_q <= state_q == S_CRC ? {1'b0, sum_left_q[3:1]} : 4'b0111;

    if (state_q == S_FILL) from_q <= '0;
    else if (mark_q) from_q <= at_q;
    if (back_q) at_q <= from_q;
    else if (step_q) at_q <= at_q + 1'b1;
    if (mark_q || state_q == S_FILL) code_q <= 8'd1;
    else if (grow_q) code_q <= code_q + 1'b1;
    if (state_q == S_SCAN) begin
      to_q   <= at_q;
      zero_q <= !is_end_q && !is_full_q;
    end

    if (!tx_valid_o) begin
      unique case (state_q)
        S_SCAN: tx_data_o <= code_q;
        S_DATA: tx_data_o <= rdata;
        default: tx_data_o <= 8'd0;
      endcase
    end
  end
endmodule
