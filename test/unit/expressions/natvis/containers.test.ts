// The containers of libstdc++ by a Natvis file, as by the printers that this project has for them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { natvisFile, openTraced, partsOf, textOf, type Traced } from './traced';

let traced: Traced;
const xml = [natvisFile('libstdcxx.natvis')];

beforeAll(async () => {
  traced = await openTraced();
});

afterAll(() => {
  traced.close();
});

const containers = (
  'word text nothing numbers words empty queue long_queue chain no_chain ages reals codes hashes ' +
  'owner none shared again hollow maybe couple'
).split(' ');

describe('containers by a Natvis file', () => {
  it.each(containers)('%s', async (name) => {
    const own = await traced.value(name);
    const byFile = await traced.value(name, xml);
    expect(await textOf(byFile)).toBe(await textOf(own));
    expect(await partsOf(byFile)).toEqual(await partsOf(own));
    expect(traced.problems).toEqual([]);
  });

  it('an optional, by the name of its type in the program', async () => {
    expect(await textOf(await traced.value('not_here', xml))).toBe(
      'std::optional<std::__cxx11::basic_string<char, std::char_traits<char>, ' +
        'std::allocator<char> >> [no contained value]',
    );
  });
});
