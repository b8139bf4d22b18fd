import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { openProgram } from '../../../src/symbols/openProgram';
import { ModuleList } from '../../../src/trace/moduleList';
import { sourceMismatch, type RecordedSource } from '../../../src/trace/sourceLookup';
import { TraceModule } from '../../../src/trace/traceModule';

const programs = path.join(import.meta.dirname, '../../corpus/programs');
const bytesOf = (name: string) => readFileSync(path.join(programs, name));

/** What a program says of the source with this name. */
async function recordedBy(program: string, name: string): Promise<RecordedSource> {
  const opened = await openProgram(new MemorySource(bytesOf(program)), program);
  if ('problem' in opened) throw new Error(opened.problem);
  const modules = new ModuleList([new TraceModule(opened.program, 0n, '')]);
  const file = (await modules.sourceFiles()).find((each) => each.endsWith(`/${name}`));
  return modules.recordedSource(file ?? '');
}

describe('a source with a checksum', () => {
  it.each([
    ['tour/tour-clang', 'tour/tour.c'],
    ['values/values-clang', 'values/values.c'],
    ['inlined/inlined-clang', 'inlined/inlined.c'],
  ])('of %s is %s, whatever its name is, and no other', async (program, source) => {
    const recorded = await recordedBy(program, path.basename(source));
    expect(recorded.checksums).toHaveLength(1);
    const contents = bytesOf(source);
    expect(sourceMismatch(recorded, '/here/other.c', contents)).toBeUndefined();
    const altered = Buffer.concat([contents, Buffer.from('\n')]);
    const here = `/here/${path.basename(source)}`;
    expect(sourceMismatch(recorded, here, altered)).toEqual({ kind: 'checksum' });
  });

  it('may have the line ends of another system', async () => {
    const recorded = await recordedBy('tour/tour-clang', 'tour.c');
    const crlf = Buffer.from(bytesOf('tour/tour.c').toString().replaceAll('\n', '\r\n'));
    expect(sourceMismatch(recorded, '/here/tour.c', crlf)).toBeUndefined();
  });
});

describe('a source without a checksum', () => {
  it('has the name and no fewer lines than there is code for', async () => {
    const recorded = await recordedBy('tour/tour-dwarf5', 'tour.c');
    expect(recorded.checksums).toEqual([]);
    const contents = bytesOf('tour/tour.c');
    const lines = contents.toString().trimEnd().split('\n');
    expect(recorded.lastLine).toBeGreaterThan(lines.length - 10);
    expect(sourceMismatch(recorded, '/here/Tour.c', contents)).toBeUndefined();
    expect(sourceMismatch(recorded, '/here/detour.c', contents)).toEqual({ kind: 'name' });
    const upTo = (last: number) => Buffer.from(lines.slice(0, last).join('\n'));
    const { lastLine } = recorded;
    expect(sourceMismatch(recorded, '/here/tour.c', upTo(lastLine))).toBeUndefined();
    const short = { kind: 'length', lines: lastLine - 1 };
    expect(sourceMismatch(recorded, '/here/tour.c', upTo(lastLine - 1))).toEqual(short);
    const empty = new Uint8Array(0);
    expect(sourceMismatch(recorded, '/here/tour.c', empty)).toEqual({ kind: 'length', lines: 0 });
  });
});
