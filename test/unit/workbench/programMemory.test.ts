import { describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { ProgramMemory } from '../../../src/workbench/programMemory';
import { memento } from './memento';

const file = { toString: () => 'file:///a.tf' } as vscode.Uri;
const other = { toString: () => 'file:///b.tf' } as vscode.Uri;

describe('the programs that were chosen for a trace', () => {
  it('are kept as text that a workspace can save, and are the same again', async () => {
    const saved = memento();
    const memory = new ProgramMemory(saved);
    const module = { path: '/m.ko', sections: new Map([['.text', 0xffffffffc0401000n]]) };
    await memory.choose(file, { path: '/app', slide: 0x555555554000n });
    await memory.add(file, module);
    await memory.add(file, { path: '/lib.so' });
    expect(JSON.parse(JSON.stringify([...saved.values]))).toEqual([...saved.values]);
    expect(new ProgramMemory(saved).of(file)).toEqual({
      traced: { path: '/app', slide: 0x555555554000n },
      further: [module, { path: '/lib.so' }],
      without: [],
    });
    expect(memory.of(other)).toEqual({ further: [], without: [] });
  });

  it('are replaced by another of the same path, and are not found again once removed', async () => {
    const memory = new ProgramMemory(memento());
    await memory.choose(file, { path: '/app' });
    await memory.add(file, { path: '/lib.so', slide: 1n });
    await memory.add(file, { path: '/lib.so', slide: 2n });
    expect(memory.of(file).further).toEqual([{ path: '/lib.so', slide: 2n }]);
    await memory.remove(file, '/lib.so');
    await memory.remove(file, '/app');
    expect(memory.of(file)).toEqual({ further: [], without: ['/lib.so', '/app'] });
    await memory.add(file, { path: '/app' });
    expect(memory.of(file).without).toEqual(['/lib.so']);
  });
});
