#!/bin/sh
# Compiles the programs of this folder and records what gdb says of their scopes, variables and types, and
# llvm-dwarfdump of their locations and calls. Needs gcc 12 with cross compilers, clang, lld and
# llvm-dwarfdump 14, rustc, dwz and gdb-multiarch 13; the tests need none of them.
# The sources are compiled as if they stood in /build.
set -e
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/source/* "$work"
cd "$work"
export LC_ALL=C
rm -rf "$here/programs" "$here/words" "$here/locations"
mkdir -p "$here/programs" "$here/words"

plain='-nostdlib -static -Wl,-e,main -Wl,-z,noseparate-code -Wl,-z,max-page-size=4096 -ffreestanding -fno-asynchronous-unwind-tables'
build() { # NAME COMPILER ARGUMENTS…
  name=$1 compiler=$2
  shift 2
  "$compiler" $plain -fdebug-prefix-map="$work"=/build "$@" -o "$here/programs/$name"
}
c='everything.c elsewhere.c'
cc='-fno-exceptions -fno-rtti -fno-threadsafe-statics classes.cc'
lld=-fuse-ld=lld-14

for version in 2 4 5; do
  build gcc-dwarf$version-O0 gcc -gdwarf-$version -O0 $c
  build gcc-dwarf$version-O2 gcc -gdwarf-$version -O2 $c
  build clang-dwarf$version-O2 clang-14 -gdwarf-$version -O2 $lld $c
done
build gcc-dwarf2-strict gcc -gdwarf-2 -gstrict-dwarf -O0 $c
build clang-dwarf5-O0 clang-14 -gdwarf-5 -O0 $lld $c
build gcc-dwarf64 gcc -gdwarf-5 -gdwarf64 -O2 $c
build gcc-i386 gcc -m32 -g -O2 -fno-pie -no-pie $c
build gcc-types4 gcc -gdwarf-4 -fdebug-types-section -O0 $c
build aarch64 aarch64-linux-gnu-gcc -g -O2 $c
build riscv64 riscv64-linux-gnu-gcc -g -O1 $c
build s390x s390x-linux-gnu-gcc -g -O2 $c
build s390x-dwarf2 s390x-linux-gnu-gcc -gdwarf-2 -gstrict-dwarf -O0 $c
build ppc64 powerpc64-linux-gnu-gcc -g -O1 $c
build mips mips-linux-gnu-gcc -gdwarf-3 -O1 -mno-abicalls -fno-pic $c
for version in 4 5; do
  build gcc-classes$version g++ -gdwarf-$version -O0 $cc
  build gcc-classes$version-types g++ -gdwarf-$version -fdebug-types-section -O0 $cc
  build clang-classes$version clang++-14 -gdwarf-$version -O0 $lld $cc
done
build gcc-classes-O2 g++ -g -O2 $cc
build clang-classes-O2 clang++-14 -g -O2 $lld $cc
build gcc-classes-i386 g++ -m32 -g -O1 -fno-pie -no-pie $cc
cp "$here/programs/gcc-classes4-types" "$here/programs/gcc-classes-dwz"
dwz "$here/programs/gcc-classes-dwz"
for level in 0 2; do
  rustc --remap-path-prefix "$work"=/build -g -C panic=abort -C opt-level=$level -C linker=gcc \
    -C link-args="$plain -Wl,--unresolved-symbols=ignore-all" -C relocation-model=static variants.rs -o rust 2> rustc.txt || cat rustc.txt
  cp rust "$here/programs/rust-O$level"
done

for program in "$here"/programs/*; do
  gdb-multiarch -nx -batch -x "$here/entitywords.py" "$program" > "$here/words/$(basename "$program").jsonl" 2> complaints.txt
  if grep -q Traceback complaints.txt; then cat complaints.txt; fi
done
mkdir -p "$here/locations"
for name in gcc-dwarf2-O2 gcc-dwarf4-O2 gcc-dwarf5-O2 gcc-dwarf64 gcc-i386 gcc-classes-O2 clang-dwarf2-O2 clang-dwarf4-O2 \
  clang-dwarf5-O2 clang-classes-O2 aarch64 riscv64 s390x ppc64 mips rust-O2; do
  llvm-dwarfdump-14 --debug-info "$here/programs/$name" 2> complaints.txt | python3 "$here/locationwords.py" > "$here/locations/$name.jsonl"
done
