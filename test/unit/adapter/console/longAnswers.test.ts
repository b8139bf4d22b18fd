// Answers end at a length, and say what they leave out and how it is had.
import { describe, expect, it } from 'vitest';
import { maxAnswer, text } from '../../../../src/adapter/console/command';
import { fileDescribed, openedFile } from '../../growth/madeTraces';
import { consoleOf, consoleOver } from './consoleOf';

const hex = (words: string) => Buffer.from(words).toString('hex');
const long = 'x'.repeat(1000);
const many = <T>(count: number, line: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => line(i));

const answered = async (lines: readonly string[], command: string) => {
  const { say } = consoleOver(await openedFile(fileDescribed(lines)));
  const answer = await say(command);
  return { answer, last: answer.slice(answer.lastIndexOf('\n') + 1) };
};

const location = (number: number, address: number) =>
  `tp T${number.toString(16)}:${address.toString(16)}:E:0:0`;
const source = (number: number, address: number, type: string, words: string) =>
  `tp Z${number.toString(16)}:${address.toString(16)}:${type}:0:${words.length.toString(16)}:${hex(words)}`;

describe('info tracepoints', () => {
  const tracepoints = many(6000, (i) => [
    location(i + 1, 0x400000 + i),
    source(i + 1, 0x400000 + i, 'cond', long),
  ]).flat();

  it('lists the first ones of many, and names the next', async () => {
    const { answer, last } = await answered(tracepoints, 'info tracepoints');
    expect(answer.length).toBeLessThan(maxAnswer + 2000);
    const [, left, next] =
      /^\.\.\. (\d+) more tracepoints: `info tracepoints (\d+)-\d+` lists the next ones\.$/.exec(
        last,
      ) ?? [];
    expect(Number(left) + Number(next)).toBe(6001);
    expect(answer).toContain(`\n${Number(next) - 1} `);
    const more = await answered(tracepoints, `info tracepoints ${next ?? ''}-6000`);
    expect(more.answer).toMatch(new RegExp(`What\n${next ?? ''} `));
    expect(more.last).toBe('\tnot installed on target');
  });

  it('counts the commands and the locations of one that are left out', async () => {
    const commands = many(6000, (i) => source(1, 0x400000, 'cmd', `${long}${i}`));
    const { last } = await answered([location(1, 0x400000), ...commands], 'info tracepoints');
    expect(last).toBe('\tnot installed on target');
    const locations = many(70_000, (i) => location(1, 0x400000 + i));
    expect((await answered(locations, 'info tracepoints')).last).toMatch(
      /^\.\.\. \d+ more locations of tracepoint 1\.$/,
    );
    const { answer } = await answered([...locations, ...commands], 'info tracepoints');
    expect(answer).toMatch(/\.\.\. \d+ more commands of tracepoint 1\.\n.*70000 more locations/s);
  });
});

describe('any other answer', () => {
  it('counts the lines that are left out', () => {
    const answer = text(many(10_000, () => long));
    expect(answer.length).toBeLessThan(maxAnswer + 100);
    expect(answer).toMatch(/\nx+\.\.\.\n\.\.\. 5810 more lines: ask for fewer of them\.$/);
  });

  it('is cut within a line that is longer than all', () => {
    const answer = text(['x'.repeat(2 * maxAnswer)]);
    expect(answer.length).toBeLessThan(maxAnswer + 100);
    const [line = '', more] = answer.split('\n');
    expect(line.slice(0, -3)).toBe('x'.repeat(line.length - 3));
    expect(line.slice(-3)).toBe('...');
    expect(more).toMatch(/^\.\.\. 1 more lines/);
  });
});

describe('a line that is too long', () => {
  const endless = 'a'.repeat(10_000_000);

  it.each([
    `printf "${endless}"`,
    `eval "${endless}"`,
    `find "${endless}"`,
    `macro expand "${endless}"`,
    `frame apply level${' 1'.repeat(5_000_000)} print 1`,
    `info types [${endless}`,
    `print 1\nprintf "${endless}"`,
  ])('is refused in a sentence: %#', async (line) => {
    const { say } = await consoleOf(2);
    expect(await say(line)).toBe('error: The command is too long.');
  });
});
