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
//   stall     withholds grants (0), read words (1), write words (2): to test the engine's port
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
  localparam int PtrW = $clog2(Depth);
  localparam int EntryW = 1 + AddrW + LenW;

  // ---- request queue -----------------------------------------------------------------
  logic [PtrW:0]     head_q, tail_q;
  logic [2:0]        grant_q;
  logic              accept;
  logic [63:0]       ripen_q;     // requests on their way to the latency's tap, where they end
  logic [PtrW:0]     ripe_q;      // reads whose latency has passed
  logic              ripe_in;

  logic              head_valid, head_write, pop_read, pop_write;
  logic [AddrW-1:0]  head_addr;
  logic [LenW-1:0]   head_len;

  assign accept      = req_valid_i && grant_q == 3'b000 && !stall_i[0];
  assign req_ready_o = grant_q[2];
  assign head_valid  = head_q != tail_q;
  assign ripe_in = latency_i == 7'd0 ? (accept && !req_write_i) : ripen_q[6'(latency_i - 7'd1)];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q  <= '0;
      tail_q  <= '0;
      grant_q <= '0;
      ripen_q <= '0;
      ripe_q  <= '0;
    end else begin
      grant_q <= {grant_q[1:0], accept};
      ripen_q[0] <= accept && !req_write_i;
      for (int i = 1; i < 64; i++) ripen_q[i] <= ripen_q[i-1] && latency_i != 7'(i);
      ripe_q  <= (PtrW + 1)'(ripe_q + (PtrW + 1)'(ripe_in) - (PtrW + 1)'(pop_read));
      if (accept) tail_q <= tail_q + 1'b1;
      if (pop_read || pop_write) head_q <= head_q + 1'b1;
    end
  end

  ta_lut_ram #(.Width(EntryW), .Depth(Depth)) u_queue (
      .clk_i  (clk_i),
      .we_i   (accept),
      .waddr_i(tail_q[PtrW-1:0]),
      .wdata_i({req_write_i, req_addr_i, req_len_i}),
      .raddr_i(head_q[PtrW-1:0]),
      .rdata_o({head_write, head_addr, head_len})
  );

  // ---- server ------------------------------------------------------------------------
  // One read burst and one write burst may be active.  A write starts when every older read
  // has left; the next read may then fill its two stages, and waits there for the write.
  logic             rd_q, wr_q;            // active
  logic [AddrW-1:0] raddr_q, waddr_q;
  logic [LenW-1:0]  rleft_q, wleft_q;      // words left
  logic             v1_q, v2_q;            // read stages
  logic             young_q;               // the read stages belong behind the write
  logic             advance, put, wfire, wlast, rlast;
  logic             pipe_empty;

  assign pipe_empty = !v1_q && !v2_q;
  assign rvalid_o   = v2_q && !(wr_q && young_q) && !stall_i[1];
  assign wready_o   = wr_q && (young_q || pipe_empty) && !stall_i[2];
  assign wfire      = wready_o && wvalid_i;
  assign wlast      = wfire && wleft_q == LenW'(1);
  assign advance    = !v2_q || rvalid_o;
  assign put        = rd_q && advance;
  assign rlast      = put && rleft_q == LenW'(1);
  assign pop_write  = head_valid && head_write && (!wr_q || wlast) && (!rd_q || rlast) &&
                      !(wr_q && young_q && !pipe_empty);
  assign pop_read   = head_valid && !head_write && ripe_q != '0 && (!rd_q || rlast) &&
                      (!wr_q || young_q || pipe_empty);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      rd_q    <= 1'b0;
      wr_q    <= 1'b0;
      v1_q    <= 1'b0;
      v2_q    <= 1'b0;
      young_q <= 1'b0;
    end else begin
      if (pop_read) rd_q <= 1'b1;
      else if (rlast) rd_q <= 1'b0;
      if (pop_write) wr_q <= 1'b1;
      else if (wlast) wr_q <= 1'b0;
      if (advance) begin
        v1_q <= rd_q;
        v2_q <= v1_q;
      end
      if (pop_write) young_q <= 1'b0;
      else if (wr_q && pop_read) young_q <= 1'b1;
      else if (wlast) young_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (pop_read) begin
      raddr_q <= head_addr;
      rleft_q <= head_len;
    end else if (put) begin
      raddr_q <= raddr_q + 1'b1;
      rleft_q <= rleft_q - 1'b1;
    end
    if (pop_write) begin
      waddr_q <= head_addr;
      wleft_q <= head_len;
    end else if (wfire) begin
      waddr_q <= waddr_q + 1'b1;
      wleft_q <= wleft_q - 1'b1;
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

  assign fix0_d = ram_we & {Bytes{waddr_q == raddr_q}};
  assign fix1_d = fix1_q | (ram_we & {Bytes{waddr_q == addr1_q}});
  assign fix2_d = fix2_q | (ram_we & {Bytes{waddr_q == addr2_q}});
  for (genvar b = 0; b < Bytes; b++) begin : g_fix
    assign data1_d[8*b+:8] = ram_we[b] && waddr_q == addr1_q ? wdata_i[8*b+:8]
                                                             : data1_q[8*b+:8];
    assign data2_d[8*b+:8] = ram_we[b] && waddr_q == addr2_q ? wdata_i[8*b+:8]
                                                             : data2_q[8*b+:8];
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
