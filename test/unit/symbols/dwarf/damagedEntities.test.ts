// Bytes of real programs, changed at random: whatever they say then, readers return and do not
// throw.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../../src/bytes/source';
import { type Program } from '../../../../src/symbols/program';
import { openProgram } from '../../../../src/symbols/openProgram';
import type { Type } from '../../../../src/symbols/type';

const programs = path.join(import.meta.dirname, '../../../oracle/data/entities/programs');
const rounds = 6;

/** Numbers below a limit, always the same ones. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state % limit;
  };
}

function damaged(original: Uint8Array, random: (limit: number) => number): Uint8Array {
  const bytes = Uint8Array.from(original);
  const from = bytes.length >> 4;
  for (let i = 0; i < 12; i++) bytes[from + random(bytes.length - from)] = random(256);
  return bytes;
}

/** Reads a type to some depth; gives the number of types that were met. */
async function count(type: Type, depth = 0): Promise<number> {
  if (depth > 3) return 0;
  let met = 1;
  if ('members' in type) {
    const { members, statics } = await type.members();
    await type.definition?.();
    for (const each of [...members, ...statics]) met += await count(each.type, depth + 1);
  }
  if ('parameters' in type)
    for (const each of await type.parameters()) met += await count(each, depth + 1);
  if ('target' in type) met += await count(type.target, depth + 1);
  return met;
}

async function readAll(program: Program): Promise<number> {
  let met = 0;
  for (const { start, end, executable } of program.loadedRanges) {
    for (let pc = start; executable && pc < end && pc < start + 1500n; pc += 53n) {
      for (const scope of await program.scopesAt(pc)) {
        const variables = [
          ...scope.parameters,
          ...scope.blocks.flatMap((block) => block.variables),
        ];
        for (const { type } of variables) met += await count(type);
        for (const site of await program.callSitesOf(scope)) {
          await site.target();
          met += (await site.parameters()).length;
        }
        await program.typeNamed('point', 'struct', scope);
      }
    }
  }
  for await (const { type } of program.globals()) met += await count(type);
  await program.enumeratorNamed('RED');
  return met;
}

describe('damaged programs', () => {
  it.each(['gcc-dwarf2-O2', 'gcc-dwarf5-O2', 'clang-classes5', 'gcc-classes-dwz', 'rust-O0'])(
    '%s: scopes, types and variables are read as far as they go',
    async (name) => {
      const original = readFileSync(path.join(programs, name));
      const random = numbers(original.length);
      let met = 0;
      for (let round = 0; round < rounds; round++) {
        const opened = await openProgram(new MemorySource(damaged(original, random)), name);
        if ('program' in opened) met += await readAll(opened.program);
      }
      expect(met).toBeGreaterThan(300);
    },
  );
});
