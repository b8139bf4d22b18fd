#!/bin/sh
# Compiles programs whose debugging information stands in other files, each in a folder of its own under
# `separate`, and beside it `plain`, the same program with everything in it. Needs gcc 12, clang and lld 14,
# binutils 2.40, dwz 0.15 and llvm-dwp 14; the tests need none of them. The sources are compiled as if they stood in
# /build.
set -e
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/source/* "$work"
cd "$work"
export LC_ALL=C
out=$here/separate
rm -rf "$out"

plain='-nostdlib -static -Wl,-e,main -Wl,-z,noseparate-code -Wl,-z,max-page-size=4096 -ffreestanding -fno-asynchronous-unwind-tables -fno-pic -no-pie'
shape='-fno-exceptions -fno-rtti -fno-threadsafe-statics'
id=-Wl,--build-id=0x0123456789abcdef0123456789abcdef01234567

# NAME COMPILER ARGUMENTS…, the last of them the sources: makes NAME/plain and leaves NAME/program to be altered.
start() {
  name=$1 compiler=$2
  shift 2
  mkdir -p "$out/$name"
  "$compiler" $plain $id -fdebug-prefix-map="$work"=/build "$@" -o "$out/$name/plain"
  cp "$out/$name/plain" "$out/$name/program"
}

take_out() { # NAME OBJCOPY-ARGUMENTS…: debugging information into program.debug
  objcopy --only-keep-debug "$out/$1/program" "$out/$1/program.debug"
  strip "$out/$1/program"
}

start debuglink gcc -g -O2 main.c other.c
take_out debuglink
objcopy --remove-section .note.gnu.build-id "$out/debuglink/program"
(cd "$out/debuglink" && objcopy --add-gnu-debuglink=program.debug program)

start subfolder gcc -g -O2 main.c other.c
take_out subfolder
mkdir "$out/subfolder/.debug"
objcopy --compress-debug-sections=zlib "$out/subfolder/program.debug"
(cd "$out/subfolder" && objcopy --add-gnu-debuglink=program.debug program && mv program.debug .debug)

start build-id g++ -g -O1 $shape shape.cc
take_out build-id
mkdir -p "$out/build-id/folder/.build-id/01"
mv "$out/build-id/program.debug" "$out/build-id/folder/.build-id/01/23456789abcdef0123456789abcdef01234567.debug"

start other-build gcc -g -O2 main.c other.c
take_out other-build
(cd "$out/other-build" && objcopy --add-gnu-debuglink=program.debug program)
objcopy --only-keep-debug "$out/debuglink/plain" other.debug
objcopy --remove-section .note.gnu.build-id --remove-section .comment other.debug "$out/other-build/program.debug"

split() { # NAME COMPILER ARGUMENTS…
  start "$@"
  name=$1 compiler=$2 flags=
  shift 2
  mkdir split
  (cd split && cp ../*.c ../*.h ../*.cc . && for source in "$@"; do
    case $source in
      *.c | *.cc) "$compiler" $plain -fdebug-prefix-map="$work/split"=/build $flags -gsplit-dwarf -c "$source" -o "${source%.*}.o" ;;
      -*) flags="$flags $source" ;;
    esac
  done
  "$compiler" $plain $id $flags *.o -o "$out/$name/program")
  mv split/*.dwo "$out/$name"
  rm -r split
}

split gcc-split4 gcc -gdwarf-4 -O2 main.c other.c
split gcc-split5 gcc -gdwarf-5 -O2 main.c other.c
split clang-split4 clang-14 -gdwarf-4 -O2 -fuse-ld=lld-14 main.c other.c
split clang-split5 clang-14 -gdwarf-5 -O2 -fuse-ld=lld-14 main.c other.c
split gcc-split-types4 g++ -gdwarf-4 -O1 $shape -fdebug-types-section shape.cc
split gcc-split-types5 g++ -gdwarf-5 -O1 $shape -fdebug-types-section shape.cc

pack() { # NAME OF DWP-COMMAND…
  mkdir -p "$out/$1"
  cp "$out/$2/plain" "$out/$2/program" "$out/$1"
  (cd "$out/$2" && shift 2 && "$@" *.dwo -o "$work/packed.dwp")
  mv packed.dwp "$out/$1/program.dwp"
}

pack gnu-package4 gcc-split4 dwp
pack llvm-package4 clang-split4 llvm-dwp-14
pack llvm-package5 clang-split5 llvm-dwp-14
pack gnu-package-types4 gcc-split-types4 dwp

common() { # NAME DWZ-ARGUMENTS…: two programs with what they have in common in one file
  start "$1" g++ -gdwarf-4 -O0 $shape shape.cc
  name=$1
  shift
  cp "$out/$name/program" second
  (cd "$out/$name" && dwz "$@" -l none -L none -M common.dwz -m common.dwz program "$work/second")
}

common dwz
common dwz5 --dwarf-5

# Without the table of names in `plain`.
start names clang++-14 -gdwarf-5 -gpubnames -O1 $shape -fuse-ld=lld-14 shape.cc
objcopy --remove-section .debug_names "$out/names/plain"
start names2 clang-14 -gdwarf-5 -gpubnames -O2 -fuse-ld=lld-14 main.c other.c
objcopy --remove-section .debug_names "$out/names2/plain"
