import { beforeAll, describe, expect, it } from 'vitest';
import { separated, unescaped } from '../../../../src/adapter/console/printf';
import { consoleOf, type ConsoleUnderTest } from './consoleOf';

let app: ConsoleUnderTest;

beforeAll(async () => {
  app = await consoleOf(1);
});

describe('printf', () => {
  // What C's printf writes.
  it.each([
    ['"%d", 5', '5'],
    ['"%5d|%-5d|%05d|%+d", 42, 42, 42, 42', '   42|42   |00042|+42'],
    ['"%x %X %#x %o %#o", 255, 255, 255, 8, 8', 'ff FF 0xff 10 010'],
    ['"%u", -1', '4294967295'],
    ['"%lu", -1L', '18446744073709551615'],
    ['"%c%c", 72, 105', 'Hi'],
    ['"%.2f|%8.3f|%e|%g", g.w[0], g.w[1], g.w[2], g.w[0]', '1.50|   2.500|3.500000e+00|1.5'],
    ['"%.3d", 5', '005'],
    ['"%s", p->name', 'gp'],
    ['"%5.1s|", p->name', '    g|'],
    ['"100%%\\t%d\\n", n', '100%\t0\n'],
    ['"%p", p', '0x404060'],
    ['"%d %i %u", 0x100000002, -1L, -1L', '2 -1 4294967295'],
    ['"%hd %ld %lld %zu", 65537, -1, 1LL << 40, 7', '1 -1 1099511627776 7'],
    ['"%s|%8s|%ls", 0, 0, 0', '(null)|  (null)|(null)'],
    ['"%p", 0', '(nil)'],
    ['"%lc", 233', 'é'],
    ['"%Hf %Df %DDf", 1.5df, 1.2E10dd, 3', '1.5 1.2E+10 3'],
  ])('%s', async (args, text) => {
    expect(await app.say(`printf ${args}`)).toBe(text);
  });

  it.each([
    ['"%d"', 'Wrong number of arguments for specified format-string'],
    ['"plain", n', 'Wrong number of arguments for specified format-string'],
    ['plain', "Bad format string, missing '\"'."],
    ['"%y", n', "Unrecognized format specifier 'y' in printf"],
    ['"%d" n', 'Invalid argument syntax'],
    ['"%", 0', 'Incomplete format specifier at end of format string'],
    ['"%*d", 0', "`*' not supported for precision or width in printf"],
    ['"%n", 0', "Format specifier `n' not supported in printf"],
    ['"%#p", 0', "Inappropriate modifiers to format specifier 'p' in printf"],
    ['"%ls', "Bad format string, non-terminated '\"'."],
  ])('%s is refused', async (args, problem) => {
    expect(await app.say(`printf ${args}`)).toBe(`error: ${problem}`);
  });
});

it('takes arguments apart at commas that are in no brackets or quotes', () => {
  expect(separated('a, f(b, c), "d, e", x[1,2]')).toEqual(['a', 'f(b, c)', '"d, e"', 'x[1,2]']);
  expect(separated('operator>=(A, B), f<C, D>', '<>')).toEqual(['operator>=(A, B)', 'f<C, D>']);
});

it('knows the escapes that gdb’s echo knows', () => {
  expect(unescaped('a\\tb\\n\\\\\\101\\x41\\q')).toBe('a\tb\n\\Ax41q');
});
