// What nothing uses (`npm test -- lint`). `--production` asks of what ships alone: an export that
// only tests use is found there, unless its own file needs it too. Without it tests count, and an
// export must be used elsewhere.

/** @type {import('knip').KnipConfig} */
const config = {
  // `!`: what ships.
  entry: [
    'src/extension.ts!',
    'src/adapter/stdio.ts!',
    'src/commandLine/main.ts!',
    'src/{symbol,capstone}Worker.ts!',
    'src/webActivation.ts!',
    'src/**/*.web.ts!',
    'webview/main.ts!',
    'test/**/*.test.ts',
    'test/page/builtPages.ts',
    'test/fuzz/guidedLoop.ts',
    'test/vscode/host/index.ts',
    'test/real/{callerNet,gdbRules}.ts',
    'test/{bench,fuzz,real,vscode}/**/*.mjs',
    'scripts/**/*.mjs',
  ],
  project: ['src/**/*.ts!', 'webview/**/*.ts!', 'test/**/*.ts'],
  include: ['files', 'exports', 'types'],
  ignoreExportsUsedInFile: process.argv.includes('--production')
    ? true
    : { interface: true, type: true },
};

export default config;
