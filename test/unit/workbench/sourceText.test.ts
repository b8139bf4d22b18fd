import { describe, expect, it } from 'vitest';
import {
  codeOnly,
  expressionAtColumn,
  variableNamesIn,
  sourceLanguages,
} from '../../../src/workbench/sourceText';

/** The expression where `|` stands. */
function at(marked: string): string | undefined {
  const character = marked.indexOf('|');
  const line = marked.replace('|', '');
  const found = expressionAtColumn(line, character);
  return found && line.slice(found.start, found.end);
}

describe('the expression under the pointer', () => {
  it('is found in a line that is one long word', () => {
    const word = 'a'.repeat(400_000);
    expect(at(`${word}(.b|`)).toBe('b');
    expect(at(`${word}.b|`)).toBe(`${word}.b`);
  });

  it.each([
    ['cou|nt + 1', 'count'],
    ['  q->he|ad->id = 1;', 'q->head'],
    ['  q->head->i|d = 1;', 'q->head->id'],
    ['  |q->head', 'q'],
    ['a.b[i + 1].c|[2]', 'a.b[i + 1].c'],
    ['a.b[i|].c', 'i'],
    ['m[x[1]].nam|e', 'm[x[1]].name'],
    ['(*p).fie|ld', 'field'],
    ['std::vector<int>::siz|e', 'size'],
    ['ns::Type::cou|nt', 'ns::Type::count'],
    ['  mov %ra|x, 4(%rsp)', '%rax'],
    ['$rs|p', '$rsp'],
    ['pair.1|', 'pair.1'],
    ['pair.1.na|me', 'pair.1.name'],
    ['größ|e + 1', 'größe'],
    ['12|3', undefined],
    ['a +| b', undefined],
    ['', undefined],
  ])('%s is %s', (marked, expression) => {
    expect(at(marked)).toBe(expression);
  });
});

describe('code without comments and texts', () => {
  const blanked = (text: string, language: string) => codeOnly(text, language).replace(/ +$/gm, '');

  it.each([
    ['c', 'a; // b\nc', 'a;\nc'],
    ['c', 'a /* b\nc */ d', 'a\n     d'],
    ['c', 'f("x \\" y", \'z\', w)', 'f(        ,    , w)'],
    ['c', '"not ended\nb', '\nb'],
    ['cpp', "1'000 + x", "1'000 + x"],
    ['cpp', 'R"(a " b)" + c', '           + c'],
    ['cpp', 'R"x(a )" b)x" + c', '              + c'],
    ['rust', "fn f<'a>(x: &'a str) { 'b' }", "fn f<'a>(x: &'a str) {     }"],
    ['rust', '/* a /* b */ c */ d', '                  d'],
    ['rust', 'r#"a " b"# + c', '           + c'],
    ['go', '`a\nb` + c', '\n   + c'],
    ['ada', 'X := Y; -- Z', 'X := Y;'],
    ['fortran', 'x = y ! z', 'x = y'],
    ['asm', 'mov %rax, %rbx # c', 'mov %rax, %rbx'],
    ['zig', '\\\\ text\nx', '\nx'],
  ])('%s: %j', (language, text, code) => {
    expect(blanked(text, language)).toBe(code);
    expect(codeOnly(text, language)).toHaveLength(text.length);
  });

  it('ends for every beginning of a text, in every language', () => {
    const odd = '/*/**/\'"`R"x(r##"{-- // ! \\\\ \u{1f600}';
    for (const language of sourceLanguages) {
      for (let end = 0; end <= odd.length; end++) {
        expect(codeOnly(odd.slice(0, end), language)).toHaveLength(end);
      }
    }
  });
});

describe('names of variables in a line', () => {
  const names = (line: string) => variableNamesIn(line).map(({ name }) => name);

  it.each([
    ['int n = q->head + n;', ['int', 'n', 'q']],
    ['helper(x) + ns::y + y::z', ['x']],
    ['println!("", v) != w', ['v', 'w']],
    ['0x1f + 12ab + $rax', []],
    ['done != 0', ['done']],
  ])('%s', (line, expected) => {
    expect(names(line)).toEqual(expected);
  });
});
