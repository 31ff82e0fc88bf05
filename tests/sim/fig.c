#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "golden/golden.h"
#include "sim/sim.h"
static void one(int bi,int n,int d,int mode,int qr,int causal,int ov,int st,int lat){
  const ta_build*b=ta_build_at(bi); ta_sim*s=ta_sim_new(bi);
  size_t sz=(size_t)(b->nmax*b->dmax); int8_t*q=calloc(sz,1),*k=calloc(sz,1),*v=calloc(sz,1);
  for(size_t i=0;i<sz;i++){q[i]=(int8_t)(rand()%255-127);k[i]=(int8_t)(rand()%255-127);v[i]=(int8_t)(rand()%255-127);}
  ta_job j={*b,{n,n,d,mode,qr,causal,0,ov,st,lat,5000},q,k,v}; int16_t*o=malloc(2*sz);
  ta_result r={o,0,0,{0}}; int e=ta_sim_job(s,&j,&r);
  printf("%-7s n %4d d %3d %s qr %3d ov %d st %d lat %2d causal %d: st %d cycles %7ld bytes %7ld util %.4f | mm1",b->name,n,d,mode?"NAIVE":"FLASH",qr,ov,st,lat,causal,e,(long)r.counters.cycles,(long)(r.counters.hbm_read_bytes+r.counters.hbm_write_bytes),(double)(r.counters.mm1_macs+r.counters.mm2_macs)/(2.0*b->a*b->a*r.counters.cycles));
  for(int a=0;a<2;a++){for(int i=0;i<7;i++)printf(" %ld",(long)r.counters.stalls[a][i]); printf(" |");} printf("\n"); ta_sim_free(s); free(q);free(k);free(v);free(o);}
int main(void){ one(0,32,4,0,16,0,1,1,10);one(0,32,4,0,32,0,1,1,10);one(0,32,4,0,4,0,1,1,10);one(0,32,4,1,4,0,1,1,10);one(0,32,4,0,4,0,0,0,10);one(0,32,4,0,16,0,0,0,10);
 one(1,32,4,0,32,0,1,1,10); one(1,32,4,0,16,0,1,1,10);
 for(int n=128;n<=512;n*=2)for(int qr=32;qr<=64;qr*=2)one(3,n,64,0,qr,0,1,1,10); one(2,64,64,0,32,0,1,1,10);one(2,64,64,0,16,0,1,1,10);one(3,128,64,1,8,0,1,1,10); one(5,128,64,0,64,0,1,1,10); one(3,512,64,0,32,1,1,1,10);return 0;}
