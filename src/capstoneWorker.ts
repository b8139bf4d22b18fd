// The worker thread that disassembles: finds Capstone next to this script.
import { readFile } from 'node:fs/promises';
import { bundledScript } from './platform/thread';
import { serveCapstone } from './platform/serveCapstone';

serveCapstone(() => readFile(bundledScript('capstone.wasm')));
