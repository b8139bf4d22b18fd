// The arrows between files, by the path that an import leads to: a room imports from the rooms
// below it and from no other (ARCHITECTURE.md), and no file leads back to itself.

const belowTrace = [
  'bytes',
  'format',
  'symbols',
  'machine',
  'values',
  'expressions',
  'disassembly',
];
const upToTrace = [...belowTrace, 'trace'];

/** Every room of src/ with the rooms it may know. */
const rooms = {
  bytes: [],
  format: ['bytes'],
  symbols: ['bytes'],
  machine: ['bytes', 'format', 'symbols'],
  values: ['bytes', 'symbols', 'machine'],
  expressions: ['bytes', 'format', 'symbols', 'machine', 'values'],
  disassembly: ['bytes', 'machine'],
  trace: belowTrace,
  remote: upToTrace,
  adapter: [...upToTrace, 'remote'],
  wire: ['bytes'],
  ask: [...upToTrace, 'remote', 'adapter', 'wire'],
  platform: ['bytes'],
  mcp: ['bytes', 'adapter', 'ask'],
  commandLine: [...upToTrace, 'remote', 'adapter', 'ask', 'mcp', 'platform'],
  editor: [...upToTrace, 'remote', 'adapter', 'ask', 'wire'],
  workbench: [...upToTrace, 'remote', 'adapter', 'ask', 'wire', 'platform'],
};

/** Programs of their own. */
const entries = ['^src/adapter/stdio\\.ts$', '^src/commandLine/main\\.ts$'];
/** They wire the rooms to node. */
const wiring = [...entries, '^src/adapter/stdioSession\\.ts$'];

/** What the pages and the host say to each other, and the page's end of their wire. */
const messages = [
  '^src/wire/(contract|page)\\.ts$',
  '^src/ask/(messages|.*Messages)\\.ts$',
  '^src/editor/((branch|comparison)/)?(messages|\\w+Messages)\\.ts$',
  '^src/workbench/memoryView/messages\\.ts$',
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const arrows = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room} may know only: ${allowed.join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: wiring },
  to: { path: '^(src|webview|test|scripts)/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...arrows,
    {
      name: 'no circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'programs of their own are not imported',
      severity: 'error',
      from: {},
      to: { path: entries },
    },
    {
      name: 'the product knows neither tests nor scripts',
      severity: 'error',
      from: { path: '^(src|webview)/' },
      to: { path: '^(test|scripts)/' },
    },
    {
      name: 'a page knows the host by their messages alone',
      severity: 'error',
      from: { path: '^webview/' },
      to: { path: '^src/', pathNot: ['^src/ask/', ...messages] },
    },
    {
      name: 'a page knows questions by their types alone',
      severity: 'error',
      from: { path: '^webview/' },
      to: { path: '^src/ask/', pathNot: messages, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'vscode is imported in editor/, workbench/ and above them alone',
      severity: 'error',
      from: { path: '^(src|webview)/', pathNot: '^src/((editor|workbench)/|[^/]+$)' },
      to: { path: '^(node_modules/@types/)?vscode(/|$)' },
    },
    {
      name: 'node: is imported in platform/, commandLine/ and by programs of their own alone',
      severity: 'error',
      from: {
        path: '^(src|webview)/',
        pathNot: [
          '^src/(platform|commandLine)/(?!.*\\.web\\.ts$)',
          '^src/[^/]+Worker\\.ts$',
          ...entries,
        ],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'what is imported exists',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // Imports of types count too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
