// The printers that gdb's commands list and switch. The words are those of gdb 13 with libstdc++'s
// printers; which printers there are is this project's own.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consoleOf, type ConsoleUnderTest } from './consoleOf';

const xml = `<AutoVisualizer>
  <Type Name="point"><DisplayString>({x}, {y})</DisplayString></Type>
  <Type Name="line"><DisplayString>a line</DisplayString></Type>
</AutoVisualizer>`;

let opened: ConsoleUnderTest;

beforeEach(async () => {
  opened = await consoleOf(0);
  opened.trace.printers.use([['/here/shapes.natvis', xml]]);
});

afterEach(() => {
  opened.trace.dispose();
});

function say(line: string): Promise<string> {
  return opened.say(line);
}

describe('pretty printers', () => {
  it('are listed by name', async () => {
    expect((await say('info pretty-printer')).split('\n')).toEqual([
      'global pretty-printers:',
      '  libc++',
      '  libstdc++',
      '  rust',
      '  shapes.natvis',
      '    line',
      '    point',
    ]);
    expect(await say('info pretty-printer global shapes;po')).toBe(
      'global pretty-printers:\n  shapes.natvis\n    point',
    );
    expect(await say('info pretty-printer objfile')).toBe('');
  });

  it('are switched together or one by one, and counted', async () => {
    expect(await say('disable pretty-printer global libstd')).toBe(
      '1 printer disabled\n4 of 5 printers enabled',
    );
    expect(await say('disable pretty-printer global shapes.natvis;line')).toBe(
      '1 printer disabled\n3 of 5 printers enabled',
    );
    expect(await say('disable pretty-printer global shapes.natvis;line')).toBe(
      '0 printers disabled\n3 of 5 printers enabled',
    );
    expect((await say('info pretty-printer')).split('\n').slice(1)).toEqual([
      '  libc++',
      '  libstdc++ [disabled]',
      '  rust',
      '  shapes.natvis',
      '    line [disabled]',
      '    point',
    ]);
    expect(await say('disable pretty-printer')).toBe(
      '3 printers disabled\n0 of 5 printers enabled',
    );
    // What was switched alone stays as it was.
    expect(await say('enable pretty-printer')).toBe('4 printers enabled\n4 of 5 printers enabled');
  });

  it('too many words, or a pattern that is none, are refused', async () => {
    expect(await say('info pretty-printer a b c')).toBe('');
    expect(await say('info pretty-printer a b c d')).toBe('error: too many arguments');
    expect(await say('disable pretty-printer (')).toMatch(/^error: /);
  });
});
