#!/bin/sh
# Libraries that call others, for each kind of stub, and in NAME.words.txt what gdb says of every fourth address of them.
cd "$(dirname "$0")" || exit 1

library() {
  name=$1
  shift
  "$@" -O1 -g0 -fPIC -shared -nostdlib -Wl,-z,max-page-size=4096 calls.c -o "$name"
  sections=$(readelf -SW "$name" | sed -n 's/^ *\[ *[0-9]*\] \(\.plt[a-z.]*\|\.got\.plt\) *[A-Z]* *\([0-9a-f]*\) [0-9a-f]* \([0-9a-f]*\).*/\2 \3/p')
  echo "$sections" | while read -r start size; do
    for offset in $(seq 0 4 $((0x$size - 4))); do
      printf 'output/a %d\necho \\n\n' $((0x$start + offset))
    done
  done > commands
  gdb-multiarch -q -nx -batch -x commands "$name" > "$name.words.txt" 2>&1
  rm commands
}

library x86_64 gcc -fcf-protection=none
library x86_64.marked gcc -fcf-protection=full -Wl,-z,ibtplt
library x86_64.lld clang -fuse-ld=lld
library i386 gcc -m32 -fcf-protection=none
library i386.marked gcc -m32 -fcf-protection=full -Wl,-z,ibtplt
library aarch64 aarch64-linux-gnu-gcc
library aarch64.signed aarch64-linux-gnu-gcc -mbranch-protection=standard -Wl,-z,pac-plt
library s390x s390x-linux-gnu-gcc
library riscv64 riscv64-linux-gnu-gcc
