// What this project has of others: `node scripts/thirdParty.mjs` writes THIRD-PARTY.md, a line for
// each package that ships in the extension or that building and testing need, with its licence and
// the reason for it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifest } from './steps/manifest.mjs';
import { root } from './steps/paths.mjs';

export const thirdPartyFile = join(root, 'THIRD-PARTY.md');

/** Why the extension holds a package. */
const shipped = {
  '@alexaltea/capstone-js': 'decodes instructions, in WebAssembly',
  '@modelcontextprotocol/core': 'the messages of the Model Context Protocol',
  '@modelcontextprotocol/server':
    'serves assistants, in a file that only `gdb-tracefile mcp` loads',
  '@valibot/to-json-schema':
    'schemas as JSON Schema, in a file that only `gdb-tracefile mcp` loads',
  '@vscode/debugadapter': 'messages of the Debug Adapter Protocol',
  '@vscode/l10n': "the page's strings in the user's language",
  fflate: 'unpacks sections that are compressed by zlib',
  fzstd: 'unpacks sections that are compressed by zstd',
  lit: 'draws the pages',
  'lit-html': 'the part of lit that draws',
  saxes: 'reads XML: target descriptions, branch traces, traceframe-info',
  valibot: 'checks what the pages and assistants say against schemas',
  'xz-decompress': 'unpacks .gnu_debugdata, in WebAssembly',
  xmlchars: 'characters of XML, for saxes',
  zod: 'checks messages of the Model Context Protocol, for its server',
};

/** Why building or testing needs a package. */
const tools = {
  '@modelcontextprotocol/client': 'a client of the Model Context Protocol, for tests',
  '@types/mocha': 'types of mocha',
  '@types/node': 'types of Node',
  '@types/vscode': "types of VS Code's API",
  '@vscode/debugadapter-testsupport': 'a client of the Debug Adapter Protocol, for tests',
  '@vscode/debugprotocol': 'types of the Debug Adapter Protocol',
  '@vscode/l10n-dev': 'makes up a language, for tests',
  '@vscode/test-electron': 'downloads VS Code and runs tests inside of it',
  '@vscode/vsce': 'packs the VSIX',
  ajv: "checks the adapter's messages against the protocol's schema",
  'axe-core': 'finds what keeps people from using the pages',
  'dependency-cruiser': 'finds circles of imports, and imports against the arrows between rooms',
  esbuild: 'bundles',
  'eslint-plugin-regexp': 'finds, in oxlint, regular expressions whose work grows with the square',
  knip: 'finds files and exports that nothing uses',
  mocha: 'runs tests inside VS Code and in a browser',
  oxfmt: 'formats',
  oxlint: 'finds mistakes',
  'oxlint-tsgolint': 'gives oxlint types, and checks these',
  'playwright-core': 'clicks in a real VS Code',
  typescript: 'reads types, for checks of our own',
  vitest: 'runs all other tests',
};

/** @returns {string} */
export function thirdParty() {
  const direct = Object.keys(manifest.devDependencies);
  const unknown = direct.filter((name) => !(name in shipped) && !(name in tools));
  if (unknown.length > 0)
    throw new Error(`Why is there ${unknown.join(', ')}? Say it in scripts/thirdParty.mjs.`);
  return `# Third-party packages

\`node scripts/thirdParty.mjs\` writes this file. Versions are pinned by package-lock.json. Nothing is downloaded when the extension runs.

## In the extension

Their licences' words are in \`dist/ThirdPartyNotices.txt\` of the VSIX.

${table(shipped)}
## For building and testing alone

${table(tools)}`;
}

/** @param {Readonly<Record<string, string>>} reasons by package */
function table(reasons) {
  const rows = Object.keys(reasons)
    .sort()
    .map((name) => {
      const { version, license } = packageOf(name);
      return `| ${name} | ${version} | ${license} | ${reasons[name]} |`;
    });
  return ['| package | version | licence | for |', '| --- | --- | --- | --- |', ...rows, ''].join(
    '\n',
  );
}

/**
 * @param {string} name
 * @returns {{ version: string, license: string }}
 */
function packageOf(name) {
  return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
}

/**
 * @param {string} notices what ships: ThirdPartyNotices.txt
 * @throws {Error} where the file is not up to date, or something ships that it does not name
 */
export function checkThirdParty(notices) {
  if (thirdParty() !== readFileSync(thirdPartyFile, 'utf8')) {
    throw new Error('THIRD-PARTY.md is not up to date: run node scripts/thirdParty.mjs.');
  }
  const names = [...notices.matchAll(/^={78}\n(\S+) /gm)].map(([, name = '']) => name).sort();
  const told = Object.keys(shipped).sort();
  if (names.join() !== told.join())
    throw new Error(`What ships is ${names.join(', ')}; THIRD-PARTY.md says ${told.join(', ')}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(thirdPartyFile, thirdParty());
