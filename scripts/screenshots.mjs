// Takes the pictures of README and the manual anew, in a real VS Code: `node
// scripts/screenshots.mjs`. The guides are followed for it, from their first to their last line.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setUp } from './setUp.mjs';
import { temporaryFolder } from './steps/childProcesses.mjs';
import { root } from './steps/paths.mjs';
import { run } from './steps/run.mjs';

await setUp(['server', 'browser', 'pictures']);
const { packExtension } = await import('./package.mjs');
const { takePictures } = await import('./vscode/tour.mjs');
const taken = temporaryFolder('pictures');
const frames = temporaryFolder('frames');
const vsix = await packExtension();
for (const sentence of await takePictures(vsix, taken, frames)) console.log(`Seen: ${sentence}.`);

const images = join(root, 'docs', 'images');
for (const name of readdirSync(taken)) {
  const options = ['--force', '--output', join(images, name)];
  await run('pngquant', [...options, '256', join(taken, name)]);
}

const film = readdirSync(frames).sort();
await run('img2webp', [
  ...['-loop', '0', '-mixed', '-q', '80'],
  ...film.flatMap((name) => ['-d', name.split('.')[1] ?? '', join(frames, name)]),
  ...['-o', join(images, 'tour.webp')],
]);
console.log(`Pictures: ${images}`);
