// The worked examples of docs/manual.md, followed as they are written: a check in CI, a bulk
// export, an assistant's session.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RecordingFiles } from '../unit/trace/comparison/recordings';

const root = resolve(import.meta.dirname, '../..');
const script = join(root, 'dist/cli.js');
const manual = readFileSync(join(root, 'docs/manual.md'), 'utf8');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'manual-'));
  for (const name of ['callqueue', 'callqueue.c', 'callqueue.tf']) {
    copyFileSync(join(root, 'samples', name), join(folder, name));
  }
  const command = `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`;
  writeFileSync(join(folder, 'gdb-tracefile'), command, { mode: 0o755 });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The paragraph of an example, and the indented lines after it. */
function example(title: string): { readonly text: string; readonly lines: readonly string[] } {
  const [, after] = manual.split(`**Example: ${title}.**`);
  if (after === undefined) throw new Error(`The manual has no example “${title}”.`);
  const [text = '', block = ''] = after.split('\n\n');
  const lines = block.split('\n').filter((line) => line.startsWith('    '));
  return { text: text.replace(/\s+/g, ' '), lines: lines.map((line) => line.slice(4)) };
}

function inShell(command: string) {
  const { status, stdout } = spawnSync('bash', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  return { status, stdout };
}

it('a check in CI prints what the manual says, and fails the job', () => {
  const [command = '', ...printed] = example('a check in CI').lines;
  expect(command).toMatch(/^gdb-tracefile check /);
  expect(inShell(command)).toEqual({ status: 1, stdout: `${printed.join('\n')}\n` });
  expect(readFileSync(join(folder, 'report.xml'), 'utf8')).toContain('broken in frame 214');
});

it('two runs are compared: the first line is what the manual says', () => {
  const files = new RecordingFiles();
  for (const [name, recording] of [
    ['if', 'aslr-one'],
    ['while', 'while'],
  ] as const) {
    copyFileSync(files.trace(recording), join(folder, `${name}.tf`));
    copyFileSync(files.program(recording), join(folder, name));
  }
  files.dispose();
  const [command = '', first] = example('it works on my machine').lines;
  const { status, stdout } = inShell(command);
  for (const name of ['if', 'while']) {
    rmSync(join(folder, name));
    rmSync(join(folder, `${name}.tf`));
  }
  expect({ status, first: stdout.split('\n')[0] }).toEqual({ status: 0, first });
});

it('a bulk export writes a table for each trace', () => {
  copyFileSync(join(folder, 'callqueue.tf'), join(folder, 'another.tf'));
  const { lines } = example('a bulk export');
  expect(lines).toHaveLength(1);
  expect(inShell(lines.join('\n'))).toEqual({ status: 0, stdout: '' });
  rmSync(join(folder, 'another.tf'));
  for (const name of ['callqueue.csv', 'another.csv']) {
    const [head, ...rows] = readFileSync(join(folder, name), 'utf8').trimEnd().split('\r\n');
    expect(head).toBe('frame,call->number,call->state,$answered');
    expect(rows).toHaveLength(97);
    expect(rows).toContainEqual(expect.stringMatching(/^152,74,HUNG_UP,\d+$/));
  }
});

it('an assistant finds the cause as the manual tells', async () => {
  const { text } = example("an assistant's session");
  const client = new Client({ name: 'test', version: '1' });
  const args = [script, 'mcp', folder];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: tmpdir() }),
  );
  const ask = async (name: string, given: Record<string, unknown> = {}) => {
    const asked = { name, arguments: { trace: join(folder, 'callqueue.tf'), ...given } };
    const { structuredContent, isError } = await client.callTool(asked);
    expect(isError ?? false, name).toBe(false);
    return structuredContent as Record<string, unknown>;
  };
  /** What the manual says, by a pattern. */
  const said = (pattern: RegExp): string[] => {
    const found = pattern.exec(text);
    if (!found) throw new Error(`The manual does not say ${String(pattern)}.`);
    return found.slice(1);
  };
  try {
    const [frames = ''] = said(/`trace_describe` \((\d+) frames of four tracepoints\)/);
    const described = await ask('trace_describe');
    expect(described).toMatchObject({ frames: Number(frames), counts: { tracepoints: 4 } });

    const [symptom = '', first = '', waiting = ''] = said(
      /`trace_frames` where `([^`]+)`: frame (\d+) is the first, with (\d+) waiting and `head` equal to `tail`/,
    );
    const columns = ['queue->waiting', 'queue->head - queue->tail'];
    expect(await ask('trace_frames', { where: symptom, columns, count: 1 })).toMatchObject({
      frames: [
        {
          frame: Number(first),
          values: { 'queue->waiting': Number(waiting), 'queue->head - queue->tail': 0 },
        },
      ],
    });

    const [before = '', count = '', where = ''] = said(
      /`trace_evaluate` in (\d+): the count is (\d+) where `(\w+)` is about/,
    );
    expect(
      await ask('trace_evaluate', { frames: [Number(before)], expressions: ['queue->waiting'] }),
    ).toMatchObject({ answers: [{ values: [{ value: count }] }] });
    expect(await ask('trace_frame', { frame: Number(before) })).toMatchObject({
      stack: [{ function: where }, {}],
    });

    const [cause = '', alone = ''] = said(/`trace_frames` where `([^`]+)`: frame (\d+) alone/);
    expect(await ask('trace_frames', { where: cause })).toMatchObject({
      matched: 1,
      frames: [{ frame: Number(alone) }],
    });

    const [place = ''] = said(/`trace_source` at `([^`]+)` shows an `if`/);
    const source = (await ask('trace_source', { place, lines: 1 })) as {
      text: { line: number; text: string }[];
    };
    expect(`callqueue.c:${String(source.text[0]?.line)}`).toBe(place);
    expect(source.text[0]?.text).toMatch(/^\s*if \(.*HUNG_UP/);
  } finally {
    await client.close();
  }
});
