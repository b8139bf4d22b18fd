// A class inside of a template in a type unit (nested/record.sh): what is around it is declared by
// its signature alone.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { typeName } from '../../../src/values/typeName';
import { openProgram } from '../../../src/symbols/openProgram';

const file = path.join(import.meta.dirname, 'nested/nested');

it('is named with the classes and namespaces around it', async () => {
  const opened = await openProgram(new MemorySource(readFileSync(file)), 'nested');
  if ('problem' in opened) throw new Error(opened.problem);
  const { program } = opened;
  const [open] = await program.addressesOfFunction('open');
  const [scope] = await program.scopesAt(open?.entry ?? 0n);
  const lid = scope?.parameters[0]?.type;
  expect(lid && (await typeName(lid, scope.language))).toBe('shop::Box<int>::Lid &');
});
