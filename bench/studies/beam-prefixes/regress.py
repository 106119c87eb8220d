"""What decides a prefix's score: variance between and within prefixes, and what features of colours explain.

usage: regress.py EDGEWISE SAMPLE.jsonl      (needs numpy)
"""
import json
import subprocess
import sys
from collections import Counter

import numpy as np

base=json.loads(subprocess.run([sys.argv[1],"puzzle","convert","eternity2","--clues","five","--to","json"],capture_output=True,text=True).stdout)
pieces=base["pieces"]
rows=[json.loads(l) for l in open(sys.argv[2])]
S=np.array([r["scores"] for r in rows],float)
k=S.shape[1]
between=S.mean(1).var(ddof=1); within=S.var(1,ddof=1).mean()
vb=between-within/k
print("n",len(rows),"between var",vb,"within var",within,"ICC",vb/(vb+within),"reliability of mean",vb/between)
y=S.mean(1)
def feats(r):
    placed={}
    for (row,col,p,rot) in r["prefix"]: placed[(row,col)]=(p,rot)
    used={p for p,_ in placed.values()}
    pool=[p for p in range(256) if p not in used]
    def side(p,rot): s=pieces[p]; return [s[(i+4-rot)%4] for i in range(4)]
    n=Counter(); 
    for p in pool:
        for c in pieces[p]:
            n[c]+=1
    N=sum(n[c] for c in range(6,23)); Nf=sum(n[c] for c in range(1,6))
    inner=[p for p in pool if 0 not in pieces[p]]
    m=Counter()
    for p in inner:
        s=pieces[p]
        for i in range(4):
            m[(s[i],s[(i+1)%4])]+=1
    dd=Counter(); br=0
    for (row,col),(p,rot) in placed.items():
        s=side(p,rot)
        for i,(dr,dc) in enumerate([(-1,0),(0,1),(1,0),(0,-1)]):
            q=(row+dr,col+dc)
            if 0<=q[0]<16 and 0<=q[1]<16:
                if q not in placed: dd[s[i]]+=1
                elif i in(1,2):
                    t=side(*placed[q]); br+= t[(i+2)%4]!=s[i]
    f={}
    f["breaks"]=br
    f["S/N"]=sum(n[c]**2 for c in range(6,23))/N
    f["Sf/N"]=sum(n[c]**2 for c in range(1,6))/max(Nf,1)
    f["ent"]=sum(n[c]*np.log(n[c]) for c in range(6,23) if n[c])
    f["openS"]=sum((n[c]+dd[c])**2 for c in range(6,23))/N
    f["openent"]=sum((n[c]+dd[c])*np.log(n[c]+dd[c]) for c in range(6,23) if n[c]+dd[c])
    f["T"]=sum(v*n[a]*n[b] for (a,b),v in m.items())/N**2
    f["mm"]=sum(v*v for v in m.values())/N
    f["dn"]=sum(dd[c]*n[c] for c in range(6,23))/N
    f["dlogn"]=sum(dd[c]*np.log(max(n[c],.5)) for c in range(6,23))
    f["Tdn"]=sum(v*(dd[a]*n[b]+dd[b]*n[a]) for (a,b),v in m.items())/N/sum(dd[c] for c in range(6,23))
    f["odd"]=sum((n[c]+dd[c])%2 for c in range(6,23))
    f["short"]=sum(max(0,dd[c]-n[c]) for c in range(1,23))
    # piece badness: product of four colour frequencies, log-mean, and the worst pieces
    lb=[sum(np.log(n[c]) for c in pieces[p]) for p in inner]
    f["logprod"]=sum(lb)
    f["worst10"]=sum(sorted(sum(n[c] for c in pieces[p]) for p in inner)[:10])
    f["min1"]=sum(min(n[c] for c in pieces[p]) for p in inner)
    f["mincorner"]=sum(min(n[pieces[p][i]]*n[pieces[p][(i+1)%4]] for i in range(4)) for p in inner)/N
    f["maxcorner"]=sum(max(n[pieces[p][i]]*n[pieces[p][(i+1)%4]] for i in range(4)) for p in inner)/N
    f["rare"]=sum(1 for p in inner if min(n[c] for c in pieces[p])<=4)
    f["opp"]=sum(n[pieces[p][i]]*n[pieces[p][(i+2)%4]] for p in inner for i in range(2))/N**2
    f["edge_in"]=sum(n[pieces[p][j]] for p in pool if 0 in pieces[p] and pieces[p].count(0)==1 for j in [(pieces[p].index(0)+2)%4])/N
    f["edge_pairs"]=sum(n[pieces[p][(pieces[p].index(0)+1)%4]]*n[pieces[p][(pieces[p].index(0)+3)%4]] for p in pool if pieces[p].count(0)==1)/max(Nf,1)
    return f
F=[feats(r) for r in rows]
names=list(F[0]); X=np.array([[f[k] for k in names] for f in F],float)
print("S/N sd",X[:,1].std())
for i,nm in enumerate(names):
    if X[:,i].std()>0: print(f"{nm:10s} r={np.corrcoef(X[:,i],y)[0,1]:+.3f}")
def r2(cols):
    A=np.c_[np.ones(len(y)),X[:,[names.index(c) for c in cols]]]
    # 10-fold cross-validated
    idx=np.arange(len(y)); pred=np.zeros(len(y))
    for f in range(10):
        te=idx%10==f
        w=np.linalg.lstsq(A[~te],y[~te],rcond=None)[0]; pred[te]=A[te]@w
    return 1-((y-pred)**2).sum()/((y-y.mean())**2).sum()
print("cv R2 of mean; ceiling",vb/between)
cur=[]; 
for step in range(6):
    best=max((r2(cur+[c]),c) for c in names if c not in cur and X[:,names.index(c)].std()>0)
    cur.append(best[1]); print(best)
print("S/N alone",r2(["S/N"]),"S/N,Sf/N,breaks",r2(["S/N","Sf/N","breaks"]))
