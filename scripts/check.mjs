// `npm start -- --check`: the way of a new user without a person, pictured.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUp } from './setUp.mjs';

/** @throws {Error} where the editor or the debugger did not show what it must */
export async function check() {
  await setUp(['server', 'browser']);
  const { packExtension } = await import('./package.mjs');
  const { takeTour } = await import('./vscode/tour.mjs');
  const vsix = await packExtension();
  const pictures = mkdtempSync(join(tmpdir(), 'gdb-tracefile-check-'));
  console.log(`Screenshots: ${pictures}`);
  for (const sentence of await takeTour(vsix, pictures)) console.log(`Seen: ${sentence}.`);
}
