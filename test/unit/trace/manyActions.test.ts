import { describe, expect, it } from 'vitest';
import { summarize } from '../../../src/ask/trace/summary';
import { Trace } from '../../../src/trace/trace';
import { consoleOver } from '../adapter/console/consoleOf';
import { bytes, header, maker, sourceOf } from '../format/traceBytes';

const { frame, variable } = maker('little');
/** More than fit on the stack as arguments. */
const many = 200_000;

/** A trace whose tracepoint has as many lines of actions, as packets and as the user typed them. */
async function opened(): Promise<Trace> {
  const command = Buffer.from('collect $nothing').toString('hex');
  const lines = Array.from({ length: many }, (_, i) => [
    `tp A1:400000:M-1,${i.toString(16)},4`,
    `tp Z1:400000:cmd:0:${(command.length / 2).toString(16)}:${command}`,
  ]);
  const text = header('R 0', 'status 0;tnotrun:0', 'tp T1:400000:E:0:0', lines.flat().join('\n'));
  const file = bytes(text, frame(1, variable(1, 5n)), [0, 0]);
  const read = await Trace.open(sourceOf(file), 'x.tf');
  if ('problem' in read) throw new Error(read.problem);
  await read.trace.recording.indexed;
  read.trace.cursor.moveTo(0, read.trace);
  return read.trace;
}

describe('a tracepoint of 200,000 lines of actions', () => {
  it('is opened, listed and dumped', async () => {
    const trace = await opened();
    expect(trace.recording.description.tracepoints[0]?.locations[0]?.actions).toHaveLength(many);
    const { say } = consoleOver(trace);
    expect(await say('info tracepoints')).toMatch(/\.\.\. \d+ more commands of tracepoint 1\.$/m);
    expect(await say('tdump')).toMatch(/^Data collected at tracepoint 1, trace frame 0:/);
    expect(await say('info scope 1')).not.toContain('call stack');
    expect((await summarize(trace)).tracepoints).toHaveLength(1);
  });
});
