#!/bin/sh
# Fuzzes every parser, guided by coverage: ./fuzz.sh [inputs per parser] [target...]
set -eu
cd "$(dirname "$0")"
runs=${1:-1000000}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- $(ls src/bin | sed 's/\.rs$//')
for target; do
    mkdir -p "found/$target"
    cargo run --quiet --release --bin "$target" -- -runs="$runs" -max_len=3000 -timeout=10 -rss_limit_mb=1024 \
        -dict=dictionary.txt -artifact_prefix="found/crash-$target-" "found/$target" "corpus/$target"
done
