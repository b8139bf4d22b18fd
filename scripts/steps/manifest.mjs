// What package.json says of the extension.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** As VS Code names it. */
export const extensionId = `${manifest.publisher}.${manifest.name}`;

/** Whether VS Code starts it with every window; else only when something of it is used. */
export const startsWithVscode = Boolean(manifest.activationEvents?.includes('onStartupFinished'));

/** What the extension is packed into. */
export const vsixFile = join(root, 'dist', `${manifest.name}-${manifest.version}.vsix`);
