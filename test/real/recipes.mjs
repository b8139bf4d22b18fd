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
 * @property {Readonly<Record<string, string>>} [environment]
 * @property {readonly string[]} [at] linespecs of places deep inside it
 * @property {true} [quick] whether it is one of the few that plain `npm test` runs
 */

/** @type {Record<string, Source>} */
const lua = { lua: { debian: 'lua5.4' } };

/** @type {readonly Recipe[]} */
export const recipes = [
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
    sources: { tinyxml2: { debian: 'tinyxml2' } },
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
