#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "golden/golden.h"
#include "golden/random_job.h"
#include "sim/sim.h"
int main(int argc, char **argv){
  int bi=argc>1?atoi(argv[1]):0; uint64_t first=argc>2?strtoull(argv[2],0,0):0; uint64_t n=argc>3?strtoull(argv[3],0,0):100; unsigned flags=argc>4?(unsigned)atoi(argv[4]):0;
  const ta_build*b=ta_build_at(bi); ta_sim*s=ta_sim_new(bi);
  size_t sz=(size_t)(b->nmax*b->dmax);
  int8_t*q=malloc(sz),*k=malloc(sz),*v=malloc(sz); int16_t*o1=malloc(2*sz),*o2=malloc(2*sz); int16_t*m1=malloc(2*b->nmax),*m2=malloc(2*b->nmax); int64_t*l1=malloc(8*b->nmax),*l2=malloc(8*b->nmax);
  int bad=0;
  for(uint64_t seed=first;seed<first+n;seed++){
    ta_job j; j.build=*b; int corner=ta_random_job(b,seed,flags,&j.config,q,k,v); j.q=q;j.k=k;j.v=v;
    ta_config*c=&j.config; void*ws=malloc(ta_golden_workspace(b,c)+16);
    ta_result r1={o1,m1,l1,{0}}, r2={o2,m2,l2,{0}}; memset(o2,0x55,2*sz);
    ta_golden_run(&j,&r1,ws,0,0);
    ta_sim_load(s,&j); ta_sim_start(s); int st=ta_sim_run(s,2000000);
    ta_sim_step(s,2); ta_sim_counters(s,&r2.counters);
    int diff=st!=0; char what[64]="";
    if(st){sprintf(what,"status %d err %d",st,ta_sim_config_error(s)); ta_sim_reset(s);}
    else{ ta_sim_read(s,ta_region_base(b,TA_REGION_O),o2,2u*(size_t)(c->nq*c->d));
      for(int i=0;i<c->nq;i++) ta_sim_row_state(s,i,&m2[i],&l2[i]);
      int e=-1; for(int i=0;i<c->nq*c->d;i++) if(o1[i]!=o2[i]){e=i;break;}
      if(e>=0){diff=1; sprintf(what,"out[%d,%d] %d != %d",e/c->d,e%c->d,o1[e],o2[e]);}
      for(int i=0;i<c->nq&&!diff;i++) if(m1[i]!=m2[i]||l1[i]!=l2[i]){diff=1;sprintf(what,"state row %d m %d %d l %ld %ld",i,m1[i],m2[i],(long)l1[i],(long)l2[i]);}
      ta_counters *x=&r1.counters,*y=&r2.counters;
#define CMP(f) if(x->f!=y->f&&!diff){diff=1;sprintf(what,#f" %ld != %ld",(long)x->f,(long)y->f);}
      CMP(hbm_read_bytes) CMP(hbm_write_bytes) CMP(tiles) CMP(tiles_skipped) CMP(kv_loads) CMP(mm1_macs) CMP(mm2_macs) CMP(exp2_ops)
      ta_cycles(b,c,x); CMP(cycles) for(int a=0;a<2;a++)for(int i=0;i<7;i++) if(x->stalls[a][i]!=y->stalls[a][i]&&!diff){diff=1;sprintf(what,"stall %d %s model %ld rtl %ld",a+1,ta_stall_name(i),(long)x->stalls[a][i],(long)y->stalls[a][i]);} CMP(busy_mm1) CMP(busy_mm2) CMP(busy_softmax) CMP(busy_dma) CMP(sram_rd) CMP(sram_wr)
      for(int a=0;a<2;a++){uint64_t t=0;for(int i=0;i<7;i++)t+=y->stalls[a][i]; if(t!=y->cycles&&!diff){diff=1;sprintf(what,"ledger %d sum %ld cycles %ld",a,(long)t,(long)y->cycles);}}
    }
    if(diff||n==1){bad+=diff; printf("%s seed %lu corner %d: nq %d nk %d d %d mode %d qr %d causal %d off %d ov %d st %d lat %d | %s cycles %ld\n",diff?"BAD":"ok",seed,corner,c->nq,c->nk,c->d,c->mode,c->q_rows,c->causal,c->offset,c->overlap,c->stream,c->latency,what,(long)r2.counters.cycles);
      if(bad>10)break;}
    free(ws);
  }
  printf("%d bad of %lu\n",bad,n); return bad!=0;}
