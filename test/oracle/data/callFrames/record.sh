#!/bin/sh
# Assembles and compiles the programs of source/ for several processors and writes down what readelf, and where it is
# wrong llvm-dwarfdump, say of their call frame information and that of the programs of the corpus.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
corpus=$here/../../../corpus
cd "$here/source"
rm -rf "$here/programs" "$here/words"
mkdir "$here/programs" "$here/words"

link='-nostdlib -static -no-pie -Wl,--build-id=none,--eh-frame-hdr,-z,max-page-size=4096,-z,noseparate-code,-e,_start'
# Where a compiler is told to make no .eh_frame it makes .debug_frame.
compiled() { # NAME COMPILER FLAGS...
  name=$1
  shift
  "$@" $link leaf.c -lgcc -o "$here/programs/$name"
}
compiled x86-64 gcc -O2 -fasynchronous-unwind-tables
compiled x86-64-O0 gcc -O0 -fasynchronous-unwind-tables
compiled x86-64-debug gcc -O2 -g -fno-asynchronous-unwind-tables -fno-unwind-tables
compiled x86-64-clang clang -O2 -fasynchronous-unwind-tables
compiled x86-64-no-table gcc -O2 -fasynchronous-unwind-tables -Wl,--no-eh-frame-hdr
compiled i386 gcc -m32 -O2 -fasynchronous-unwind-tables
compiled i386-pushes gcc -m32 -O2 -mno-accumulate-outgoing-args -fomit-frame-pointer -fasynchronous-unwind-tables
compiled x32 gcc -mx32 -O2 -fasynchronous-unwind-tables
for machine in aarch64 s390x riscv64 powerpc64 mips; do
  compiled $machine $machine-linux-gnu-gcc -O2 -fasynchronous-unwind-tables
  compiled $machine-debug $machine-linux-gnu-gcc -O2 -g -fno-asynchronous-unwind-tables -fno-unwind-tables
done
compiled arm-debug arm-linux-gnueabi-gcc -O2 -g -marm
compiled thumb-debug arm-linux-gnueabi-gcc -O2 -g -mthumb -march=armv7-a
compiled aarch64-signed aarch64-linux-gnu-gcc -O2 -mbranch-protection=pac-ret+leaf -fasynchronous-unwind-tables

assembled() { # SECTION FLAGS...
  section=$1
  shift
  sed "s/SECTION/$section/" instructions.s | as "$@" -o instructions.o
}
assembled .eh_frame
ld --eh-frame-hdr instructions.o -o "$here/programs/instructions"
ld --no-ld-generated-unwind-info instructions.o -o "$here/programs/instructions-no-table"
ld --eh-frame-hdr -pie --no-dynamic-linker instructions.o -o "$here/programs/instructions-pie"
for version in 1 3 4; do
  assembled .debug_frame --gdwarf-cie-version=$version
  ld instructions.o -o "$here/programs/instructions-debug-$version"
done
aarch64-linux-gnu-as signed.s -o instructions.o
aarch64-linux-gnu-ld --eh-frame-hdr instructions.o -o "$here/programs/signed-b-key"
rm instructions.o
cp "$here/programs/x86-64" "$here/programs/no-section-headers"
python3 - "$here/programs/no-section-headers" << 'END'
import struct, sys
with open(sys.argv[1], 'r+b') as program:
    program.seek(0x28)
    program.write(struct.pack('<Q', 0))
    program.seek(0x3a)
    program.write(struct.pack('<HHH', 0, 0, 0))
END
for program in "$here"/programs/*; do
  strip --strip-debug --keep-section=.debug_frame "$program" 2> /dev/null || true
done

frames() { # NAME PROGRAM
  readelf -W --debug-dump=frames-interp "$2" 2> /dev/null | tr -s ' ' |
    sed -E '/^$/d; /ZERO terminator/d; s/ $//; s/(^|[ .=])0{8}([0-9a-f]{8})/\1\2/g' > "$here/words/$1.txt"
}
for program in "$here"/programs/*; do
  name=$(basename "$program")
  [ "$name" = no-section-headers ] || frames "$name" "$program"
done
for program in x86_64/app x86_64/app-O2 x86_64/app-pie aarch64/app s390x/app extra/i386/lanes extra/x86_64/boxes; do
  frames "corpus-$(echo $program | tr / -)" "$corpus/$program"
done
cp "$here/words/x86-64.txt" "$here/words/no-section-headers.txt"
