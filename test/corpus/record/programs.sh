#!/bin/sh
# Builds the programs of ../programs and records its traces and oracles anew: all, or those of the folders named.
# Needs gcc, g++, gcc-multilib, clang, rustc, gdc, gfortran, gnat, gccgo-12, fpc, dwz, gdb, gdb-multiarch and gdbserver;
# leaves what gdb printed in a temporary folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
logs=$(mktemp -d)
export PYTHONPATH="/usr/share/gcc/python:$(rustc --print sysroot)/lib/rustlib/etc"
export LC_ALL=C.UTF-8
ulimit -c 0

compile() { # COMPILER FLAGS...: in a folder that is on no machine
  "$@" -g "-ffile-prefix-map=$PWD=/build/${PWD##*/}" -fno-pie -no-pie
}

run() { # KIND PROGRAM
  kind=$1 program=$2 trace=$2.$1
  echo "${PWD##*/}/$trace (see $logs/$trace.log)"
  rm -f "$trace.tf" "$trace".*oracle.txt
  gdb -q -nx -batch -ex "$(variable program "$program")" -ex "$(variable trace "$trace")" \
    -x "$kind.rec.gdb" "$program" >"$logs/$trace.log" 2>&1
}

record() { # KIND PROGRAM
  run "$@"
  ask
}

variable() { # NAME TEXT: the command that sets it, in every language
  echo "python gdb.set_convenience_variable('$1', '$2')"
}

ask() { # [GDB'S ARGUMENTS...]
  "$debugger" -q -nx -batch -ex "$(variable trace "$trace")" "$@" -x "$here/programs.py" "$program" \
    >>"$logs/${trace##*/}.log" 2>&1
}

ask_pretty() {
  ask -ex "$(variable pretty yes)"
}

agree() { # PROGRAM...: of the same code as the one that was recorded, so gdb says the same of its trace
  mv "$trace.oracle.txt" "$logs/$trace.oracle.txt"
  for program; do
    ask
    cmp "$trace.oracle.txt" "$logs/$trace.oracle.txt"
  done
}

