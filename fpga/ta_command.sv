// SPDX-License-Identifier: MIT
//
// The commands of the serial line (spec/commands.def): takes a frame from ta_frame_rx, checks
// it, does what it says to the engine, and puts the reply into ta_frame_tx.  A frame that
// ta_frame_rx refuses is answered with the reason and does nothing else.  Every command may be
// repeated without harm.
//
// Control moves in slots of eight cycles: what a slot decides is worked out within it, from
// registers that stand still, and taken over at its end (go_q).  No path is longer than a few
// gates, and whatever is addressed in one slot is there at its end.
//   f_*        the frame, while f_valid_i; f_raddr_o to f_rdata_i 2 cycles
//   r_*        the reply
//   rst_no     reset of the engine: this module's own, or a command's
//   start_o .. counters_i   pins of ta_top; h_* and state_* are given a slot to answer
//   refused_o  a frame was refused
module ta_command #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    parameter int PF = 8,
    parameter int PortBits = 16,
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
  localparam logic [3:0] WordLast = 4'(PortBytes - 1);
  localparam logic [4:0] ArgumentLast = 5'd5;
  localparam logic [4:0] ConfigLast = 5'(ta_uart_pkg::CONFIG - 1);
  localparam logic [63:0] NAME = 64'h6e74_7461_796e_6974;  // "tinyattn", first byte low
  localparam logic [8:0] IdentifyBytes = 9'd24;
  localparam logic [8:0] StatusBytes = 9'd8;
  localparam logic [8:0] CounterBytes = 9'd116;

  localparam logic [3:0] S_IDLE = 4'd0;      // waits for a frame, and for the line
  localparam logic [3:0] S_DECODE = 4'd1;    // is there such a command, has it its size
  localparam logic [3:0] S_ARGUMENT = 4'd2;  // collects six bytes, zeros behind the argument
  localparam logic [3:0] S_RANGE = 4'd3;     // checks of the argument
  localparam logic [3:0] S_VALUES = 4'd4;    // first look at a configuration: unused bits
  localparam logic [3:0] S_CONFIG = 4'd5;    // second look: takes it
  localparam logic [3:0] S_WRITE = 4'd6;     // a byte to memory, from the payload
  localparam logic [3:0] S_RESET = 4'd7;     // of the engine, one slot
  localparam logic [3:0] S_LENGTH = 4'd8;    // of the reply
  localparam logic [3:0] S_HEADER = 4'd9;    // of the reply, into word_q
  localparam logic [3:0] S_PUT = 4'd10;      // puts a byte of word_q
  localparam logic [3:0] S_BODY = 4'd11;     // fetches the reply's next item into word_q

  // Registers that change at the end of a slot, and what they will be (_n).
  logic [3:0]       state_q, state_n;
  logic [3:0]       code_q, code_n;         // of the reply
  logic [4:0]       step_q, step_n;         // within a loop
  logic [8:0]       left_q, left_n;         // bytes to write; bytes of the reply behind word_q
  logic [3:0]       bytes_m1_q, bytes_m1_n; // bytes of a word to come, less one
  logic [8:0]       raddr_n;
  logic [AddrW-1:0] addr_n;
  logic [IdxW-1:0]  row_n;
  logic [47:0]      args_q;
  logic [31:0]      run_q;                  // of the last start
  logic [15:0]      refused_q;
  logic             busy_q;
  logic             wrote_q;                // a word was written at the end of the last slot

  logic [31:0]      first;
  logic [15:0]      count;
  assign first = args_q[31:0];
  assign count = args_q[47:32];

  // ---- slots -----------------------------------------------------------------------------
  logic [7:0] phase_q;
  logic       go_q;
  logic       in_idle_q, in_argument_q, in_range_q, in_config_q, in_write_q, in_reset_q;
  logic       in_decode_q, in_header_q, in_put_q;
  logic [11:0] at_q;               // one-hot state_q
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= 8'd1;
      go_q    <= 1'b0;
    end else begin
      phase_q <= {phase_q[6:0], phase_q[7]};
      go_q    <= phase_q[7] && (!in_put_q || r_ready_i) && (!in_idle_q || (f_valid_i && r_idle_i));
    end
    for (int i = 0; i < 12; i++) at_q[i] <= state_q == 4'(i);
    in_idle_q     <= state_q == S_IDLE;
    in_decode_q   <= state_q == S_DECODE;
    in_argument_q <= state_q == S_ARGUMENT;
    in_range_q    <= state_q == S_RANGE;
    in_config_q   <= state_q == S_CONFIG && code_q == ta_uart_pkg::REFUSAL_NONE;
    in_write_q    <= state_q == S_WRITE;
    in_reset_q    <= state_q == S_RESET;
    in_header_q   <= state_q == S_HEADER;
    in_put_q      <= state_q == S_PUT;
  end

  // ---- the command -----------------------------------------------------------------------
  logic       is_identify_q, is_write_q, is_read_q, is_config_q, is_start_q, is_status_q;
  logic       is_counters_q, is_rows_q, is_reset_q, is_known_q, is_ranged_q, is_refused_q;
  logic       size_q;          // the payload has the command's size
  logic [2:0] need_q;          // bytes of the argument
  logic [3:0] decoded_q;       // refusal by what is known so far
  always_ff @(posedge clk_i) begin
    if (in_decode_q) begin
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
    is_refused_q <= f_refusal_i != ta_uart_pkg::REFUSAL_NONE;
    is_ranged_q  <= is_write_q || is_read_q || is_rows_q;
    need_q       <= is_start_q ? 3'd4 : 3'd6;
    size_q       <= is_write_q ? f_length_i > 9'd6 :
                    f_length_i == (is_config_q ? 9'(ta_uart_pkg::CONFIG) :
                                   is_ranged_q || is_start_q ? {6'd0, need_q} : 9'd0);
    if (is_refused_q) decoded_q <= f_refusal_i;
    else if (!is_known_q) decoded_q <= ta_uart_pkg::REFUSAL_COMMAND;
    else if (!size_q) decoded_q <= ta_uart_pkg::REFUSAL_PAYLOAD;
    else if (busy_q && (is_ranged_q || is_config_q || is_counters_q))
      decoded_q <= ta_uart_pkg::REFUSAL_BUSY;
    else decoded_q <= ta_uart_pkg::REFUSAL_NONE;
  end

  // ---- its argument: [first, first + count) within the memory or the rows ------------------
  logic [CheckW-1:0] end_q, over_q;
  logic [15:0]       size_more_q;
  logic              far_q, odd_q, many_q, none_q, differs_q, outside_q, again_q, zero_q;
  logic [3:0]        checked_q;    // refusal by the argument
  always_ff @(posedge clk_i) begin
    far_q     <= first[31:CheckW-1] != '0;
    odd_q     <= !is_rows_q && ((first[3:0] | count[3:0]) & WordLast) != 4'd0;
    none_q    <= count == '0;
    many_q    <= count > (is_rows_q ? 16'(ta_uart_pkg::ROWS) : 16'(ta_uart_pkg::DATA));
    size_more_q <= count + 16'd6;
    differs_q <= is_write_q && size_more_q != {7'd0, f_length_i};
    end_q     <= {1'b0, first[CheckW-2:0]} + CheckW'(count[8:0]);
    over_q    <= (is_rows_q ? RowsEnd : MemoryEnd) - end_q;
    outside_q <= far_q || odd_q || none_q || many_q || over_q[CheckW-1];
    again_q   <= first == run_q;
    zero_q    <= first == '0;
    if (is_start_q) begin
      if (zero_q) checked_q <= ta_uart_pkg::REFUSAL_VALUE;
      else if (busy_q && !again_q) checked_q <= ta_uart_pkg::REFUSAL_BUSY;
      else checked_q <= ta_uart_pkg::REFUSAL_NONE;
    end else if (differs_q) begin
      checked_q <= ta_uart_pkg::REFUSAL_PAYLOAD;
    end else begin
      checked_q <= outside_q ? ta_uart_pkg::REFUSAL_RANGE : ta_uart_pkg::REFUSAL_NONE;
    end
  end

  // ---- configuration -----------------------------------------------------------------------
  logic [8*ta_uart_pkg::CONFIG-1:0] config_q;
  logic [7:0]                       unused_bits;     // of byte step_q, which must be 0
  logic                             value_q;         // they are not
  logic                             unused_config;
  always_comb begin
    unique case (step_q[3:0])
      4'd10: unused_bits = 8'hfe;      // offset, third byte
      4'd15: unused_bits = 8'hf0;      // flags
      default: unused_bits = 8'h00;
    endcase
  end
  always_ff @(posedge clk_i) value_q <= (rdata_q & unused_bits) != 8'd0;
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

  // ---- what this slot decides -----------------------------------------------------------------
  logic       left_none_q, left_one_q, byte_last_q, argument_last_q, config_last_q, argument_q;
  logic       serve_q;             // decoded_q is none
  logic       pass_q;              // checked_q is none
  logic [3:0] item_m1_q;           // bytes of an item of the reply, less one
  logic [8:0] length_q;            // of the reply's payload behind its code
  always_ff @(posedge clk_i) begin
    left_none_q     <= left_q == '0;
    left_one_q      <= left_q == 9'd1;
    byte_last_q     <= bytes_m1_q == '0;
    argument_last_q <= step_q == ArgumentLast;
    config_last_q   <= step_q == ConfigLast;
    argument_q      <= step_q[2:0] < need_q;
    serve_q         <= decoded_q == ta_uart_pkg::REFUSAL_NONE;
    pass_q          <= checked_q == ta_uart_pkg::REFUSAL_NONE;
    item_m1_q       <= is_read_q ? WordLast : is_rows_q ? 4'd5 : is_counters_q ? 4'd3 : 4'd7;
    length_q        <= '0;
    if (code_q == ta_uart_pkg::REFUSAL_NONE) begin
      if (is_identify_q) length_q <= IdentifyBytes;
      if (is_read_q) length_q <= count[8:0];
      if (is_status_q) length_q <= StatusBytes;
      if (is_counters_q) length_q <= CounterBytes;
      if (is_rows_q) length_q <= {count[6:0], 2'd0} + {count[7:0], 1'b0};
    end
  end

  // What stands still in a slot, plus or less one.
  logic [8:0]       raddr_plus_q, left_less_q, left_item_q;
  logic [AddrW-1:0] addr_plus_q;
  logic [IdxW-1:0]  row_plus_q;
  logic [4:0]       step_plus_q;
  logic [3:0]       bytes_less_q;
  logic [7:0]       rdata_q;             // byte f_raddr_o of the payload
  always_ff @(posedge clk_i) begin
    raddr_plus_q <= f_raddr_o + 1'b1;
    left_less_q  <= left_q - 1'b1;
    left_item_q  <= left_q - {5'd0, item_m1_q} - 9'd1;
    addr_plus_q  <= h_addr_o + 1'b1;
    row_plus_q   <= state_row_o + 1'b1;
    step_plus_q  <= step_q + 1'b1;
    bytes_less_q <= bytes_m1_q - 1'b1;
    rdata_q      <= f_rdata_i;
  end

  always_ff @(posedge clk_i) begin
    state_n    <= state_q;
    code_n     <= code_q;
    step_n     <= step_q;
    left_n     <= left_q;
    bytes_m1_n <= bytes_m1_q;
    raddr_n    <= f_raddr_o;
    addr_n     <= h_addr_o;
    row_n      <= state_row_o;
    (* parallel_case *) case (1'b1)
      at_q[S_IDLE]: begin
        state_n <= S_DECODE;
        step_n  <= '0;
        raddr_n <= '0;
      end
      at_q[S_DECODE]: begin
        code_n <= decoded_q;
        if (!serve_q) state_n <= S_LENGTH;
        else if (is_config_q) state_n <= S_VALUES;
        else if (is_reset_q) state_n <= S_RESET;
        else if (is_ranged_q || is_start_q) state_n <= S_ARGUMENT;
        else state_n <= S_LENGTH;
      end
      at_q[S_ARGUMENT]: begin
        raddr_n <= raddr_plus_q;
        step_n  <= step_plus_q;
        if (argument_last_q) state_n <= S_RANGE;
      end
      at_q[S_RANGE]: begin
        code_n     <= checked_q;
        left_n     <= count[8:0];
        bytes_m1_n <= WordLast;
        addr_n     <= first[AddrW+ByteW-1:ByteW];
        row_n      <= first[IdxW-1:0];
        state_n    <= pass_q && is_write_q ? S_WRITE : S_LENGTH;
      end
      at_q[S_VALUES]: begin
        if (value_q) code_n <= ta_uart_pkg::REFUSAL_VALUE;
        raddr_n <= config_last_q ? '0 : raddr_plus_q;
        step_n  <= config_last_q ? '0 : step_plus_q;
        if (config_last_q) state_n <= S_CONFIG;
      end
      at_q[S_CONFIG]: begin
        raddr_n <= raddr_plus_q;
        step_n  <= step_plus_q;
        if (!in_config_q || config_last_q) state_n <= S_LENGTH;
      end
      // A word is complete with its last byte; the address steps behind it.
      at_q[S_WRITE]: begin
        raddr_n    <= raddr_plus_q;
        left_n     <= left_less_q;
        bytes_m1_n <= byte_last_q ? WordLast : bytes_less_q;
        if (wrote_q) addr_n <= addr_plus_q;
        if (left_one_q) state_n <= S_LENGTH;
      end
      at_q[S_RESET]: state_n <= S_LENGTH;
      at_q[S_LENGTH]: begin
        left_n     <= length_q;
        bytes_m1_n <= 4'd4;
        step_n     <= '0;
        state_n    <= S_HEADER;
      end
      at_q[S_HEADER]: state_n <= S_PUT;
      at_q[S_PUT]: begin
        bytes_m1_n <= bytes_less_q;
        if (byte_last_q) state_n <= left_none_q ? S_IDLE : S_BODY;
      end
      at_q[S_BODY]: begin
        bytes_m1_n <= item_m1_q;
        left_n     <= left_item_q;
        step_n     <= step_plus_q;
        addr_n     <= addr_plus_q;
        row_n      <= row_plus_q;
        state_n    <= S_PUT;
      end
      default: state_n <= state_q;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= S_IDLE;
    end else if (go_q) begin
      state_q <= state_n;
    end
    if (go_q) begin
      code_q      <= code_n;
      step_q      <= step_n;
      left_q      <= left_n;
      bytes_m1_q  <= bytes_m1_n;
      f_raddr_o   <= raddr_n;
      h_addr_o    <= addr_n;
      state_row_o <= row_n;
      busy_q      <= !idle_i;
    end
    if (go_q && in_argument_q) args_q <= {argument_q ? rdata_q : 8'd0, args_q[47:8]};
    if (go_q && in_write_q) h_wdata_o <= PortBits'({rdata_q, h_wdata_o} >> 8);
  end

  // ---- the engine's pins ------------------------------------------------------------------------
  logic start_n, access_n;
  always_ff @(posedge clk_i) begin
    start_n  <= pass_q && is_start_q && !again_q;
    access_n <= pass_q && (is_read_q || is_write_q);
    if (!rst_ni) begin
      rst_no    <= 1'b0;
      start_o   <= 1'b0;
      h_en_o    <= 1'b0;
      h_we_o    <= 1'b0;
      wrote_q   <= 1'b0;
      config_q  <= '0;
      run_q     <= '0;
      refused_q <= '0;
      refused_o <= 1'b0;
      f_take_o  <= 1'b0;
    end else begin
      rst_no    <= !in_reset_q;
      start_o   <= go_q && in_range_q && start_n;
      h_we_o    <= go_q && in_write_q && byte_last_q;
      f_take_o  <= go_q && in_header_q;
      refused_o <= go_q && in_decode_q && is_refused_q;
      if (refused_o) refused_q <= refused_q + 1'b1;
      if (go_q) wrote_q <= in_write_q && byte_last_q;
      if (in_idle_q) h_en_o <= 1'b0;
      else if (go_q && in_range_q) h_en_o <= access_n;
      if (in_reset_q) run_q <= '0;
      else if (start_o) run_q <= first;
      if (in_reset_q) config_q <= '0;
      else if (go_q && in_config_q) config_q <= {rdata_q, config_q[8*ta_uart_pkg::CONFIG-1:8]};
    end
  end

  // ---- the reply: word_q, low byte first -----------------------------------------------------------
  logic [WordW-1:0] word_q, item_q;
  logic [63:0]      identity, status, identity_q, status_q;
  logic [39:0]      header_q;
  logic [47:0]      rows_q;
  logic [PortBits-1:0] read_q;
  logic [8*32-1:0]  fourth_q;            // counters step_q[1:0] of eight groups of four
  logic [31:0]      counter_q;
  logic             is_frame_q;          // the frame never became a command
  always_comb begin
    unique case (step_q[1:0])
      2'd0: identity = NAME;
      2'd1: identity = {16'(NMax), 16'(DMax), 8'(PF), 8'(A), ta_uart_pkg::VERSION};
      default: identity = {ta_id_pkg::TABLES_CRC, 16'(ta_uart_pkg::DATA), 16'(PortBits)};
    endcase
  end
  logic [32*32-1:0] all_counters;
  assign all_counters = {96'd0, counters_i};
  assign status = {run_q, refused_q, 5'd0, error_code_i, 3'd0, overflow_i, timeout_i, error_i,
                   done_i, idle_i};
  always_ff @(posedge clk_i) begin
    is_frame_q <= code_q != ta_uart_pkg::REFUSAL_NONE && code_q < ta_uart_pkg::REFUSAL_COMMAND;
    for (int g = 0; g < 8; g++) fourth_q[32*g+:32] <= all_counters[128*g+32*step_q[1:0]+:32];
    counter_q <= is_counters_q && !in_header_q ? fourth_q[32*step_q[4:2]+:32] : '0;
    // Each is 0 where it is not wanted.
    header_q   <= '0;
    read_q     <= '0;
    rows_q     <= '0;
    status_q   <= '0;
    identity_q <= '0;
    if (in_header_q)
      header_q <= {4'd0, code_q, {7'd0, left_q} + 16'd1, is_frame_q ? 8'd0 : f_command_i,
                   f_sequence_i};
    else begin
      if (is_read_q) read_q <= h_rdata_i;
      if (is_rows_q) rows_q <= {32'(state_l_i), state_m_i};
      if (is_status_q) status_q <= status;
      if (is_identify_q) identity_q <= identity;
    end
    item_q <= WordW'(header_q) | WordW'(read_q) | WordW'(rows_q) | WordW'(counter_q) |
              WordW'(status_q) | WordW'(identity_q);
    if (go_q) word_q <= in_put_q ? {8'd0, word_q[WordW-1:8]} : item_q;
    r_valid_o <= rst_ni && go_q && in_put_q;
    r_last_o  <= byte_last_q && left_none_q;
    r_data_o  <= word_q[7:0];
  end
endmodule
