#!/bin/sh
# Builds the programs, records their traces, and asks gdb about them. Needs gcc, gdb and gdbserver. Where the compiler
# moves the code, the addresses of the tracepoints have to follow.
set -eu
cd "$(dirname "$0")"
for version in 4 5; do
  program=dwarf$version
  gcc -O2 -fno-ipa-ra -g -gdwarf-$version -fno-pie -no-pie -ffile-prefix-map="$PWD"=. implicit.c -o "$program"
  gdb -q -nx -batch -ex "set \$program = \"$program\"" -x record.gdb "./$program"
  gdb -q -nx -batch -ex "target tfile $program.tf" -x ask.py "./$program"
done
