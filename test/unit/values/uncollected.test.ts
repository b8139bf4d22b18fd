// Containers whose own bytes were collected, and what they lead to was not: what most traces hold
// of them. gdb's printers say as much of them, then fail.
import { describe, expect, it } from 'vitest';
import { Origin } from '../../../src/machine/memory';
import { childParts } from '../../../src/values/children';
import { valueText } from '../../../src/values/text/text';
import { Value } from '../../../src/values/value';
import { recordedLocals } from './recordedLocals';

/** Stacks of x86-64 Linux are above, the heap and the program below. */
const stacks = 0x7ff0_0000_0000n;

/** A value of a trace that collected the stack alone. */
function onStackAlone({ type, place, context }: Value): Value {
  const { memory } = context;
  const read: typeof memory.read = async (address, length) => {
    if (address >= stacks) return memory.read(address, length);
    const origins = new Uint8Array(length).fill(Origin.unavailable);
    return { address, bytes: new Uint8Array(length), origins };
  };
  return new Value(type, place, { ...context, memory: { read } });
}

const libstdcxx = '../../corpus/programs/containers/containers';
const recordings = {
  libstdcxx: { program: libstdcxx, trace: `${libstdcxx}.plain.tf` },
  libcxx: { program: 'libcxx/boxes', trace: 'libcxx/boxes.tf' },
  rust: { program: 'btree/trees', trace: 'btree/trees.tf' },
};

describe.each([
  [
    'strings of libstdc++',
    recordings.libstdcxx,
    { frame: 0, level: 0 },
    { small: /^"small"$/, big: /^<error: Cannot access memory at address 0x[0-9a-f]+>$/ },
  ],
  [
    'associations of libstdc++',
    recordings.libstdcxx,
    { frame: 2, level: 0 },
    { ages: /^std::map with 2 elements = \{\.\.\.\}$/ },
  ],
  [
    'holders of libstdc++',
    recordings.libstdcxx,
    { frame: 3, level: 0 },
    { shared: /^std::shared_ptr<int> = \{get\(\) = 0x[0-9a-f]+\}$/ },
  ],
  [
    'containers of libc++',
    recordings.libcxx,
    { frame: 0, level: 1 },
    {
      chain: /^std::list = \{\.\.\.\}$/,
      forward: /^std::forward_list = \{\.\.\.\}$/,
      letters: /^std::multimap with 2 elements = \{\.\.\.\}$/,
      codes: /^std::unordered_map with 1 element = \{\.\.\.\}$/,
      hashes: /^std::unordered_set with 1 element = \{\.\.\.\}$/,
    },
  ],
  [
    'trees of Rust',
    recordings.rust,
    { frame: 0, level: 1 },
    { many: /^BTreeMap\(size=200\) = \{\.\.\.\}$/, empty: /^BTreeMap\(size=0\)$/ },
  ],
])('%s', (_, files, at, expected) => {
  it('say what they are, and how much is in them', async () => {
    const local = await recordedLocals(files, at);
    for (const [name, text] of Object.entries(expected)) {
      const shown = await valueText(onStackAlone(local(name)), { prettyPrint: true });
      expect(shown).toMatch(text);
    }
  });
});

it('what is opened says that the rest is not available', async () => {
  const local = await recordedLocals(recordings.libstdcxx, { frame: 2, level: 0 });
  const parts = await childParts(onStackAlone(local('ages')), 'ages', { prettyPrint: true });
  expect(await parts.indexedParts(0, parts.indexed)).toEqual([
    { name: '[0]', value: { problem: 'value is not available' }, kind: 'element' },
  ]);
});
