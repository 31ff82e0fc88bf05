// SPDX-License-Identifier: MIT
//
// The commands of the serial line (spec/commands.def): takes a frame from ta_frame_rx, checks
// it, does what it says to the engine, and puts the reply into ta_frame_tx.  A frame that
// ta_frame_rx refuses is answered with the reason and does nothing else.  Every command may be
// repeated without harm.
//   f_*        the frame, while f_valid_i; f_raddr_o to f_rdata_i 2 cycles
//   r_*        the reply
//   rst_no     reset of the engine: this module's own, or a command's
//   start_o .. state_l_i, counters_i   pins of ta_top, whose idle time accesses (h_*, state_*)
//              are given WAIT cycles
//   refused_o  a frame was refused
module ta_command #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    parameter int PF = 8,
    parameter int PortBits = 16,
    parameter logic [31:0] TablesCrc = 32'd0,
    localparam int Words = ta_pkg::memory_words(A, DMax, NMax, PortBits),
    localparam int AddrW = $clog2(Words),
    localparam int IdxW = $clog2(NMax),
    localparam int LW = ta_pkg::l_width(NMax)
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // frame
    input  logic                f_valid_i,
    output logic                f_take_o,
    input  logic [3:0]          f_refusal_i,
    input  logic [7:0]          f_sequence_i,
    input  logic [7:0]          f_command_i,
    input  logic [8:0]          f_length_i,
    output logic [8:0]          f_raddr_o,
    input  logic [7:0]          f_rdata_i,
    // reply
    input  logic                r_idle_i,
    output logic                r_valid_o,
    input  logic                r_ready_i,
    output logic [7:0]          r_data_o,
    output logic                r_last_o,
    // engine
    output logic                rst_no,
    output logic                start_o,
    input  logic                idle_i,
    input  logic                done_i,
    input  logic                error_i,
    input  logic [2:0]          error_code_i,
    input  logic                timeout_i,
    input  logic                overflow_i,
    output logic [15:0]         cfg_nq_o,
    output logic [15:0]         cfg_nk_o,
    output logic [15:0]         cfg_d_o,
    output logic                cfg_mode_o,
    output logic [15:0]         cfg_qrows_o,
    output logic                cfg_causal_o,
    output logic [16:0]         cfg_offset_o,
    output logic                cfg_overlap_o,
    output logic                cfg_stream_o,
    output logic [7:0]          cfg_latency_o,
    output logic [23:0]         cfg_scale_o,
    output logic                h_en_o,
    output logic                h_we_o,
    output logic [AddrW-1:0]    h_addr_o,
    output logic [PortBits-1:0] h_wdata_o,
    input  logic [PortBits-1:0] h_rdata_i,
    output logic [IdxW-1:0]     state_row_o,
    input  logic [15:0]         state_m_i,
    input  logic [LW-1:0]       state_l_i,
    input  logic [29*32-1:0]    counters_i,
    output logic                refused_o
);
  localparam int PortBytes = PortBits / 8;
  localparam int ByteW = $clog2(PortBytes);           // address bits within a word
  localparam int WordW = PortBits > 64 ? PortBits : 64;
  // The end of a range, of bytes or of rows, is below 2^CheckW.
  localparam int CheckW = (AddrW + ByteW > IdxW ? AddrW + ByteW : IdxW) + 2;
  localparam logic [CheckW-1:0] MemoryEnd = CheckW'(Words * PortBytes);
  localparam logic [CheckW-1:0] RowsEnd = CheckW'(NMax);
  localparam logic [63:0] NAME = 64'h6e74_7461_796e_6974;  // "tinyattn", first byte low
  localparam logic [8:0] IdentifyBytes = 9'd24;
  localparam logic [8:0] StatusBytes = 9'd8;
  localparam logic [8:0] CounterBytes = 9'd116;
  localparam logic [4:0] ConfigLast = 5'(ta_uart_pkg::CONFIG - 1);
  localparam int READ = 3;                            // of fetch_q: a byte of the frame is there
  localparam int WAIT = 7;                            // .. a word of the engine is there

  localparam logic [3:0] S_IDLE = 4'd0;      // waits for a frame, and for the line
  localparam logic [3:0] S_DECODE = 4'd1;    // is there such a command, has it its size
  localparam logic [3:0] S_ARGUMENT = 4'd2;  // collects six bytes, zeros behind the argument
  localparam logic [3:0] S_RANGE = 4'd3;     // checks of the argument, given five cycles
  localparam logic [3:0] S_VALUES = 4'd4;    // first look at a configuration: unused bits
  localparam logic [3:0] S_CONFIG = 4'd5;    // second look: takes it
  localparam logic [3:0] S_WRITE = 4'd6;     // memory, from the payload
  localparam logic [3:0] S_RESET = 4'd7;
  localparam logic [3:0] S_LENGTH = 4'd8;    // of the reply
  localparam logic [3:0] S_HEADER = 4'd9;    // begins the reply
  localparam logic [3:0] S_PUT = 4'd10;      // puts the bytes of word_q
  localparam logic [3:0] S_BODY = 4'd11;     // fetches the reply's next item into word_q

  logic [3:0]  state_q;
  logic        ready_q;        // the frame and the line are there
  logic [3:0]  code_q;         // of the reply
  logic [4:0]  step_q;         // within a state
  logic [7:0]  fetch_q;        // a one travels from address to data
  logic [47:0] args_q;
  logic [31:0] run_q;          // of the last start
  logic [15:0] refused_q;
  logic [8:0]  left_q;         // bytes to write; bytes of the reply behind word_q
  logic [3:0]  bytes_m1_q;     // bytes of a word to come, less one
  logic        busy_q;

  logic [31:0] first;
  logic [15:0] count;
  assign first = args_q[31:0];
  assign count = args_q[47:32];

  // ---- the command -----------------------------------------------------------------------
  logic       is_identify_q, is_write_q, is_read_q, is_config_q, is_start_q, is_status_q;
  logic       is_counters_q, is_rows_q, is_reset_q, is_known_q, is_ranged_q;
  logic       size_q;          // the payload has the command's size
  logic [2:0] need_q;          // bytes of the argument
  always_ff @(posedge clk_i) begin
    busy_q <= !idle_i;
    if (state_q == S_IDLE) begin
      is_identify_q <= f_command_i == ta_uart_pkg::COMMAND_IDENTIFY;
      is_write_q    <= f_command_i == ta_uart_pkg::COMMAND_WRITE_MEMORY;
      is_read_q     <= f_command_i == ta_uart_pkg::COMMAND_READ_MEMORY;
      is_config_q   <= f_command_i == ta_uart_pkg::COMMAND_WRITE_CONFIG;
      is_start_q    <= f_command_i == ta_uart_pkg::COMMAND_START;
      is_status_q   <= f_command_i == ta_uart_pkg::COMMAND_STATUS;
      is_counters_q <= f_command_i == ta_uart_pkg::COMMAND_READ_COUNTERS;
      is_rows_q     <= f_command_i == ta_uart_pkg::COMMAND_READ_ROWS;
      is_reset_q    <= f_command_i == ta_uart_pkg::COMMAND_RESET;
      is_known_q    <= f_command_i != 8'd0 && f_command_i <= ta_uart_pkg::COMMAND_RESET;
    end
    is_ranged_q <= is_write_q || is_read_q || is_rows_q;
    need_q      <= is_start_q ? 3'd4 : is_write_q || is_read_q || is_rows_q ? 3'd6 : 3'd0;
    size_q      <= is_write_q ? f_length_i > 9'd6 :
                   f_length_i == (is_config_q ? 9'(ta_uart_pkg::CONFIG) : {6'd0, need_q});
  end

  // ---- its argument: [first, first + count) within the memory or the rows ------------------
  logic [CheckW-1:0] end_q, over_q;
  logic              far_q, odd_q, many_q, none_q, differs_q, outside_q, again_q;
  always_ff @(posedge clk_i) begin
    far_q     <= first[31:CheckW-1] != '0;
    odd_q     <= !is_rows_q && ((first[3:0] | count[3:0]) & 4'(PortBytes - 1)) != 4'd0;
    none_q    <= count == '0;
    many_q    <= count > (is_rows_q ? 16'(ta_uart_pkg::ROWS) : 16'(ta_uart_pkg::DATA));
    differs_q <= is_write_q && count + 16'd6 != {7'd0, f_length_i};
    end_q     <= {1'b0, first[CheckW-2:0]} + CheckW'(count[8:0]);
    over_q    <= (is_rows_q ? RowsEnd : MemoryEnd) - end_q;
    outside_q <= far_q || odd_q || none_q || many_q || over_q[CheckW-1];
    again_q   <= first == run_q;
  end

  // ---- configuration -----------------------------------------------------------------------
  logic [8*ta_uart_pkg::CONFIG-1:0] config_q;
  logic [7:0]                       unused_bits;     // of byte step_q, which must be 0
  logic                             unused_config;
  always_comb begin
    unique case (step_q[3:0])
      4'd10: unused_bits = 8'hfe;      // offset, third byte
      4'd15: unused_bits = 8'hf0;      // flags
      default: unused_bits = 8'h00;
    endcase
  end
  assign cfg_nq_o      = config_q[15:0];
  assign cfg_nk_o      = config_q[31:16];
  assign cfg_d_o       = config_q[47:32];
  assign cfg_qrows_o   = config_q[63:48];
  assign cfg_offset_o  = config_q[80:64];
  assign cfg_scale_o   = config_q[111:88];
  assign cfg_latency_o = config_q[119:112];
  assign cfg_mode_o    = config_q[120];
  assign cfg_causal_o  = config_q[121];
  assign cfg_overlap_o = config_q[122];
  assign cfg_stream_o  = config_q[123];
  assign unused_config = ^{config_q[127:124], config_q[87:81]};

  // ---- the reply: word_q, low byte first -----------------------------------------------------
  logic [WordW-1:0] word_q;
  logic [63:0]      identity, status;
  logic [31:0]      counter_q;
  logic             is_frame;          // the frame never became a command
  logic [3:0]       item_m1;           // bytes of an item, less one
  always_comb begin
    unique case (step_q[1:0])
      2'd0: identity = NAME;
      2'd1: identity = {16'(NMax), 16'(DMax), 8'(PF), 8'(A), ta_uart_pkg::VERSION};
      default: identity = {TablesCrc, 16'(ta_uart_pkg::DATA), 16'(PortBits)};
    endcase
  end
  assign status    = {run_q, refused_q, 5'd0, error_code_i, 3'd0, overflow_i, timeout_i, error_i,
                      done_i, idle_i};
  assign is_frame  = code_q != ta_uart_pkg::REFUSAL_NONE && code_q < ta_uart_pkg::REFUSAL_COMMAND;
  assign item_m1   = is_read_q ? 4'(PortBytes - 1) : is_rows_q ? 4'd5 : is_counters_q ? 4'd3 : 4'd7;
  assign r_data_o  = word_q[7:0];
  always_ff @(posedge clk_i) begin
    counter_q <= counters_i[32*step_q+:32];
    if (state_q == S_HEADER) begin
      word_q <= WordW'({4'd0, code_q, {7'd0, left_q} + 16'd1, is_frame ? 8'd0 : f_command_i,
                        f_sequence_i});
    end else if (state_q == S_BODY) begin
      if (is_read_q) word_q <= WordW'(h_rdata_i);
      else if (is_rows_q) word_q <= WordW'({32'(state_l_i), state_m_i});
      else if (is_counters_q) word_q <= WordW'(counter_q);
      else if (is_status_q) word_q <= WordW'(status);
      else word_q <= WordW'(identity);
    end else if (r_valid_o && r_ready_i) begin
      word_q <= {8'd0, word_q[WordW-1:8]};
    end
  end

  // ---- control ---------------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q   <= S_IDLE;
      ready_q   <= 1'b0;
      f_take_o  <= 1'b0;
      r_valid_o <= 1'b0;
      rst_no    <= 1'b0;
      start_o   <= 1'b0;
      h_en_o    <= 1'b0;
      h_we_o    <= 1'b0;
      fetch_q   <= '0;
      config_q  <= '0;
      run_q     <= '0;
      refused_q <= '0;
      refused_o <= 1'b0;
    end else begin
      ready_q   <= f_valid_i && r_idle_i && !f_take_o && state_q == S_IDLE;
      f_take_o  <= 1'b0;
      rst_no    <= 1'b1;
      start_o   <= 1'b0;
      h_we_o    <= 1'b0;
      refused_o <= 1'b0;
      fetch_q   <= {fetch_q[6:0], 1'b0};
      unique case (state_q)
        S_IDLE: begin
          h_en_o <= 1'b0;
          step_q <= '0;
          if (ready_q) begin
            state_q    <= S_DECODE;
            f_raddr_o  <= '0;
            fetch_q[0] <= 1'b1;
            refused_o  <= f_refusal_i != ta_uart_pkg::REFUSAL_NONE;
            if (f_refusal_i != ta_uart_pkg::REFUSAL_NONE) refused_q <= refused_q + 1'b1;
          end
        end

        // By now the first byte is there, and size_q has followed the command.
        S_DECODE: if (fetch_q[READ-1]) begin
          code_q  <= ta_uart_pkg::REFUSAL_NONE;
          state_q <= S_LENGTH;
          if (f_refusal_i != ta_uart_pkg::REFUSAL_NONE) code_q <= f_refusal_i;
          else if (!is_known_q) code_q <= ta_uart_pkg::REFUSAL_COMMAND;
          else if (!size_q) code_q <= ta_uart_pkg::REFUSAL_PAYLOAD;
          else if (busy_q && (is_ranged_q || is_config_q || is_counters_q))
            code_q <= ta_uart_pkg::REFUSAL_BUSY;
          else if (is_config_q) state_q <= S_VALUES;
          else if (is_reset_q) state_q <= S_RESET;
          else if (is_ranged_q || is_start_q) state_q <= S_ARGUMENT;
        end

        S_ARGUMENT: if (fetch_q[READ]) begin
          args_q     <= {step_q[2:0] < need_q ? f_rdata_i : 8'd0, args_q[47:8]};
          f_raddr_o  <= f_raddr_o + 1'b1;
          fetch_q[0] <= 1'b1;
          step_q     <= step_q + 1'b1;
          if (step_q == 5'd5) begin
            step_q  <= '0;
            fetch_q <= '0;
            state_q <= S_RANGE;
          end
        end

        S_RANGE: begin
          step_q      <= step_q + 1'b1;
          left_q      <= count[8:0];
          bytes_m1_q  <= 4'(PortBytes - 1);
          h_addr_o    <= first[AddrW+ByteW-1:ByteW];
          state_row_o <= first[IdxW-1:0];
          if (step_q == 5'd4) begin
            step_q     <= '0;
            fetch_q[0] <= 1'b1;
            state_q    <= S_LENGTH;
            if (is_start_q) begin
              if (first == '0) code_q <= ta_uart_pkg::REFUSAL_VALUE;
              else if (busy_q && !again_q) code_q <= ta_uart_pkg::REFUSAL_BUSY;
              else begin
                start_o <= !again_q;
                run_q   <= first;
              end
            end else if (differs_q) begin
              code_q <= ta_uart_pkg::REFUSAL_PAYLOAD;
            end else if (outside_q) begin
              code_q <= ta_uart_pkg::REFUSAL_RANGE;
            end else begin
              h_en_o <= !is_rows_q;
              if (is_write_q) state_q <= S_WRITE;
            end
          end
        end

        S_VALUES: if (fetch_q[READ]) begin
          if ((f_rdata_i & unused_bits) != 8'd0) code_q <= ta_uart_pkg::REFUSAL_VALUE;
          f_raddr_o  <= step_q == ConfigLast ? '0 : f_raddr_o + 1'b1;
          step_q     <= step_q == ConfigLast ? '0 : step_q + 1'b1;
          fetch_q[0] <= 1'b1;
          if (step_q == ConfigLast) state_q <= S_CONFIG;
        end

        S_CONFIG: if (code_q != ta_uart_pkg::REFUSAL_NONE) begin
          state_q <= S_LENGTH;
        end else if (fetch_q[READ]) begin
          config_q   <= {f_rdata_i, config_q[8*ta_uart_pkg::CONFIG-1:8]};
          f_raddr_o  <= f_raddr_o + 1'b1;
          step_q     <= step_q + 1'b1;
          fetch_q[0] <= 1'b1;
          if (step_q == ConfigLast) state_q <= S_LENGTH;
        end

        // A word is complete with its last byte; the address steps behind each write.
        S_WRITE: begin
          if (h_we_o) h_addr_o <= h_addr_o + 1'b1;
          if (left_q == '0) begin
            state_q <= S_LENGTH;
          end else if (fetch_q[READ]) begin
            h_wdata_o  <= PortBits'({f_rdata_i, h_wdata_o} >> 8);
            h_we_o     <= bytes_m1_q == '0;
            bytes_m1_q <= bytes_m1_q == '0 ? 4'(PortBytes - 1) : bytes_m1_q - 1'b1;
            left_q     <= left_q - 1'b1;
            f_raddr_o  <= f_raddr_o + 1'b1;
            fetch_q[0] <= 1'b1;
          end
        end

        S_RESET: begin
          rst_no   <= 1'b0;
          config_q <= '0;
          run_q    <= '0;
          step_q   <= step_q + 1'b1;
          if (step_q == 5'd15) state_q <= S_LENGTH;
        end

        S_LENGTH: begin
          left_q  <= '0;
          state_q <= S_HEADER;
          if (code_q == ta_uart_pkg::REFUSAL_NONE) begin
            if (is_identify_q) left_q <= IdentifyBytes;
            if (is_read_q) left_q <= count[8:0];
            if (is_status_q) left_q <= StatusBytes;
            if (is_counters_q) left_q <= CounterBytes;
            if (is_rows_q) left_q <= {count[6:0], 2'd0} + {count[7:0], 1'b0};
          end
        end

        // Sequence number, command, length, code.
        S_HEADER: begin
          f_take_o   <= 1'b1;
          step_q     <= '0;
          bytes_m1_q <= 4'd4;
          r_valid_o  <= 1'b1;
          r_last_o   <= 1'b0;
          state_q    <= S_PUT;
        end

        S_PUT: if (r_ready_i) begin
          bytes_m1_q <= bytes_m1_q - 1'b1;
          r_last_o   <= bytes_m1_q == 4'd1 && left_q == '0;
          if (bytes_m1_q == '0) begin
            r_valid_o <= 1'b0;
            fetch_q   <= 8'd1;
            state_q   <= left_q == '0 ? S_IDLE : S_BODY;
          end
        end

        default: if (fetch_q[WAIT]) begin
          r_valid_o   <= 1'b1;
          bytes_m1_q  <= item_m1;
          left_q      <= left_q - {5'd0, item_m1} - 9'd1;
          step_q      <= step_q + 1'b1;
          h_addr_o    <= h_addr_o + 1'b1;
          state_row_o <= state_row_o + 1'b1;
          state_q     <= S_PUT;
        end
      endcase
    end
  end
endmodule