ask_other() { # PROGRAM TRACE: of a trace that was recorded on another machine
  other=../../${PWD##*/}
  program=$other/$1 trace=$other/$2
  echo "${PWD##*/}/$2"
  ask
}

slide() { # SYMBOL FILE: how far from its place in the file it was when traced, by what gdb printed last
  ran=$(sed -n "s/^\$.* \(0x[0-9a-f]*\) <$1>$/\1/p" "$logs/$trace.log")
  printf '0x%x' "$((ran - 0x$(nm "$2" | sed -n "s/ T $1$//p")))"
}

values() {
  compile gcc -O0 -o values values.c
  compile clang -O0 -o values-clang values.c
  record plain values
  record plain values-clang
}

classes() {
  compile g++ -std=c++20 -O0 -o classes classes.cc
  compile clang++ -std=c++20 -gdwarf-4 -O0 -o classes-clang classes.cc
  record plain classes
  record partial classes
  record plain classes-clang
}

inlined() {
  compile gcc -O2 -o inlined inlined.c
  compile clang -O2 -o inlined-clang inlined.c
  record plain inlined
  record registers inlined
  record plain inlined-clang
}

containers() {
  compile g++ -std=c++17 -O0 -o containers containers.cc
  objcopy --wildcard -N '_ZNS*' -N '_ZNK*' -N '_ZSt*' -N '_ZN9__*' --compress-debug-sections=zlib containers
  record plain containers
  ask_pretty
}

holders() {
  compile g++ -std=c++20 -O0 -o holders holders.cc
  objcopy --wildcard -N '_ZNS*' -N '_ZNK*' -N '_ZSt*' -N '_ZN9__*' --compress-debug-sections=zlib holders
  record plain holders
  ask_pretty
}

rust() {
  ln -sf "$(rustc --print sysroot)"/lib/rustlib/*/lib/libstd-*.so .
  for level in 0 2; do
    rustc -g -A warnings -C "opt-level=$level" -C prefer-dynamic -C relocation-model=static \
      "--remap-path-prefix=$PWD=/build/rust" -o "rusty-O$level" rusty.rs
    objcopy --compress-debug-sections=zlib "rusty-O$level"
    record plain "rusty-O$level"
    ask_pretty
  done
  rm libstd-*.so
}

d() {
  compile gdc -O0 -shared-libphobos -o garden garden.d
  record plain garden
}

fortran() {
  compile gfortran -O0 -J "$logs" -o tides tides.f90
  record plain tides
}

ada() {
  for unit in fleet ships; do
    compile gcc -O0 -c -o "$logs/$unit.o" "$unit.adb"
  done
  (cd "$logs" && gnatbind -shared fleet && gnatlink fleet -no-pie) && mv "$logs/fleet" .
  objcopy --compress-debug-sections=zlib fleet
  record plain fleet
}

pascal() {
  # Its information holds the folder in which it was compiled.
  mkdir -p /build/pascal
  cp locks.pas /build/pascal
  (cd /build/pascal && fpc -gw3 -O- -CX -XX locks.pas >"$logs/fpc.log")
  mv /build/pascal/locks .
  objcopy --compress-debug-sections=zlib locks
  record plain locks
}

go() {
  compile gccgo-12 -O0 -o harvest harvest.go
  objcopy --compress-debug-sections=zlib harvest
  record plain harvest
}

nested() {
  compile gcc -O0 -o nested nested.c
  record plain nested
}

names() { # In three forms, of which one trace each is enough
  compile clang++ -O0 -gsimple-template-names -o names-simple names.cc
  compile g++ -O0 -fdebug-types-section -o names-units names.cc
  record plain names-simple
  record plain names-units
}

mini() { # gdb manual, "MiniDebugInfo"
  compile gcc -O0 -o mini mini.c
  record plain mini
  nm mini --format=posix --defined-only | awk '$2 ~ /[TtD]/ { print $1 }' >"$logs/kept"
  objcopy --only-keep-debug mini "$logs/debug"
  objcopy -S --keep-symbols="$logs/kept" "$logs/debug" "$logs/symbols"
  xz "$logs/symbols"
  strip --strip-all mini
  objcopy --add-section .gnu_debugdata="$logs/symbols.xz" mini
  ask
}

places() { # Its sources are nowhere: they were compiled in a folder of another name
  compile gcc -O0 -o places main.c first/util.c second/util.c
  record plain places
}

signals() {
  compile gcc -O0 -o signals signals.c
  record plain signals
}

partial() {
  compile gcc -O0 -o partial partial.c
  record members partial
  record string partial
}

opaque() {
  for part in opaque store; do
    compile gcc -O0 -c -o $part.o $part.c
  done
  compile gcc -o opaque opaque.o store.o
  for part in opaque store; do
    compile gcc -O0 -gsplit-dwarf -c -o $part.o $part.c
  done
  compile gcc -o opaque-split opaque.o store.o
  rm opaque.o store.o
  run plain opaque
}

pie() {
  flags="-g -O0 -fPIC -ffile-prefix-map=$PWD=/build/pie"
  gcc $flags -shared -o libgauge.so gauge.c
  gcc $flags -pie -o harbour harbour.c libgauge.so '-Wl,-rpath,$ORIGIN'
  run plain harbour
  # gdb moves the symbols of a program but not its constants: for these it gets a copy whose sections lie where they were.
  moved=$(slide main harbour)
  objcopy --change-addresses="$moved" harbour "$logs/harbour"
  ask -ex "exec-file $logs/harbour" -ex "symbol-file -o $moved harbour" \
    -ex "add-symbol-file libgauge.so -o $(slide gauge_read libgauge.so)"
}

tour() {
  sed 's/\$rsp/$esp/; /^# registers/s/ r/ e/g' plain.rec.gdb >plain32.rec.gdb
  compile gcc -O0 -gdwarf-2 -gstrict-dwarf -o tour-dwarf2 tour.c
  compile gcc -O1 -gdwarf-4 -o tour-dwarf4 tour.c
  compile gcc -O1 -o tour-dwarf5 tour.c
  compile gcc -O2 -o tour-O2 tour.c
  compile gcc -O1 -gdwarf-4 -fdebug-types-section -o tour-types tour.c
  compile gcc -O1 -gdwarf64 -o tour-dwarf64 tour.c
  compile gcc -O1 -gsplit-dwarf -o tour-split tour.c
  compile gcc -O1 -gsplit-dwarf -gdwarf-4 -o tour-split4 tour.c
  compile gcc -O1 -m32 -o tour-i386 tour.c
  compile gcc -O2 -m32 -gdwarf-4 -o tour-i386-O2 tour.c
  compile clang -O1 -o tour-clang tour.c
  compile clang -O0 -gdwarf-2 -m32 -o tour-clang-i386 tour.c
  for way in zlib zlib-gnu zstd; do
    objcopy --compress-debug-sections=$way tour-dwarf5 tour-$way
  done
  objcopy --only-keep-debug tour-dwarf5 tour-separate.debug
  objcopy --strip-debug --add-gnu-debuglink=tour-separate.debug tour-dwarf5 tour-separate
  cp tour-dwarf5 tour-dwz
  cp tour-dwarf5 tour-dwz-twin
  dwz --relative -m tour-common.dwz tour-dwz tour-dwz-twin
  rm tour-dwz-twin
  for program in dwarf2 O2 clang; do
    record plain "tour-$program"
  done
  for program in i386 i386-O2 clang-i386; do
    record plain32 "tour-$program"
  done
  record plain tour-dwarf5
  agree tour-dwarf4 tour-dwarf64 tour-types tour-split tour-split4 tour-zlib tour-zlib-gnu tour-zstd tour-separate tour-dwz
}

aarch64() {
  debugger=gdb-multiarch
  ask_other app t1-regs
  ask_other app-O2 t4-O2
}

s390x() {
  debugger=gdb-multiarch
  ask_other app t1-regs
}

suite() {
  compile gcc -O2 -o suite suite.c
  run plain suite
}

[ $# -gt 0 ] || set -- values classes inlined containers holders rust d fortran ada pascal go nested names mini places signals partial opaque suite pie tour aarch64 s390x
for folder; do
  cd "$here/../programs/$folder"
  debugger=gdb
  "$folder"
done
