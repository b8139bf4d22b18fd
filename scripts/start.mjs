// `npm start`: from a fresh clone to VS Code with the extension and the samples in it. `npm start
// -- --check` looks at the same without a person, and says by its exit code whether all was there.
import { stripVTControlCharacters } from 'node:util';
import { check } from './check.mjs';
import { setUp } from './setUp.mjs';
import { samplesFolder } from './steps/paths.mjs';

try {
  await (process.argv.includes('--check') ? check() : start());
} catch (error) {
  const words = error instanceof Error ? error.message : String(error);
  console.error(`\n${stripVTControlCharacters(words)}`);
  process.exit(1);
}

async function start() {
  await setUp([]);
  const { findDesktop, openDesktop } = await import('./vscode/desktop.mjs');
  const desktop = await findDesktop();
  if (desktop === undefined) return startServer();
  const { packExtension } = await import('./package.mjs');
  const { sampleTrace } = await import('./vscode/tour.mjs');
  await openDesktop(desktop, await packExtension(), [samplesFolder, sampleTrace()]);
  console.log(`VS Code opens ${samplesFolder}.`);
}

async function startServer() {
  await setUp(['server']);
  const { packExtension } = await import('./package.mjs');
  const { installExtension, Server } = await import('./vscode/server.mjs');
  const extensionsFolder = await installExtension(await packExtension());
  const server = await Server.start({ extensionsFolder });
  console.log(`\nNo desktop VS Code was found, so one runs here for a browser. Open\n`);
  console.log(`    ${server.shortAddress(samplesFolder)}\n`);
  console.log('Ctrl-C stops it.');
}
