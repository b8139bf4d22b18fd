// The real programs that gdb and we are held against each other on: where each comes from, and how it is built and run.
// Together they cover both compilers, the levels of optimisation, and what linkers and compilers do to debug information.

/** @typedef {import('./sources.mjs').Source} Source */

/**
 * @typedef {object} Recipe
 * @property {string} name
 * @property {'C' | 'C++' | 'Rust'} language
 * @property {Readonly<Record<string, Source>>} sources each a shell variable with its folder
 * @property {string} compiler
 * @property {string} flags
 * @property {string} build what the shell does, with the variables `compiler` and `flags`, to make a file of that name
 * @property {readonly string[]} [inputs] files of `inputs/` that lie beside the program when it is built and run
 * @property {readonly string[]} args
 * @property {readonly string[]} [libraries] shared objects with debug information that are built beside it
 * @property {true} [quick] whether it is one of the few that plain `npm test` runs
 */

/** @type {Readonly<Record<string, Source>>} */
const lua = { lua: { debian: 'lua5.4' } };
/** @type {Readonly<Record<string, Source>>} */
const fmt = { fmt: { debian: 'fmtlib' } };
/** @type {Readonly<Record<string, Source>>} */
const tinyxml2 = { tinyxml2: { debian: 'tinyxml2' } };
/** Its own test programs. @type {Readonly<Record<string, Source>>} */
const gdb = { gdb: { debian: 'gdb' } };

