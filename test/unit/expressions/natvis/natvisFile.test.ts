// Natvis files as text: names with wildcards, texts with expressions, and what is wrong in them.
import { describe, expect, it } from 'vitest';
import {
  readFormatted,
  readDisplayText,
} from '../../../../src/expressions/natvis/formattedExpression';
import { readNatvis } from '../../../../src/expressions/natvis/natvisFile';
import { TypePattern } from '../../../../src/expressions/natvis/typePattern';

const names: readonly [pattern: string, name: string, found: readonly string[] | undefined][] = [
  ['Point', 'Point', []],
  ['Point', 'ns::Point', undefined],
  ['Vec<*>', 'Vec<int>', ['int']],
  ['Vec<*>', 'Vec<int, std::allocator<int> >', ['int', 'std::allocator<int> ']],
  ['Vec<*,*>', 'Vec<int>', undefined],
  ['Vec<int,*>', 'Vec<int, 5>', ['5']],
  ['Vec<int,*>', 'Vec<char, 5>', undefined],
  ['Vec<Pair<*,*>,*>', 'Vec<Pair<int, char>, long>', ['int', 'char', 'long']],
  ['Vec<*>::Item', 'Vec<int>::Item', ['int']],
  ['Vec<*>::Item', 'Vec<int>', undefined],
  ['Vec<char const *>', 'Vec<char const*>', []],
  ['Vec<unsigned long>', 'Vec<unsigned long>', []],
  ['Call<void (*)(int, char)>', 'Call<void (*)(int, char)>', []],
  ['Vec<', 'Vec<', []],
];

describe('names of types', () => {
  it.each(names)('%s for %s', (pattern, name, found) => {
    const match = new TypePattern(pattern).match(name);
    expect(match?.map((each) => each.trim())).toEqual(found?.map((each) => each.trim()));
  });

  it('the time of a match grows with the lengths', () => {
    const pattern = new TypePattern(`V<${'*,'.repeat(4000)}int>`);
    expect(pattern.match(`V<${'char, '.repeat(4000)}char>`)).toBeUndefined();
    expect(
      new TypePattern(`V${'<'.repeat(10_000)}`).match(`V${'<'.repeat(9_999)}`),
    ).toBeUndefined();
  });
});

describe('expressions with format specifiers', () => {
  it.each([
    ['x', { expression: 'x' }],
    ['x,x', { expression: 'x', format: 'x' }],
    ['p, [n]su', { expression: 'p', count: 'n', string: 'quoted' }],
    ['p,[n[1]]sb', { expression: 'p', count: 'n[1]', string: 'bare' }],
    ['x,view(short)na', { expression: 'x', view: 'short', bare: true }],
    ['x,!', { expression: 'x', raw: true }],
    ['x,nvoen', { expression: 'x' }],
    ['f(a,x)', { expression: 'f(a,x)' }],
    ['*(std::pair<int,x>*)p', { expression: '*(std::pair<int,x>*)p' }],
    ['"a,x"', { expression: '"a,x"' }],
    ['x,unknown', { expression: 'x,unknown' }],
  ])('%s', (text, found) => {
    expect(readFormatted(text)).toEqual(found);
  });

  it('braces', () => {
    expect(readDisplayText('{{a={n,d}}}')).toEqual(['{a=', { expression: 'n', format: 'd' }, '}']);
    expect(readDisplayText("a {f('}')}")).toEqual(['a ', { expression: "f('}')" }]);
    expect(readDisplayText('a {n')).toEqual({ problem: '“{” at column 3 has no “}”.' });
  });
});

describe('what is wrong in a file', () => {
  it('is named with its line, and the rest counts', () => {
    const { types, problems } = readNatvis(`<?xml version="1.0"?>
<AutoVisualizer>
  <UIVisualizer ServiceId="{0}" Id="1" />
  <Type Name="A"><DisplayString>{n</DisplayString></Type>
  <Type><DisplayString>no name</DisplayString></Type>
  <Type Name="B">
    <Expand>
      <ArrayItems><Size>1</Size></ArrayItems>
      <CustomListItems />
      <Item Name="i"> </Item>
      <Item Name="j">j</Item>
    </Expand>
  </Type>
  <Type Name="C" Priority="Top" />
  <Type Name="D">
`);
    expect(types.map(({ names: [name], items }) => [name?.text, items.length])).toEqual([
      ['A', 0],
      ['B', 1],
      ['D', 0],
    ]);
    expect(problems).toEqual([
      { line: 4, problem: '“{” at column 1 has no “}”.' },
      { line: 5, problem: '<Type> has no “Name”.' },
      { line: 8, problem: '<ArrayItems> has no <ValuePointer>.' },
      { line: 9, problem: '<CustomListItems> is not supported.' },
      { line: 10, problem: '<Item> is empty.' },
      { line: 14, problem: 'There is no priority “Top”.' },
      { line: 16, problem: 'The file is not well-formed XML: unclosed tag: Type.' },
    ]);
  });

  it.each([
    ['nothing', '', 'The file is not well-formed XML: document must contain a root element.'],
    ['no element', 'text', 'The file is not well-formed XML: text data outside of root node.'],
    ['another element', '<a/>', 'The file does not begin with <AutoVisualizer>.'],
    [
      'an entity',
      '<AutoVisualizer>&x;</AutoVisualizer>',
      'The file is not well-formed XML: undefined entity.',
    ],
    [
      'too many characters',
      ' '.repeat((1 << 22) + 1),
      'The file has 4194305 characters; at most 4194304 are read.',
    ],
    ['too deep', '<AutoVisualizer>'.repeat(100), 'The file has too many or too deep elements.'],
  ])('%s', (_, xml, problem) => {
    expect(readNatvis(xml).problems.at(-1)).toEqual({ line: 1, problem });
  });
});
