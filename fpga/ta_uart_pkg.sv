// SPDX-License-Identifier: MIT
//
// Numbers of the serial line: spec/commands.def and spec/refusals.def (tests/fpga/codes.c
// holds them equal), and sizes of its frames.
package ta_uart_pkg;
  localparam logic [15:0] VERSION = 16'd1;  // of the command interface

  // ---- commands ----------------------------------------------------------------------
  localparam logic [7:0] COMMAND_IDENTIFY = 8'd1;
  localparam logic [7:0] COMMAND_WRITE_MEMORY = 8'd2;
  localparam logic [7:0] COMMAND_READ_MEMORY = 8'd3;
  localparam logic [7:0] COMMAND_WRITE_CONFIG = 8'd4;
  localparam logic [7:0] COMMAND_START = 8'd5;
  localparam logic [7:0] COMMAND_STATUS = 8'd6;
  localparam logic [7:0] COMMAND_READ_COUNTERS = 8'd7;
  localparam logic [7:0] COMMAND_READ_ROWS = 8'd8;
  localparam logic [7:0] COMMAND_RESET = 8'd9;

  // ---- refusals ----------------------------------------------------------------------
  localparam logic [3:0] REFUSAL_NONE = 4'd0;
  localparam logic [3:0] REFUSAL_FRAMING = 4'd1;
  localparam logic [3:0] REFUSAL_BROKEN = 4'd2;
  localparam logic [3:0] REFUSAL_PAUSED = 4'd3;
  localparam logic [3:0] REFUSAL_STUFFING = 4'd4;
  localparam logic [3:0] REFUSAL_OVERSIZE = 4'd5;
  localparam logic [3:0] REFUSAL_SHORT = 4'd6;
  localparam logic [3:0] REFUSAL_CHECKSUM = 4'd7;
  localparam logic [3:0] REFUSAL_LENGTH = 4'd8;
  localparam logic [3:0] REFUSAL_OVERRUN = 4'd9;
  localparam logic [3:0] REFUSAL_COMMAND = 4'd10;
  localparam logic [3:0] REFUSAL_PAYLOAD = 4'd11;
  localparam logic [3:0] REFUSAL_RANGE = 4'd12;
  localparam logic [3:0] REFUSAL_VALUE = 4'd13;
  localparam logic [3:0] REFUSAL_BUSY = 4'd14;

  // ---- sizes, bytes ------------------------------------------------------------------
  localparam int DATA = 256;        // most data of one command
  localparam int HEADER = 4;        // sequence number, command, length
  localparam int CRC = 4;
  localparam int PAYLOAD = DATA + 6;
  localparam int FRAME = HEADER + PAYLOAD + CRC;
  localparam int BUFFER = 512;      // of a frame, in either direction
  localparam int ROWS = 42;         // most rows of read_rows
  localparam int CONFIG = 16;       // payload of write_config
endpackage
