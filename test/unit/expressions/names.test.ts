// Names with a type before the `::`, at a place of a program made by hand.
import { describe, expect, it } from 'vitest';
import type { ResolvedSymbol } from '../../../src/expressions/resolvedSymbol';
import { resolveSymbol } from '../../../src/expressions/names';
import { Failure } from '../../../src/expressions/problem';
import type { Program } from '../../../src/symbols/program';
import type { Type } from '../../../src/symbols/type';
import { enumOf, int, member, struct } from '../values/makers';

const state = { ...enumOf({ open: 0, closed: 1 }), name: 'Box::State' };
const types: Readonly<Record<string, Type>> = {
  Box: struct('Box', 4, [member('state', int, 0)]),
  'Box::State': state,
  Shade: { kind: 'typedef', name: 'Shade', target: { ...state, scoped: true } },
};

async function symbol(name: string): Promise<ResolvedSymbol | string> {
  const program: Partial<Program> = {
    hasDebugInformation: true,
    typeNamed: (each) => Promise.resolve(types[each]),
    namespaceNamed: (each) => Promise.resolve(each === 'alias' ? 'far::away' : undefined),
    globalsNamed: () => Promise.resolve([]),
    enumeratorNamed: () => Promise.resolve(undefined),
    addressesOfFunction: () => Promise.resolve([]),
    stubOf: () => Promise.resolve(undefined),
    dataSymbol: () => Promise.resolve(undefined),
  };
  const modules = [{ program: program as Program, slide: 0n }];
  try {
    const written = { kind: 'name', name, at: 0, global: false } as const;
    return await resolveSymbol(written, { modules, frame: undefined });
  } catch (error) {
    if (error instanceof Failure) return error.asProblem.problem;
    throw error;
  }
}

describe('a name in a type', () => {
  it('is an enumerator, whether or not the enumeration is a scope', async () => {
    expect(await symbol('Box::State::closed')).toMatchObject({ kind: 'enumerator', value: 1n });
    expect(await symbol('Shade::closed')).toMatchObject({ kind: 'enumerator', value: 1n });
  });

  it('is a member of a class', async () => {
    expect(await symbol('Box::state')).toMatchObject({ kind: 'dataMember' });
  });

  it('that it does not have is told in the words for such a type', async () => {
    expect(await symbol('Box::lost')).toBe('There is no field named lost');
    expect(await symbol('Box::State::lost')).toBe(
      "`Box::State' is not defined as an aggregate type.",
    );
    expect(await symbol('Shade::lost')).toBe('no constant named "lost" in enum "Box::State"');
    expect(await symbol('nothing::lost')).toBe('No symbol "nothing" in current context.');
    expect(await symbol('alias::lost')).toBe('No symbol "lost" in namespace "far::away".');
  });
});
