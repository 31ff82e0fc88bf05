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

  localparam logic [3:0] S_FILL = 4'd0;    // takes bytes
  localparam logic [3:0] S_SUM = 4'd1;     // the CRC is complete
  localparam logic [3:0] S_CRC = 4'd2;     // stores it, low byte first
  localparam logic [3:0] S_OPEN = 4'd3;    // sends a delimiter
  localparam logic [3:0] S_SCAN = 4'd4;    // looks for the zero that ends the block
  localparam logic [3:0] S_CODE = 4'd5;    // sends the length of the block
  localparam logic [3:0] S_DATA = 4'd6;    // sends the block
  localparam logic [3:0] S_NEXT = 4'd7;    // steps over its zero
  localparam logic [3:0] S_CLOSE = 4'd8;   // sends a delimiter
  localparam logic [3:0] S_LAST = 4'd9;    // until it has left

  logic [3:0]       state_q;
  logic [AddrW-1:0] count_q;   // bytes of the frame
  logic [AddrW-1:0] from_q;    // start of the block
  logic [AddrW-1:0] at_q;      // byte that is looked at or sent
  logic [7:0]       block_q;   // bytes of the block
  logic             zero_q;    // a zero ends it
  logic [2:0]       read_q;    // a one travels from address to data
  logic             empty_q;   // begun, for the idle state
  logic [31:0]      sum_q;
  logic [1:0]       sum_left_q;

  logic             crc_ready, put, store, is_end_q, is_full_q;
  logic [31:0]      crc;
  logic [7:0]       rdata;

  assign ready_o = state_q == S_FILL && crc_ready;
  assign put     = valid_i && ready_o;
  assign idle_o  = state_q == S_FILL && empty_q;
  assign store   = put || state_q == S_CRC;

  ta_crc32 u_crc (
      .clk_i, .clear_i(!rst_ni || state_q == S_OPEN), .valid_i(put), .data_i,
      .ready_o(crc_ready), .crc_o(crc)
  );

  ta_ram #(.Width(8), .Depth(ta_uart_pkg::BUFFER)) u_ram (
      .clk_i, .we_i(store), .waddr_i(count_q), .wdata_i(state_q == S_CRC ? sum_q[7:0] : data_i),
      .ren_i(1'b1), .raddr_i(at_q), .rdata_o(rdata)
  );

  // A byte goes out when the transmitter is ready and its data has come.
  logic send;
  assign send = tx_valid_o && tx_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q    <= S_FILL;
      count_q    <= '0;
      empty_q    <= 1'b1;
      read_q     <= '0;
      tx_valid_o <= 1'b0;
    end else begin
      read_q <= {read_q[1:0], 1'b0};
      if (store) count_q <= count_q + 1'b1;
      if (send) tx_valid_o <= 1'b0;
      unique case (state_q)
        S_FILL: begin
          if (put) empty_q <= 1'b0;
          if (put && last_i) state_q <= S_SUM;
        end
        S_SUM: if (crc_ready) state_q <= S_CRC;
        S_CRC: if (sum_left_q == 2'd0) begin
          state_q    <= S_OPEN;
          tx_valid_o <= 1'b1;
        end
        S_OPEN: if (send) begin
          state_q   <= S_SCAN;
          read_q[0] <= 1'b1;
        end
        S_SCAN: if (read_q[2]) begin
          if (is_end_q || is_full_q || rdata == 8'd0) begin
            state_q    <= S_CODE;
            tx_valid_o <= 1'b1;
          end else begin
            read_q[0] <= 1'b1;
          end
        end
        S_CODE: if (send) begin
          state_q   <= block_q == 8'd0 ? S_NEXT : S_DATA;
          read_q[0] <= 1'b1;
        end
        S_DATA: begin
          if (read_q[2]) tx_valid_o <= 1'b1;
          if (send) begin
            if (block_q == 8'd1) state_q <= S_NEXT;
            read_q[0] <= 1'b1;
          end
        end
        S_NEXT: if (read_q[2]) begin
          if (!zero_q && is_end_q) begin
            state_q    <= S_CLOSE;
            tx_valid_o <= 1'b1;
          end else begin
            state_q   <= S_SCAN;
            read_q    <= 3'b001;
          end
        end
        S_CLOSE: if (send) state_q <= S_LAST;
        default: if (tx_ready_i) begin
          state_q <= S_FILL;
          count_q <= '0;
          empty_q <= 1'b1;
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    is_end_q  <= at_q == count_q;
    is_full_q <= block_q == 8'd254;
    unique case (state_q)
      S_SUM: begin
        sum_q      <= ~crc;
        sum_left_q <= 2'd3;
      end
      S_CRC: begin
        sum_q      <= {8'd0, sum_q[31:8]};
        sum_left_q <= sum_left_q - 1'b1;
        tx_data_o  <= 8'd0;
      end
      S_OPEN: begin
        at_q    <= '0;
        from_q  <= '0;
        block_q <= '0;
      end
      S_SCAN: if (read_q[2]) begin
        zero_q    <= !is_end_q && !is_full_q && rdata == 8'd0;
        tx_data_o <= block_q + 1'b1;
        if (!is_end_q && !is_full_q && rdata != 8'd0) begin
          at_q    <= at_q + 1'b1;
          block_q <= block_q + 1'b1;
        end else begin
          at_q <= from_q;
        end
      end
      S_DATA: begin
        if (read_q[2]) tx_data_o <= rdata;
        if (send) begin
          at_q    <= at_q + 1'b1;
          block_q <= block_q - 1'b1;
        end
      end
      S_NEXT: if (read_q[2]) begin
        // Over the zero; the next block starts here.
        at_q      <= at_q + AddrW'(zero_q);
        from_q    <= at_q + AddrW'(zero_q);
        block_q   <= '0;
        tx_data_o <= 8'd0;
      end
      default: ;
    endcase
  end
endmodule
