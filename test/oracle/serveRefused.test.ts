// Files that gdb refuses or gives up on, served: it says of their frames what it says of the whole
// file's.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { openProgram } from '../../src/symbols/openProgram';
import { Trace } from '../../src/trace/trace';
import { askGdb, askServed } from './askGdb';
import { corpus } from './corpusTrace';

const file = path.join(corpus, 'x86_64/app.tf');
const program = path.join(corpus, 'x86_64/app');
const bytes = readFileSync(file);
const text = bytes.toString('latin1');
const frames = [0, 1, 57, 99];
const commands = frames.flatMap((frame) => [
  `tfind ${frame}`,
  'info registers',
  'bt',
  'info locals',
  'tdump',
]);

async function served(changed: Uint8Array, asked: readonly string[]): Promise<string[]> {
  const opened = await Trace.open(new MemorySource(changed), 'changed.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  const { trace } = opened;
  await trace.recording.indexed;
  const found = await openProgram(new MemorySource(readFileSync(program)), program);
  if ('problem' in found) throw new Error(found.problem);
  await trace.modules.use({ program: found.program, dispose: () => undefined }, undefined);
  const [, ...answers] = await askServed('gdb', program, trace, asked);
  trace.dispose();
  return answers;
}

describe('a file that gdb refuses', () => {
  it.each([
    ['without an R line', text.replace(/^R .*\n/m, '')],
    [
      'with lines of another producer that are too long',
      text.replace(/^tsv /m, `x ${'y'.repeat(2000)}\ntsv `),
    ],
    [
      'with CR LF',
      text.slice(0, text.indexOf('\n\n')).replaceAll('\n', '\r\n') +
        text.slice(text.indexOf('\n\n')).replace('\n\n', '\r\n\r\n'),
    ],
    ['cut in a frame', text.slice(0, -3000)],
    ['without an end marker', text.slice(0, -4)],
  ])('%s is served as the whole one', async (_, changed) => {
    const [, ...whole] = await askGdb('gdb', program, [`target tfile ${file}`, ...commands]);
    const answers = await served(Buffer.from(changed, 'latin1'), commands);
    expect(answers).toEqual(whole);
    expect(answers).toHaveLength(20);
    expect(answers.join('')).not.toMatch(/^ERR/m);
  });

  it('because of collect/s has its tracepoints', async () => {
    const string = path.join(corpus, 'extra/x86_64/meter.string');
    const opened = await Trace.open(new MemorySource(readFileSync(`${string}.tf`)), 'string.tf');
    if ('problem' in opened) throw new Error(opened.problem);
    await opened.trace.recording.indexed;
    const meter = path.join(corpus, 'extra/x86_64/meter');
    const [connected, tracepoints, found, dumped] = await askServed('gdb', meter, opened.trace, [
      'info tracepoints',
      'tfind 0',
      'tdump',
    ]);
    expect(connected?.match(/^Created tracepoint/gm)).toHaveLength(2);
    expect(tracepoints).toMatch(/collect\/s/);
    expect(found).toMatch(/^Found trace frame 0, tracepoint 1$/m);
    expect(dumped).toMatch(/^owner = 0x404030 <place> "cell"/m);
  });
});
