#!/bin/sh
# Builds the programs, records their branches, and asks gdb what it says of them. Wants gcc, gdb and python3 on x86-64.
set -e
cd "$(dirname "$0")"
flags="-g -gdwarf-5 -nostdlib -nostartfiles -fno-stack-protector -fcf-protection=none -fno-asynchronous-unwind-tables -ffile-prefix-map=$PWD=/build/branches"
gcc $flags -O0 -static -no-pie -o tree tree.c
gcc $flags -O2 -fno-inline -static-pie -fPIE -o tree-O2 tree.c

trace() { gdb -q -nx -batch -ex "py OUT='$3'; KEEP=$2" -x record.py "./$1" | tail -1; }
trace tree 0 tree.btrace
trace tree 28 tree-tail.btrace
trace tree-O2 0 tree-O2.btrace
# Blocks that cannot be: one of no program, one that ends inside an instruction.
sed -e '12i <block begin="0x500000" end="0x500010"/>' -e '30i <block begin="0x401000" end="0x401002"/>' tree.btrace > tree-gaps.btrace

ask() {
  port=$(mktemp)
  python3 stub.py "$1" "$2" "$3.btrace" > "$port" &
  while [ ! -s "$port" ]; do sleep 0.1; done
  gdb -q -nx -batch -ex "py OUT='$3.words.txt'; FORMAT='${4:-bts}'" -ex "target remote 127.0.0.1:$(cat "$port")" -x ask.py "$1" > /dev/null 2>&1
  rm "$port"
}
ask tree 0 tree
ask tree 0 tree-tail
ask tree 0 tree-gaps
ask tree-O2 0x7ffff7ffb000 tree-O2

# Intel PT of the same runs: what ../intelPt/record.py wrote.
for each in tree-pt tree-pt-gaps; do ask tree 0 $each pt; done
ask tree-O2 0x7ffff7ffb000 tree-O2-pt pt
