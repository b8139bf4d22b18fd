// What runs in a thread of its own to disassemble: finds Capstone beside this script. Makes the parts and wires them, as
// extension.ts does.
import { readFile } from 'node:fs/promises';
import { bundledScript } from './platform/thread';
import { serveCapstone } from './platform/serveCapstone';

serveCapstone(() => readFile(bundledScript('capstone.wasm')));
