import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EventEmitter, URL as WebUrl } from '../../../src/platform/nodeModules.web';
import { runtime } from '../../../src/platform/runtime.web';

const library = dirname(createRequire(import.meta.url).resolve('@alexaltea/capstone-js'));
const mode = { architecture: 3, mode: 1 << 3, syntax: 0 };

describe('a browser', () => {
  it('has no disk, and no thread that reads from one', () => {
    expect(runtime.disk).toBeUndefined();
    expect(runtime.openNameThread()).toBeUndefined();
  });

  it('decodes instructions, and reads Capstone once', async () => {
    const read: string[] = [];
    const capstone = runtime.startCapstone((name) => {
      read.push(name);
      return readFile(join(library, name));
    });
    const nops = () => capstone.decode(Uint8Array.of(0x90, 0x90), 0x1000n, mode, 2);
    const nop = { size: 1, mnemonic: 'nop', operands: '' };
    expect(await Promise.all([nops(), nops()])).toEqual([
      [nop, nop],
      [nop, nop],
    ]);
    expect(read).toEqual(['capstone.wasm']);
  });

  it('says why Capstone cannot be read, and tries again when it is asked again', async () => {
    let attempts = 0;
    const capstone = runtime.startCapstone(() => {
      attempts++;
      return Promise.reject(new Error('the network is gone'));
    });
    const ask = () => capstone.decode(Uint8Array.of(0x90), 0n, mode, 1);
    await expect(ask()).rejects.toThrow('The disassembler cannot be loaded: the network is gone.');
    await expect(ask()).rejects.toThrow('the network is gone');
    expect(attempts).toBe(2);
    capstone.dispose();
    await expect(ask()).rejects.toThrow('The disassembler was closed.');
  });
});

describe('what libraries use of node', () => {
  it('calls the listeners of an event, in the order in which they came', () => {
    const heard: unknown[] = [];
    const emitter = new EventEmitter();
    expect(emitter.emit('close')).toBe(false);
    emitter
      .on('close', (why) => heard.push(`one ${String(why)}`))
      .on('close', () => heard.push('two'));
    expect(emitter.emit('close', 'ended')).toBe(true);
    expect(heard).toEqual(['one ended', 'two']);
  });

  it('takes file URLs apart', () => {
    expect(new WebUrl('file:///a/b').pathname).toBe('/a/b');
  });
});
