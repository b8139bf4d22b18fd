#!/bin/sh
# Builds the sample's program again, with its debugging information split off into a folder beside the one that it is in. With gcc
# 12.2 of Debian 12 the code is that of samples/callqueue, byte for byte, so samples/callqueue.tf is a trace of it.
set -eu
cd "$(dirname "$0")/work"
cp ../../../../samples/callqueue.c .
gcc -g -gsplit-dwarf -O0 -no-pie -ffile-prefix-map="$PWD"=. -c -o ../elsewhere/callqueue.o callqueue.c
gcc -no-pie -o callqueue ../elsewhere/callqueue.o
rm callqueue.c ../elsewhere/callqueue.o
