// Takes the README's pictures anew, in a real VS Code: `node scripts/screenshots.mjs`.
import { join } from 'node:path';
import { setUp } from './setUp.mjs';
import { root } from './steps/paths.mjs';

await setUp(['server', 'browser']);
const { packExtension } = await import('./package.mjs');
const { takeFurtherPictures, takeTour } = await import('./vscode/tour.mjs');
const folder = join(root, 'docs', 'images');
const vsix = await packExtension();
for (const take of [takeTour, takeFurtherPictures]) {
  for (const sentence of await take(vsix, folder)) console.log(`Seen: ${sentence}.`);
}
console.log(`Pictures: ${folder}`);
