#!/bin/sh
# Compiles the programs of this folder and records what the GNU and LLVM tools say of them and of the
# programs in test/corpus. Needs gcc 12 with cross compilers, clang and lld 14, rustc, binutils 2.40,
# dwz, gdb-multiarch 13 and llvm-dwarfdump 14; the tests need none of them.
# The sources are compiled as if they stood in /build.
set -e
here=$(cd "$(dirname "$0")" && pwd)
corpus=$here/../../../corpus
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/source/* "$work"
cd "$work"
export LC_ALL=C
rm -rf "$here/programs" "$here/words"
mkdir -p "$here/programs" "$here/words"

plain='-nostdlib -static -Wl,-e,main -Wl,-z,noseparate-code -Wl,-z,max-page-size=4096 -ffreestanding -fno-asynchronous-unwind-tables'
build() { # NAME COMPILER ARGUMENTS…
  name=$1 compiler=$2
  shift 2
  "$compiler" $plain -fdebug-prefix-map="$work"=/build "$@" -o "$here/programs/$name"
}

for version in 2 3 4 5; do
  build gcc-dwarf$version-O0 gcc -gdwarf-$version -O0 main.c other.c
  build gcc-dwarf$version-O2 gcc -gdwarf-$version -O2 main.c other.c
  build clang-dwarf$version-O2 clang-14 -gdwarf-$version -O2 -fuse-ld=lld-14 main.c other.c
done
build clang-dwarf5-O0 clang-14 -gdwarf-5 -O0 -fuse-ld=lld-14 main.c other.c
build clang-aranges clang-14 -gdwarf-4 -gdwarf-aranges -O1 main.c other.c
build gcc-dwarf64-v3 gcc -gdwarf-3 -gdwarf64 -O1 main.c other.c
build gcc-dwarf64-v5 gcc -gdwarf-5 -gdwarf64 -O1 main.c other.c
build gcc-zlib gcc -g -gz=zlib -O2 main.c other.c
build gcc-zlib-gnu gcc -g -gz=zlib-gnu -O2 main.c other.c
cp "$here/programs/gcc-dwarf5-O2" "$here/programs/gcc-zstd"
objcopy --compress-debug-sections=zstd "$here/programs/gcc-zstd"
build gcc-sections gcc -g -O1 -ffunction-sections -fdata-sections -Wl,--gc-sections main.c other.c
build lld-sections clang-14 -gdwarf-5 -O1 -ffunction-sections -fuse-ld=lld-14 -Wl,--gc-sections main.c other.c
build lld-sections-dwarf4 clang-14 -gdwarf-4 -O1 -ffunction-sections -fuse-ld=lld-14 -Wl,--gc-sections main.c other.c
build gcc-lto gcc -g -O2 -flto -fno-ipa-icf main.c other.c
build gcc-pie gcc -g -O1 -static-pie -fPIE main.c other.c
build gcc-shared gcc -g -O1 -fPIC -shared -Wl,-e,0 main.c other.c
build gcc-i386 gcc -m32 -g -O2 -fno-pie -no-pie main.c other.c
build gcc-x32 gcc -mx32 -g -O1 -fno-pie -no-pie main.c other.c
build clang-split clang-14 -gdwarf-5 -gsplit-dwarf -O1 -fuse-ld=lld-14 main.c other.c
build gcc-shape g++ -g -O1 -fno-exceptions -fno-rtti -fno-threadsafe-statics shape.cc
build gcc-shape-types g++ -gdwarf-4 -fdebug-types-section -O0 -fno-exceptions -fno-rtti shape.cc
build gcc-shape-types5 g++ -gdwarf-5 -fdebug-types-section -O0 -fno-exceptions -fno-rtti shape.cc
build clang-shape clang++-14 -gdwarf-5 -O1 -fno-exceptions -fno-rtti shape.cc
gcc -gdwarf-5 -Wa,--debug-prefix-map="$work"=/build -c lines.s -o lines.o
ld -e main -z noseparate-code -Tdata=0x500000 lines.o -o "$here/programs/as-lines"
build arm-thumb arm-linux-gnueabi-gcc -g -O1 -mthumb -march=armv7-a main.c other.c
build ppc64-opd powerpc64-linux-gnu-gcc -g -O1 main.c other.c
build mips-be mips-linux-gnu-gcc -g -O1 -mno-abicalls -fno-pic main.c other.c
build aarch64 aarch64-linux-gnu-gcc -g -O2 main.c other.c
build s390x s390x-linux-gnu-gcc -g -O2 main.c other.c
build riscv64 riscv64-linux-gnu-gcc -g -O1 main.c other.c
gcc -g -O1 -c -fdebug-prefix-map="$work"=/build main.c -o "$here/programs/gcc-object"
rustc --remap-path-prefix "$work"=/build -g -C panic=abort -C opt-level=1 -C linker=gcc \
  -C link-args="$plain" -C relocation-model=static library.rs -o "$here/programs/rust" 2>/dev/null
cp "$here/programs/gcc-shape-types" "$here/programs/gcc-dwz"
dwz "$here/programs/gcc-dwz" || true
cp "$here/programs/gcc-dwarf5-O2" "$here/programs/stripped"
strip --strip-all "$here/programs/stripped"
cp "$here/programs/gcc-shared" "$here/programs/stripped-shared"
strip --strip-all "$here/programs/stripped-shared"

# What the tools say.
lines() { # NAME PROGRAM
  readelf -W --debug-dump=decodedline "$2" 2>/dev/null | tr -s ' ' > "$here/words/$1.decodedline.txt"
}

everything() { # NAME PROGRAM
  out=$here/words/$1 program=$2
  lines "$@"
  readelf -hSlW "$program" | tr -s ' ' > "$out.headers.txt"
  readelf -sW "$program" | tr -s ' ' > "$out.symbols.txt"
  llvm-dwarfdump-14 --debug-line "$program" 2>/dev/null | grep -E '^0x[0-9a-f]+ ' | tr -s ' ' > "$out.rows.txt" || true
  python3 "$here/addresses.py" "$program" > addresses.txt
  addr2line -afi -e "$program" < addresses.txt > "$out.addr2line.txt" 2> complaints.txt
  # Where it cannot read the DWARF it guesses from the symbols.
  if [ -s complaints.txt ]; then rm "$out.addr2line.txt"; fi
  gdb-multiarch -nx -batch -x "$here/gdbwords.py" "$program" > "$out.gdb.txt" 2>/dev/null
}

for program in "$here"/programs/*; do
  name=$(basename "$program")
  case $name in
    gcc-object) ;;
    *-dwarf[34]-O0 | gcc-dwarf[34]-O2 | clang-dwarf3-O2 | gcc-zlib* | gcc-zstd | *-types5 | gcc-x32 | lld-sections-dwarf4)
      lines "$name" "$program" ;;
    *) everything "$name" "$program" ;;
  esac
done
for program in x86_64/app x86_64/app-O2 x86_64/app-pie aarch64/app s390x/app; do
  everything "corpus-$(echo $program | tr / -)" "$corpus/$program"
done
lines corpus-aarch64-app-O2 "$corpus/aarch64/app-O2"
