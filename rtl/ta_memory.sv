// SPDX-License-Identifier: MIT
//
// Off-chip memory: one port, one word a cycle, read or write, bursts served in the order of
// their requests.  A read burst's first word comes 1 + latency_i cycles after its grant,
// further words one a cycle; a write word is taken in the cycle after its predecessor.
// There is no turnaround between bursts, and the model never stalls.
//
//   request   req_valid_i and req_ready_o: write, word address, length in words (>= 1;
//             writes >= 2).  Granted three cycles after it is seen; at most BURSTS pending.
//   read      rvalid_o, rdata_o
//   write     wvalid_i and wready_o: data and byte enables
//   stall     withholds grants (0), read words (1), write words (2) from the next cycle on: to
//             test the engine's port
//   host      h_*: direct access while no burst is pending; read latency 2
module ta_memory #(
    parameter int Words = 1024,
    parameter int PortBits = 16,
    parameter int LenW = 8,
    localparam int AddrW = $clog2(Words),
    localparam int Bytes = PortBits / 8
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic [6:0]          latency_i,
    input  logic                req_valid_i,
    output logic                req_ready_o,
    input  logic                req_write_i,
    input  logic [AddrW-1:0]    req_addr_i,
    input  logic [LenW-1:0]     req_len_i,
    output logic                rvalid_o,
    output logic [PortBits-1:0] rdata_o,
    input  logic                wvalid_i,
    output logic                wready_o,
    input  logic [PortBits-1:0] wdata_i,
    input  logic [Bytes-1:0]    wstrb_i,
    input  logic [2:0]          stall_i,
    input  logic                h_en_i,
    input  logic                h_we_i,
    input  logic [AddrW-1:0]    h_addr_i,
    input  logic [PortBits-1:0] h_wdata_i,
    output logic [PortBits-1:0] h_rdata_o
);
  localparam int Depth = ta_pkg::BURSTS;
  localparam int CountW = $clog2(Depth) + 1;
  localparam int EntryW = 1 + AddrW + LenW;

  // ---- request queue -----------------------------------------------------------------
  logic [2:0]        grant_q;
  logic              stall_q;
  logic              accept;
  logic [62:0]       ripen_q;     // reads on their way to bit 0, where they are ripe
  logic [62:0]       enter_q;     // one-hot: where they begin, a cycle after accept
  logic              at_once_q, soon_q;  // latency 0, 1
  logic              read_q;      // a read was accepted
  logic [CountW-1:0] ripe_q, ripe; // reads whose latency has passed, before the last cycle's events
                                   // and with them
  logic              ripe_in_q, ripe_out_q, ripe_some_q;
  logic              ready_unused;
  logic              ripe_in;

  logic              head_valid, head_write, pop_read, pop_write;
  logic [AddrW-1:0]  head_addr;
  logic [LenW-1:0]   head_len;

  assign accept      = req_valid_i && grant_q == 3'b000 && !stall_q;
  assign req_ready_o = grant_q[2];
  assign ripe        = ripe_q + CountW'(ripe_in_q) - CountW'(ripe_out_q);
  assign ripe_in     = (at_once_q && accept && !req_write_i) || (soon_q && read_q) || ripen_q[0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      grant_q     <= '0;
      ripen_q     <= '0;
      ripe_q      <= '0;
      ripe_in_q   <= 1'b0;
      ripe_out_q  <= 1'b0;
      ripe_some_q <= 1'b0;
      read_q      <= 1'b0;
    end else begin
      grant_q <= {grant_q[1:0], accept};
      read_q  <= accept && !req_write_i;
      ripen_q <= {1'b0, ripen_q[62:1]} | ({63{read_q}} & enter_q);
      ripe_q      <= ripe;
      ripe_in_q   <= ripe_in;
      ripe_out_q  <= pop_read;
      ripe_some_q <= ripe_in || ripe > CountW'(1) || (ripe == CountW'(1) && !pop_read);
    end
  end

  always_ff @(posedge clk_i) begin
    stall_q   <= stall_i[0];
    at_once_q <= latency_i == 7'd0;
    soon_q    <= latency_i == 7'd1;
    for (int i = 0; i < 63; i++) enter_q[i] <= latency_i == 7'(i + 2);
  end

  ta_fifo #(.Width(EntryW), .Depth(Depth), .Bounded(1)) u_queue (
      .clk_i, .clear_i(!rst_ni),
      .valid_i(accept), .ready_o(ready_unused),
      .data_i ({req_write_i, req_addr_i, req_len_i}),
      .valid_o(head_valid), .ready_i(pop_read || pop_write),
      .data_o ({head_write, head_addr, head_len})
  );

  // ---- server ------------------------------------------------------------------------
  // One read burst and one write burst may be active.  A write starts when every older read
  // has left; the next read may then fill its two stages, and waits there for the write.
  logic             rd_q, wr_q;            // active
  logic [AddrW-1:0] raddr_q, waddr_q;
  logic [AddrW-1:0] rplus_q, wplus_q;      // the address behind
  logic [LenW-1:0]  rleft_q, wleft_q;      // words left
  logic             rone_q, wone_q;        // one is left
  logic             v1_q, v2_q;            // read stages
  logic             young_q;               // the read stages belong behind the write
  logic             advance, put, wfire, wlast, rlast;
  // What the next cycle may do is computed in this one.
  logic             rgo_q, wgo_q;          // a read word leaves, a write may take one
  logic             adv_q;                 // the read stages advance
  logic             rfree_q, wfree_q;      // the read stages may be filled, a write may start
  logic             rend_q;                // no read burst, or its last word is fetched
  logic             rone_d, adv_d;
  logic             wr_d, rd_d, v1_d, v2_d, young_d, empty_d, rgo_d;

  assign rvalid_o   = rgo_q;
  assign wready_o   = wgo_q;
  assign wfire      = wready_o && wvalid_i;
  assign wlast      = wfire && wone_q;
  assign advance    = adv_q;
  assign put        = rd_q && advance;
  assign rlast      = put && rone_q;
  assign pop_write  = head_valid && head_write && (!wr_q || wlast) && rend_q && wfree_q;
  assign pop_read   = head_valid && !head_write && ripe_some_q && rend_q && rfree_q;

  assign rd_d    = pop_read || (rd_q && !rlast);
  assign wr_d    = pop_write || (wr_q && !wlast);
  assign v1_d    = advance ? rd_q : v1_q;
  assign v2_d    = advance ? v1_q : v2_q;
  assign young_d = !pop_write && ((wr_q && pop_read) || (young_q && !wlast));
  assign empty_d = !v1_d && !v2_d;
  assign rone_d  = pop_read ? head_len == LenW'(1) : put ? rleft_q == LenW'(2) : rone_q;
  assign adv_d   = !v2_d || rgo_d;
  assign rgo_d   = v2_d && !(wr_d && young_d) && !stall_i[1];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      rd_q    <= 1'b0;
      wr_q    <= 1'b0;
      v1_q    <= 1'b0;
      v2_q    <= 1'b0;
      young_q <= 1'b0;
      rgo_q   <= 1'b0;
      adv_q   <= 1'b1;
      rend_q  <= 1'b1;
      wgo_q   <= 1'b0;
      rfree_q <= 1'b1;
      wfree_q <= 1'b1;
    end else begin
      rd_q    <= rd_d;
      wr_q    <= wr_d;
      v1_q    <= v1_d;
      v2_q    <= v2_d;
      young_q <= young_d;
      rgo_q   <= rgo_d;
      adv_q   <= adv_d;
      rend_q  <= !rd_d || (adv_d && rone_d);
      wgo_q   <= wr_d && (young_d || empty_d) && !stall_i[2];
      rfree_q <= !wr_d || young_d || empty_d;
      wfree_q <= !(wr_d && young_d && !empty_d);
    end
  end

  always_ff @(posedge clk_i) begin
    rone_q <= rone_d;
    if (pop_read) begin
      raddr_q <= head_addr;
      rplus_q <= head_addr + 1'b1;
      rleft_q <= head_len;
    end else if (put) begin
      raddr_q <= rplus_q;
      rplus_q <= rplus_q + 1'b1;
      rleft_q <= rleft_q - 1'b1;
    end
    if (pop_write) begin
      waddr_q <= head_addr;
      wplus_q <= head_addr + 1'b1;
      wleft_q <= head_len;
      wone_q  <= head_len == LenW'(1);
    end else if (wfire) begin
      waddr_q <= wplus_q;
      wplus_q <= wplus_q + 1'b1;
      wleft_q <= wleft_q - 1'b1;
      wone_q  <= wleft_q == LenW'(2);
    end
  end

  // ---- storage: one byte lane a RAM, so that byte enables need no read ----------------
  logic [PortBits-1:0] ram_rdata;
  logic [AddrW-1:0]    ram_raddr, ram_waddr;
  logic [Bytes-1:0]    ram_we;
  logic [PortBits-1:0] ram_wdata;

  assign ram_raddr = h_en_i ? h_addr_i : raddr_q;
  assign ram_waddr = h_en_i ? h_addr_i : waddr_q;
  assign ram_wdata = h_en_i ? h_wdata_i : wdata_i;
  assign ram_we    = h_en_i ? {Bytes{h_we_i}} : ({Bytes{wfire}} & wstrb_i);
  for (genvar b = 0; b < Bytes; b++) begin : g_byte
    ta_ram #(.Width(8), .Depth(Words)) u_ram (
        .clk_i  (clk_i),
        .we_i   (ram_we[b]),
        .waddr_i(ram_waddr),
        .wdata_i(ram_wdata[8*b+:8]),
        .ren_i  (advance || h_en_i),
        .raddr_i(ram_raddr),
        .rdata_o(ram_rdata[8*b+:8])
    );
  end

  // A read that was fetched before a write to its address takes the written bytes.
  logic [AddrW-1:0]    addr1_q, addr2_q;
  logic [Bytes-1:0]    fix1_q, fix2_q, fix0_d, fix1_d, fix2_d;
  logic [PortBits-1:0] data1_q, data2_q, data1_d, data2_d;

  logic [Bytes-1:0] put0, put1, put2;  // the word taken is one that is fetched, in stage 1, in 2
  // Whether the addresses of the stages are equal is worked out a cycle before, for each that may
  // be next.
  logic [2:0] same1_q, same2_q;   // if nothing, a word, a new write burst moved the write address
  logic       moved_q, began_q, hit1, hit2;
  always_ff @(posedge clk_i) begin
    began_q    <= pop_write;
    moved_q    <= wfire;
    same1_q[0] <= advance ? waddr_q == raddr_q : waddr_q == addr1_q;
    same1_q[1] <= advance ? wplus_q == raddr_q : wplus_q == addr1_q;
    same1_q[2] <= advance ? head_addr == raddr_q : head_addr == addr1_q;
    same2_q[0] <= advance ? waddr_q == addr1_q : waddr_q == addr2_q;
    same2_q[1] <= advance ? wplus_q == addr1_q : wplus_q == addr2_q;
    same2_q[2] <= advance ? head_addr == addr1_q : head_addr == addr2_q;
  end
  assign hit1 = began_q ? same1_q[2] : moved_q ? same1_q[1] : same1_q[0];
  assign hit2 = began_q ? same2_q[2] : moved_q ? same2_q[1] : same2_q[0];
  assign put0   = {Bytes{wfire && waddr_q == raddr_q}} & wstrb_i;
  assign put1   = {Bytes{wfire && hit1}} & wstrb_i;
  assign put2   = {Bytes{wfire && hit2}} & wstrb_i;
  assign fix0_d = put0;
  assign fix1_d = fix1_q | put1;
  assign fix2_d = fix2_q | put2;
  for (genvar b = 0; b < Bytes; b++) begin : g_fix
    assign data1_d[8*b+:8] = put1[b] ? wdata_i[8*b+:8] : data1_q[8*b+:8];
    assign data2_d[8*b+:8] = put2[b] ? wdata_i[8*b+:8] : data2_q[8*b+:8];
    assign rdata_o[8*b+:8] = fix2_q[b] ? data2_q[8*b+:8] : ram_rdata[8*b+:8];
  end

  always_ff @(posedge clk_i) begin
    if (advance) begin
      addr1_q <= raddr_q;
      fix1_q  <= fix0_d;
      data1_q <= wdata_i;
      addr2_q <= addr1_q;
      fix2_q  <= fix1_d;
      data2_q <= data1_d;
    end else begin
      fix1_q  <= fix1_d;
      data1_q <= data1_d;
      fix2_q  <= fix2_d;
      data2_q <= data2_d;
    end
  end

  assign h_rdata_o = ram_rdata;

endmodule
