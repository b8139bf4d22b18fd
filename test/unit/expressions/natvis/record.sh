#!/bin/sh
# Builds the program and records its trace: the stack and the heap where its containers are. Needs g++, gdb, gdbserver.
set -eu
cd "$(dirname "$0")"
g++ -std=c++17 -g -O0 -gz=zlib -no-pie -ffile-prefix-map="$PWD"=. containers.cc -o containers
gdb -q -nx -batch -x record.py ./containers