/** The largest first, since two are built at a time. @type {readonly Recipe[]} */
export const recipes = [
  {
    name: 'sqlite',
    language: 'C',
    sources: { sqlite: { npm: 'better-sqlite3@12.11.1' } },
    compiler: 'gcc',
    flags: '-g -O2 -no-pie',
    build: `sqlite=$sqlite/deps/sqlite3
      $compiler $flags -DSQLITE_THREADSAFE=0 -I$sqlite query.c $sqlite/sqlite3.c -lm -o sqlite`,
    inputs: ['query.c'],
    args: [],
  },
  {
    name: 'leveldb',
    language: 'C++',
    sources: { leveldb: { debian: 'leveldb' } },
    compiler: 'g++',
    flags: '-g -O2 -no-pie',
    build: `$compiler $flags -I$leveldb -I$leveldb/include \\
        -DLEVELDB_PLATFORM_POSIX -DHAVE_FDATASYNC=1 -DHAVE_FULLFSYNC=0 -DHAVE_O_CLOEXEC=1 \\
        store.cpp $leveldb/helpers/memenv/memenv.cc \\
        $(ls $leveldb/db/*.cc $leveldb/table/*.cc $leveldb/util/*.cc \\
          | grep -v -e _test -e _windows -e leveldbutil -e testutil) -pthread -o leveldb`,
    inputs: ['store.cpp'],
    args: [],
  },
  {
    name: 'regex',
    language: 'Rust',
    sources: {
      regex_syntax: { crate: 'librust-regex-syntax-dev' },
      regex: { crate: 'librust-regex-dev' },
    },
    compiler: '/usr/bin/rustc',
    flags: '-g -C opt-level=2 -C relocation-model=static',
    build: `features() { for each; do echo --cfg feature=\\"$each\\"; done; }
      crate() {
        name=$1 && source=$2 && shift 2
        $compiler $flags --edition 2018 --cap-lints allow -L . --crate-name $name "$@" $source
      }
      library() {
        name=$1 && folder=$2 && shift 2
        crate $name $folder/src/lib.rs --crate-type rlib $(features std) "$@"
      }
      unicode=$(features unicode unicode-case unicode-gencat unicode-perl)
      library regex_syntax $regex_syntax $unicode
      library regex $regex $unicode --extern regex_syntax
      crate regex matches.rs -o regex
      rm lib*.rlib`,
    inputs: ['matches.rs'],
    args: [],
  },
  {
    name: 'serde',
    language: 'Rust',
    sources: {
      itoa: { crate: 'librust-itoa-dev' },
      ryu: { crate: 'librust-ryu-dev' },
      serde: { crate: 'librust-serde-dev' },
      serde_json: { crate: 'librust-serde-json-dev' },
    },
    compiler: '/usr/bin/rustc',
    flags: '-g -C opt-level=0 -C relocation-model=static',
    build: `library() {
        edition=$1 && name=$2 && folder=$3 && shift 3
        $compiler $flags --edition $edition --cap-lints allow -L . --crate-name $name --crate-type rlib \\
          --cfg 'feature="std"' --cfg limb_width_64 $folder/src/lib.rs "$@"
      }
      library 2018 itoa $itoa
      library 2015 ryu $ryu
      library 2015 serde $serde
      library 2018 serde_json $serde_json --extern itoa --extern ryu --extern serde
      $compiler $flags --edition 2018 -L . values.rs -o serde
      rm lib*.rlib`,
    inputs: ['values.rs'],
    args: [],
  },
  {
    name: 'kyotocabinet',
    language: 'C++',
    sources: { kyotocabinet: { debian: 'kyotocabinet' } },
    compiler: 'g++',
    flags: '-g -O0 -no-pie -fdebug-types-section',
    build: `names='util thread file compress compare map regex db'
      $compiler $flags -w -I$kyotocabinet -D_GNU_SOURCE=1 -D_MYGCCATOMIC cache.cpp \\
        $(for name in $names; do echo $kyotocabinet/kc$name.cc; done) -lpthread -lrt -o kyotocabinet`,
    inputs: ['cache.cpp'],
    args: [],
  },
  {
    name: 'json',
    language: 'C++',
    sources: { json: { debian: 'nlohmann-json3' } },
    compiler: 'clang++',
    flags: '-g -O0 -no-pie',
    build: '$compiler $flags -std=c++17 -I$json/include document.cpp -o json',
    inputs: ['document.cpp'],
    args: [],
  },
  {
    name: 'fmt',
    language: 'C++',
    sources: fmt,
    compiler: 'g++',
    flags: '-g -O2 -no-pie',
    build: '$compiler $flags -I$fmt/include format.cpp $fmt/src/format.cc $fmt/src/os.cc -o fmt',
    inputs: ['format.cpp'],
    args: [],
  },
  {
    name: 'fmt-clang',
    language: 'C++',
    sources: fmt,
    compiler: 'clang++',
    flags: '-g -O3 -no-pie -gdwarf-4 -fdebug-types-section',
    build:
      '$compiler $flags -I$fmt/include format.cpp $fmt/src/format.cc $fmt/src/os.cc -o fmt-clang',
    inputs: ['format.cpp'],
    args: [],
  },
  {
    name: 'jq',
    language: 'C',
    sources: { jq: { debian: 'jq' } },
    compiler: 'clang',
    flags: '-g -O2 -no-pie',
    build: `cp -r $jq/src src
      sed -e 's/\\\\/\\\\\\\\/g' -e 's/"/\\\\"/g' -e 's/^/"/' -e 's/$/\\\\n"/' src/builtin.jq > src/builtin.inc
      echo '#define JQ_VERSION "1.6"' > src/version.h
      $compiler $flags -w -I. -D_GNU_SOURCE -DIEEE_8087 -DHAVE_MEMMEM -DHAVE_ISATTY -DHAVE_TIMEGM -DHAVE_GMTIME_R \\
        -DHAVE_LOCALTIME_R -DHAVE_STRPTIME -DHAVE_STRFTIME -DHAVE_SETLOCALE -DHAVE_TM_TM_GMT_OFF \\
        $(ls src/*.c | grep -v -e inject_errors) -lm -lpthread -o jq`,
    inputs: ['orders.jq', 'orders.json'],
    args: ['-S', '-f', 'orders.jq', 'orders.json'],
  },
  {
    name: 'lua-clang',
    language: 'C',
    sources: lua,
    compiler: 'clang',
    flags: '-g -O2 -no-pie',
    build: `$compiler $flags -DLUA_USE_POSIX $(ls $lua/src/*.c | grep -v luac.c) -lm -o lua-clang`,
    inputs: ['queens.lua'],
    args: ['queens.lua'],
  },
  {
    name: 'tree-sitter',
    language: 'C',
    sources: { core: { npm: 'tree-sitter@0.25.1' }, grammar: { npm: 'tree-sitter-c@0.24.1' } },
    compiler: 'clang',
    flags: '-g -O1 -static-pie',
    build: `lib=$core/vendor/tree-sitter/lib
      $compiler $flags -fPIE -D_GNU_SOURCE -I$lib/include -I$lib/src -I$grammar/src \\
        parse.c $lib/src/lib.c $grammar/src/parser.c -o tree-sitter`,
    inputs: ['parse.c'],
    args: [],
  },
  {
    name: 'onig',
    language: 'C',
    sources: { oniguruma: { npm: 'oniguruma@7.2.3' } },
    compiler: 'gcc',
    flags: '-g -O2 -no-pie -gsplit-dwarf',
    build: `onig=$oniguruma/deps/onig
      $compiler $flags -w -DHAVE_CONFIG_H -I$onig -I$onig/enc search.c \\
        $(ls $onig/reg*.c $onig/st.c $onig/enc/*.c | grep -v -e posix -e mktable) -o onig`,
    inputs: ['search.c'],
    args: [],
  },
  {
    name: 'lmdb',
    language: 'C',
    sources: { lmdb: { npm: 'lmdb@3.5.6' } },
    compiler: 'gcc',
    flags: '-g -O1',
    build: `lmdb=$lmdb/dependencies/lmdb/libraries/liblmdb
      $compiler $flags -w -fPIC -shared -pthread -I$lmdb $lmdb/mdb.c $lmdb/midl.c -o liblmdb.so
      $compiler $flags -no-pie -I$lmdb store.c -L. -llmdb -Wl,-rpath,'$ORIGIN' -o lmdb`,
    inputs: ['store.c'],
    args: [],
    libraries: ['liblmdb.so'],
  },
  {
    name: 'libyaml',
    language: 'C',
    sources: { libyaml: { debian: 'libyaml' } },
    compiler: 'clang',
    flags: '-g -O1 -fPIE -pie',
    build: `$compiler $flags -w -I$libyaml/include -I$libyaml/src -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 \\
        -DYAML_VERSION_PATCH=5 -DYAML_VERSION_STRING='"0.2.5"' $libyaml/src/*.c $libyaml/tests/run-parser.c -o libyaml`,
    inputs: ['staff.yaml'],
    args: ['staff.yaml'],
  },
  {
    name: 'templates',
    language: 'C++',
    sources: gdb,
    compiler: 'clang++',
    flags: '-g -O0 -pie -fPIE',
    build: '$compiler $flags -w $gdb/gdb/testsuite/gdb.cp/templates.cc -o templates',
    args: [],
  },
  {
    name: 'minigzip',
    language: 'C',
    sources: { zlib: { debian: 'zlib' } },
    compiler: 'gcc',
    flags: '-g -O3 -flto -no-pie',
    build: `$compiler $flags -w -D_LARGEFILE64_SOURCE -DHAVE_UNISTD_H -I$zlib $zlib/test/minigzip.c \\
        $(ls $zlib/*.c) -o minigzip`,
    inputs: ['format.cpp'],
    args: ['-c', '-9', 'format.cpp'],
  },
  {
    name: 'bc',
    language: 'C',
    sources: { bc: { debian: 'bc' } },
    compiler: 'gcc',
    flags: '-g -O2 -pie -fPIE',
    build: `echo '#define PACKAGE "bc"' > config.h
      echo '{0}' > libmath.h
      $compiler $flags -w -I. -I$bc/h -I$bc/bc -DVERSION='"1.07"' -DBC_COPYRIGHT='""' -DBC_BASE_MAX=32767 -DHAVE_STDLIB_H \\
        -DHAVE_STRING_H -DHAVE_LIMITS_H -DHAVE_UNISTD_H -DHAVE_SETVBUF -DHAVE_STDARG_H -DHAVE_VPRINTF \\
        $(ls $bc/bc/*.c) $bc/lib/getopt.c $bc/lib/getopt1.c $bc/lib/number.c -o bc`,
    inputs: ['primes.bc'],
    args: ['-q', 'primes.bc'],
  },
  {
    name: 'lua-gc',
    language: 'C',
    sources: lua,
    compiler: 'gcc',
    flags: '-g -O1 -no-pie -ffunction-sections -fdata-sections -Wl,--gc-sections',
    build: `$compiler $flags -DLUA_USE_POSIX $(ls $lua/src/*.c | grep -v luac.c) -lm -o lua-gc`,
    inputs: ['queens.lua'],
    args: ['queens.lua'],
  },
  {
    name: 'lua-lld',
    language: 'C',
    sources: lua,
    compiler: 'clang',
    flags:
      '-g -O1 -no-pie -ffunction-sections -fdata-sections -fuse-ld=lld -Wl,--gc-sections,--icf=all',
    build: `$compiler $flags -DLUA_USE_POSIX $(ls $lua/src/*.c | grep -v luac.c) -lm -o lua-lld`,
    inputs: ['queens.lua'],
    args: ['queens.lua'],
  },
  {
    name: 'lua-symbols',
    language: 'C',
    sources: lua,
    compiler: 'gcc',
    flags: '-O1 -no-pie',
    build: `$compiler $flags -DLUA_USE_POSIX $(ls $lua/src/*.c | grep -v luac.c) -lm -o lua-symbols`,
    inputs: ['queens.lua'],
    args: ['queens.lua'],
  },
  {
    // As gdb's manual says in "MiniDebugInfo".
    name: 'lua-mini',
    language: 'C',
    sources: lua,
    compiler: 'gcc',
    flags: '-g -O1 -no-pie',
    build: `$compiler $flags -DLUA_USE_POSIX $(ls $lua/src/*.c | grep -v luac.c) -lm -o whole
      nm -D whole --format=posix --defined-only | awk '{ print $1 }' | sort > dynamic
      nm whole --format=posix --defined-only | awk '{ if ($2 == "T" || $2 == "t" || $2 == "D") print $1 }' | sort > full
      comm -13 dynamic full > kept
      objcopy --only-keep-debug whole debug
      objcopy -S --remove-section .gdb_index --remove-section .comment --keep-symbols=kept debug mini
      strip --strip-all -R .comment -o lua-mini whole
      xz -k mini
      objcopy --add-section .gnu_debugdata=mini.xz lua-mini`,
    inputs: ['queens.lua'],
    args: ['queens.lua'],
  },
  {
    name: 'xmltest-names',
    language: 'C++',
    sources: tinyxml2,
    compiler: 'clang++',
    flags: '-g -O0 -no-pie -gsimple-template-names',
    build: `$compiler $flags $tinyxml2/tinyxml2.cpp $tinyxml2/xmltest.cpp -o xmltest-names
      cp -r $tinyxml2/resources . && mkdir -p resources/out`,
    args: [],
  },
  {
    name: 'xmlwf',
    language: 'C',
    sources: { node_expat: { npm: 'node-expat@2.4.1' } },
    compiler: 'gcc',
    flags: '-g -O2 -no-pie',
    build: `lib=$node_expat/deps/libexpat/lib
      xmlwf=$node_expat/deps/libexpat/xmlwf
      $compiler $flags -w -I$lib -DHAVE_GETRANDOM -DHAVE_MEMMOVE -DBYTEORDER=1234 \\
        -DXML_DTD -DXML_NS -DXML_CONTEXT_BYTES=1024 \\
        $lib/xmlparse.c $lib/xmlrole.c $lib/xmltok.c \\
        $xmlwf/xmlwf.c $xmlwf/xmlfile.c $xmlwf/codepage.c $xmlwf/unixfilemap.c -o xmlwf`,
    inputs: ['library.xml'],
    args: ['-c', 'library.xml'],
    quick: true,
  },
  {
    name: 'xmltest',
    language: 'C++',
    sources: tinyxml2,
    compiler: 'g++',
    flags: '-g -O0 -no-pie',
    build: `$compiler $flags $tinyxml2/tinyxml2.cpp $tinyxml2/xmltest.cpp -o xmltest
      cp -r $tinyxml2/resources . && mkdir -p resources/out`,
    args: [],
    quick: true,
  },
  {
    name: 'lua',
    language: 'C',
    sources: lua,
    compiler: 'gcc',
    flags: '-g -Og -no-pie',
    build: `$compiler $flags -DLUA_USE_POSIX $(ls $lua/src/*.c | grep -v luac.c) -lm -o lua`,
    inputs: ['queens.lua'],
    args: ['queens.lua'],
    quick: true,
  },
];
