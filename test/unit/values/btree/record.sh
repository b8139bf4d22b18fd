#!/bin/sh
# Builds the program with rustc 1.95 and records its trace: the stack and the heap where its collections are.
set -eu
cd "$(dirname "$0")"
rustc -g -C relocation-model=static -C prefer-dynamic -C opt-level=0 \
  -C link-arg=-Wl,--compress-debug-sections=zlib --remap-path-prefix="$PWD"=. trees.rs -o trees
LD_LIBRARY_PATH=$(rustc --print target-libdir) gdb -q -nx -batch -x record.py ./trees
