// The linter, and the arrows between rooms (ARCHITECTURE.md): a room imports from the rooms below it and from no other.
import tseslint from 'typescript-eslint';

/** Every room with the rooms it may know. */
const rooms = {
  bytes: [],
  format: ['bytes'],
  symbols: ['bytes'],
  machine: ['bytes', 'format', 'symbols'],
  trace: ['bytes', 'format', 'symbols', 'machine'],
  remote: ['bytes', 'format', 'symbols', 'machine', 'trace'],
  adapter: ['bytes', 'format', 'symbols', 'machine', 'trace', 'remote'],
  platform: ['bytes'],
  editor: ['bytes', 'format', 'symbols', 'machine', 'trace', 'remote', 'adapter', 'platform'],
  workbench: ['bytes', 'format', 'symbols', 'machine', 'trace', 'remote', 'adapter', 'platform'],
};

const mayImportVscode = ['editor', 'workbench'];
const mayImportNode = ['platform'];
/** Programs of their own, which wire the rooms to node. */
const entries = ['src/adapter/stdio.ts', 'src/remote/commandLine.ts'];

function arrows(
  room,
  allowed,
  { files = `src/${room}/**/*.ts`, hasNode = mayImportNode.includes(room) } = {},
) {
  const forbidden = Object.keys(rooms).filter(
    (other) => other !== room && !allowed.includes(other),
  );
  const patterns = [
    {
      regex: `^(\\.\\./)+(${[...forbidden, 'extension', 'webview'].join('|')})(/|$)`,
      message: `${room}/ may know only: ${allowed.join(', ') || 'nothing'} (ARCHITECTURE.md).`,
    },
  ];
  if (!mayImportVscode.includes(room)) {
    patterns.push({ regex: '^vscode$', message: `vscode stays out of ${room}/.` });
  }
  if (!hasNode) {
    patterns.push({ regex: '^node:', message: `node: stays out of ${room}/.` });
  }
  return {
    files: [files],
    ignores: entries,
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      '.vscode-test/',
      'test/corpus/',
      'samples/',
      '**/*.mjs',
      'test-results/',
      '.real/',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      // Numbers come from files; an enum names those of a standard, and esbuild puts its numbers where they are used.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // vscode.Disposable is a class that VS Code takes by its shape.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'no-restricted-globals': ['error', 'Buffer', 'process'],
    },
  },
  {
    files: ['src/platform/**', ...entries, 'test/**'],
    rules: { 'no-restricted-globals': 'off' },
  },
  ...Object.entries(rooms).map(([room, allowed]) => arrows(room, allowed)),
  // What takes another file's place in a browser (scripts/build.mjs).
  arrows('platform', rooms.platform, { files: 'src/platform/**/*.web.ts', hasNode: false }),
  {
    files: ['src/**/*.web.ts'],
    rules: { 'no-restricted-globals': ['error', 'Buffer', 'process'] },
  },
  {
    files: ['webview/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^\\.\\./src/(?!editor/(messages|\\w+Messages)$)',
              message:
                'The page knows the host by what they say to each other alone (src/editor/*essages.ts).',
            },
            { regex: '^(vscode$|node:)', message: 'The page is a web page.' },
          ],
        },
      ],
    },
  },
);
