#!/bin/sh
# Builds the program with clang and libc++ 14, and records its trace: the stack and the heap where its containers are.
# Needs clang, libc++-14-dev, gdb and gdbserver. LIBCXX may name where libc++ is installed, if not in its usual place.
set -eu
cd "$(dirname "$0")"
root=${LIBCXX:-}
llvm=$root/usr/lib/llvm-14
libraries=$root/usr/lib/x86_64-linux-gnu
clang++ -std=c++17 -g -O0 -gz=zlib -no-pie -ffile-prefix-map="$PWD"=. -fdebug-compilation-dir=. -nostdinc++ \
  -isystem "$llvm/include/c++/v1" -stdlib=libc++ -nostdlib++ boxes.cc -o boxes \
  "$llvm/lib/libc++.so.1" "$llvm/lib/libc++abi.so.1" -Wl,-rpath-link,"$libraries"
LD_LIBRARY_PATH=$libraries gdb -q -nx -batch -x record.py ./boxes
