#!/bin/sh
# Builds the programs of ../extra and records its traces and oracles anew: all, or those named (x86_64/meter.null).
# Needs gcc, g++, gcc-multilib, gdb and gdbserver; leaves what gdb printed in a temporary folder.
set -eu
record=$(cd "$(dirname "$0")" && pwd)
logs=$(mktemp -d)
ulimit -c 0
cd "$record/../extra"

build() { # COMPILER DIRECTORY SOURCE PROGRAM FLAGS...
  compiler=$1 source=$3 program=$4
  cd "$2"
  shift 4
  "$compiler" -g -O0 -ffile-prefix-map="$PWD"=. "$@" -o "$program" "$source"
  cd ..
}

record() { # DIRECTORY/NAME
  name=${1##*/}
  cd "${1%/*}"
  echo "$1 (see $logs/$name.log)"
  rm -f "$name.tf"
  gdb -q -nx -batch -x "$name.rec.gdb" "./${name%%.*}" >"$logs/$name.log" 2>&1
  gdb -q -nx -batch -ex "set \$trace = \"$name\"" -x "$record/oracle.py" "./${name%%.*}" >>"$logs/$name.log" 2>&1
  cd ..
}

build gcc x86_64 meter.c meter -no-pie
build gcc x86_64 meter.c meter-pie -fPIE -pie
build gcc x86_64 vectors.c vectors -no-pie
build g++ x86_64 boxes.cc boxes -no-pie
build gcc i386 lanes.c lanes -m32 -no-pie -gdwarf-4
build gcc pie gearbox.c libgearbox.so -fPIC -shared
build gcc pie gears.c gears -fPIE -pie -Wl,--no-as-needed ./libgearbox.so -Wl,-rpath,\$ORIGIN
build gcc pie gears.c gears-rebuilt -fPIE -pie -DREBUILT -Wl,--no-as-needed ./libgearbox.so -Wl,-rpath,\$ORIGIN
build gcc pie kernel.c kernel -mcmodel=large -fno-pie -fcf-protection=none -fno-asynchronous-unwind-tables \
  -nostdlib -static -Wl,-T,kernel.lds -Wl,-z,max-page-size=0x1000 -Wl,--build-id=none
build gcc pie module.c module.ko -c -fno-pie -mcmodel=large -fcf-protection=none

if [ $# -eq 0 ]; then
  set -- */*.rec.gdb
fi
for trace; do
  record "${trace%.rec.gdb}"
done
