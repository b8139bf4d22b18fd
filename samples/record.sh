#!/bin/sh
# Builds callqueue and records callqueue.tf, beside this file.
set -eu
cd "$(dirname "$0")"
gcc -g -O0 -no-pie -ffile-prefix-map="$PWD"=. -o callqueue callqueue.c
gdb -q -nx -batch -x record.gdb ./callqueue
