// The command line: what it prints on a pipe and as JSON, how it ends, and the story of the sample
// solved with it.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpus } from './client';
import { run, runProgram, script } from './commandLines';

const samples = resolve(import.meta.dirname, '../../samples');
const sample = join(samples, 'callqueue.tf');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The values that a command writes with --json. */
async function json(...words: string[]): Promise<unknown[]> {
  const { status, stdout, stderr } = await run(...words, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

describe('the command line', () => {
  it('tells what a trace holds', async () => {
    const { status, stdout, stderr } = await run('info', sample);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Trace +callqueue\.tf\nFrames +246\n/);
    expect(stdout).toMatch(/^ +4 +97 +answer +callqueue\.c:86$/m);
    expect(await json('info', sample)).toMatchObject([{ frames: 246, counts: { tracepoints: 4 } }]);
  });

  it('compares two traces', async () => {
    const { status, stdout, stderr } = await run('compare', sample, sample);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: '$trace_timestamp is compared as the time between hits.\n',
    });
    expect(stdout).toMatch(/^No differences: 230 hits and 149 values are equal\.\n/);
    expect(stdout).toMatch(/^ +4 +4 +callqueue\.c:86 +answer +97 +97 +97 +97$/m);
    expect(await json('compare', sample, sample, '--key', 'call->number')).toMatchObject([
      { left: { frames: 246 }, onlyLeft: { total: 0 } },
    ]);
    expect((await run('compare', sample, sample, '--markdown')).stdout).toMatch(
      /^# Compared traces\n/,
    );
    expect((await run('compare', sample, sample, '--csv')).stdout.split('\r\n')).toHaveLength(151);
    expect(await run('compare', sample)).toMatchObject({ status: 2, stdout: '' });
    expect((await run('compare', sample, sample, '--csv', '--json')).status).toBe(2);
  });

  it('compares with a program that was rebuilt, where it is said to have been loaded', async () => {
    const recordings = resolve(import.meta.dirname, '../unit/trace/comparison/recordings');
    const unpacked = (name: string) => {
      const file = join(folder, name);
      writeFileSync(file, gunzipSync(readFileSync(join(recordings, `${name}.gz`))));
      return file;
    };
    const traces = [unpacked('list.tf'), unpacked('list-moved.tf')];
    const [left, right] = [unpacked('list.elf'), unpacked('list-moved.elf')];
    const summary = async (offset: string) => {
      const words = ['--program', left, '--right-program', `${right}@${offset}`];
      return (await run('compare', ...traces, ...words)).stdout.split('\n')[0];
    };
    expect(await summary('0x55fc917a2000')).toBe(
      'No differences: 12 hits and 12 values are equal.',
    );
    expect(await summary('0x1000')).toBe('No frames could be aligned.');
  });

  it('reads intervals and transitions out of a trace', async () => {
    const between = ['intervals', sample, '--begin', '$tracepoint == 4'];
    const { status, stdout, stderr } = await run(...between, '--sort=-duration', '--limit', '1');
    const more = '1 more frame is unpaired: see --json.\n95 more intervals: see --limit.\n';
    expect({ status, stderr }).toEqual({ status: 0, stderr: more });
    expect(stdout).toMatch(/^96 intervals; 1 begins without an end, 1 ends without a begin\n/);
    expect(stdout).toMatch(/^min 101, mean 454\.3, median 385, p95 917, p99 1469, max 1647 µs$/m);
    expect(stdout).toMatch(/^ +141 +151 +0 +1647$/m);
    expect(stdout).toMatch(/^end in frame 1: No begin before it\.$/m);
    expect(await json(...between, '--unit', 'frames')).toMatchObject([
      { total: 96, unit: 'frames', unpaired: { begins: 1, ends: 1 } },
    ]);
    expect(await run('intervals', sample)).toMatchObject({ status: 2, stdout: '' });
    const states = ['transitions', sample, 'call->state', '--key', 'call->number'];
    const { stdout: table } = await run(...states);
    expect(table).toMatch(/^WAITING +HUNG_UP +8 +0 +26$/m);
    expect(table).toMatch(/^Never seen: FREE to WAITING$/m);
    expect(await json(...states)).toMatchObject([{ total: 2, neverSeen: { total: 10 } }]);
  });

  it('solves the story of the sample', async () => {
    const where = 'queue->waiting > 8';
    expect(
      await json('frames', sample, '--where', where, '--columns', 'queue->waiting', '--limit', '1'),
    ).toEqual([
      {
        frame: 214,
        tracepoint: 2,
        function: 'arrive',
        file: 'callqueue.c',
        line: 47,
        values: { 'queue->waiting': 65535 },
      },
    ]);
    const cause = '$tracepoint == 4 && call->state == HUNG_UP';
    const table = await run(
      'frames',
      sample,
      '--where',
      cause,
      '--columns',
      'call->number, call->state',
    );
    expect(table.stdout.split('\n')).toEqual([
      'Frame  Tracepoint  Function  Line            call->number  call->state',
      '  152           4  answer    callqueue.c:86  74            HUNG_UP',
      '',
    ]);
    expect((await run('eval', sample, '--frame', '152', 'call->number')).stdout).toBe('74\n');
    expect((await run('source', sample, 'callqueue.c:80', '--lines', '3')).stdout).toMatch(
      /→ +80 +if \(/,
    );
    expect((await run('gdb', sample, '--frame', '152', 'bt 1')).stdout).toMatch(
      /^#0 +answer \(queue=/,
    );
  });

  it('evaluates in the frames that are named or match', async () => {
    expect(await json('eval', sample, '$trace_frame', '--frame', '3,7-9')).toEqual(
      [3, 7, 8, 9].map((frame) => ({
        frame,
        values: [
          { expression: '$trace_frame', value: String(frame), type: expect.any(String) as string },
        ],
      })),
    );
    const found = await json(
      'eval',
      sample,
      'call->number',
      '--where',
      'call->number == 74 && $tracepoint == 4',
    );
    expect(found).toMatchObject([{ frame: 152 }]);
  });

  it('follows values, groups frames and shows one', async () => {
    const changes = (await json('changes', sample, 'queue.waiting', '--frame', '0')) as {
      from: string;
      to: string;
    }[];
    expect(changes.length).toBeGreaterThan(10);
    expect(changes.every(({ from, to }) => from !== to)).toBe(true);
    expect(await json('groups', sample, '--measure', '$trace_frame')).toMatchObject([
      { label: '5', frames: 105 },
      { label: '4', frames: 97 },
      { label: '3', frames: 24 },
      { label: '2', frames: 20 },
    ]);
    expect((await run('frame', sample, '152')).stdout).toMatch(
      /\n {2}#0 {2}answer at .*callqueue\.c:86\n/,
    );
    expect((await run('frames', sample, '--sort', '-$trace_frame', '--limit', '1')).stdout).toMatch(
      /\n +245 /,
    );
    // An assistant gets a thousand at most.
    expect(
      await json('changes', sample, 'queue.waiting', '--frame', '0', '--limit', '9999'),
    ).toEqual(changes);
    expect((await run('problems', sample)).stdout).toBe('The file is sound.\n');
  });

  it('exports to the output or a file, a trace too', async () => {
    const where = '$tracepoint == 3';
    expect(
      (await run('export', sample, '--where', where, '--columns', 'frame,tracepoint')).stdout,
    ).toMatch(/^frame,tracepoint\r\n\d+,3\r\n/);
    const part = join(folder, 'part.tf');
    const written = await run(
      'export',
      sample,
      '--format',
      'trace',
      '--where',
      where,
      '--output',
      part,
    );
    expect(written).toEqual({ status: 0, stdout: '', stderr: `24 frames written to ${part}.\n` });
    expect((await run('frames', part, '--total')).stdout).toBe('24\n');
    expect(await run('export', sample, '--format', 'trace')).toMatchObject({ status: 2 });
  });

  it('checks rules for CI: an exit code, the first frame, a report', async () => {
    const report = join(folder, 'report.xml');
    const broken = await run(
      ...['check', sample, '--never', 'queue->waiting > 8', '--always', '$tracepoint > 1'],
      ...['--junit', report],
    );
    expect(broken).toEqual({
      status: 1,
      stderr: '',
      stdout:
        'FAIL never queue->waiting > 8\n     broken in frame 214 (arrive, callqueue.c:47), and in 31 more\nok   always $tracepoint > 1\n',
    });
    expect(readFileSync(report, 'utf8')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="2" failures="1" errors="0">
  <testsuite name="callqueue.tf" tests="2" failures="1" errors="0">
    <testcase classname="callqueue.tf" name="never queue-&gt;waiting &gt; 8"><failure message="broken in frame 214 (arrive, callqueue.c:47), and in 31 more"/></testcase>
    <testcase classname="callqueue.tf" name="always $tracepoint &gt; 1"/>
  </testsuite>
</testsuites>
`);
    expect((await run('check', sample, '--never', '$tracepoint == 9')).status).toBe(0);
    const unknown = await run('check', sample, '--never', 'nothing > 1');
    expect(unknown).toMatchObject({ status: 3, stdout: '' });
    expect(unknown.stderr).toMatch(/^never: nothing > 1: .*No symbol "nothing"/);
    expect(await run('check', sample)).toMatchObject({ status: 2 });
  });

  it('says what is wrong, and how it ends', async () => {
    expect(await run('frames', '/nowhere.tf')).toEqual({
      status: 3,
      stdout: '',
      stderr: '/nowhere.tf cannot be read: there is no such file.\n',
    });
    expect(await run('frames', sample, '--where', 'queue->wating > 3')).toMatchObject({
      status: 3,
    });
    expect((await run('frame', sample, '246')).stderr).toBe(
      'There is no frame 246: callqueue.tf holds frames 0 to 245.\n',
    );
    expect(await run('eval', sample, 'nothing')).toMatchObject({ status: 3, stdout: '' });
    for (const words of [
      [],
      ['nothing'],
      ['frames'],
      ['frames', sample, '--nothing'],
      ['frame', sample, 'x'],
    ]) {
      expect(await run(...words), words.join(' ')).toMatchObject({ status: 2, stdout: '' });
    }
    for (const [words, sentence] of [
      [['frames', sample, '--limt', '3'], 'There is no option --limt. Did you mean --limit?'],
      [['frames', sample, '--nothing'], 'There is no option --nothing.'],
      [['frames', sample, '--limit'], '--limit takes a value: N.'],
      [['frames', sample, '--sort', '--total'], '--sort takes a value: EXPR.'],
      [['frames', sample, '--total=3'], '--total takes no value.'],
      [['transitions', sample, 'n', '--unit', 'h'], '--unit must be one of "time", "frames".'],
      [
        ['intervals', sample, '--begin', 'n', '--sort=x'],
        '--sort must be one of "frame", "duration".',
      ],
      [['frames', sample, '--where', ''], '--where must not be empty.'],
      [['eval', sample, ...Array<string>(51).fill('n')], '"expressions" has more than 50 items.'],
    ] as const) {
      const [command] = words;
      expect(await run(...words)).toEqual({
        status: 2,
        stdout: '',
        stderr: `${sentence}\nSee: gdb-tracefile ${command} --help\n`,
      });
    }
    for (const words of [['frmes'], ['help', 'frmes']]) {
      expect((await run(...words)).stderr).toBe(
        'There is no command “frmes”. Did you mean frames?\nSee: gdb-tracefile --help\n',
      );
    }
    expect((await run('frames')).stderr).toBe(
      'Name one trace.\nSee: gdb-tracefile frames --help\n',
    );
  });

  it('speaks the language of the environment to people, and English to programs', async () => {
    const chinese = (...words: string[]) => runProgram(words, { env: { LC_ALL: 'zh_CN.UTF-8' } });
    expect(chinese('--help').stdout).toMatch(/^用法：gdb-tracefile COMMAND TRACE/);
    expect(chinese('frames', '--limt')).toMatchObject({
      status: 2,
      stderr: '没有选项 --limt。你是指 --limit 吗？\n参见：gdb-tracefile frames --help\n',
    });
    const listed = chinese('frames', sample, '--limit', '1').stdout;
    expect(listed).toBe('帧  跟踪点  函数  行\n 0       5  main  callqueue.c:94\n');
    expect(chinese('gdb', sample, 'tstatus').stdout).toContain('Using a trace file.');
    expect(chinese('export', sample, '--format', 'markdown').stdout).toMatch(/^\| 帧 \| 跟踪点 \|/);
    for (const words of [
      ['frame', sample, '3', '--json'],
      ['problems', sample, '--json'],
      ['compare', sample, sample, '--csv'],
    ])
      expect(chinese(...words).stdout).toBe((await run(...words)).stdout);
  });

  it('helps: commands, options, exit codes, and completion for shells', async () => {
    const help = await run('--help');
    expect(help).toMatchObject({ status: 0, stderr: '' });
    const commands = [...help.stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(
      ([, name]) => name ?? '',
    );
    expect(commands).toContain('check');
    for (const command of commands) {
      const { status, stdout } = await run(command, '--help');
      expect(status).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Usage: gdb-tracefile ${command} `));
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    }
    expect(help.stdout).toMatch(/Exit codes: 0 done; 1 /);
    expect(runProgram(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const completion = (await run('completion', 'bash')).stdout;
    const completed = spawnSync(
      'bash',
      [
        '-c',
        `${completion}\nCOMP_WORDS=(gdb-tracefile check x --ju); COMP_CWORD=3; _gdb_tracefile; echo "\${COMPREPLY[@]}"`,
      ],
      { encoding: 'utf8' },
    );
    expect(completed).toMatchObject({ status: 0, stdout: '--junit\n' });
    for (const shell of ['zsh', 'fish']) {
      const text = (await run('completion', shell)).stdout;
      for (const command of commands) expect(text).toContain(command);
    }
    expect(await run('completion', 'tcsh')).toMatchObject({ status: 2 });
  });

  it('writes no colours and nothing that steers a terminal', async () => {
    const hostile = join(folder, 'hostile\u001b[31m\u202e.tf');
    copyFileSync(corpus('x86_64/app.tf'), hostile);
    for (const command of ['info', 'problems', 'frames']) {
      const { stdout, stderr } = await run(command, hostile);
      expect(stdout + stderr).not.toMatch(/[\u001b\u202e]/);
    }
    const [told] = (await json('info', hostile, '--program', corpus('x86_64/app'))) as {
      name: string;
    }[];
    expect(told?.name).toBe('hostile\u001b[31m\u202e.tf');
    const raw = (await run('info', hostile, '--json', '--program', corpus('x86_64/app'))).stdout;
    expect(raw).not.toMatch(/[\u001b\u202e]/);
  });

  it.each([
    ['0', ['info', sample]],
    ['1', ['check', sample, '--never', 'queue->waiting > 8']],
    ['2', ['frames', sample, '--limt', '3']],
    ['3', ['frames', '/nowhere.tf']],
  ])('is a program that ends with %s: %j', async (code, words) => {
    const ended = runProgram(words);
    expect(ended).toEqual(await run(...words));
    expect(ended.status).toBe(Number(code));
  });

  it('ends quietly where its reader has seen enough', () => {
    // It writes twice of what a pipe holds.
    const piped = spawnSync(
      'bash',
      [
        '-c',
        `"$0" "$1" eval "$2" "*queue" --frame 0-245 --json | head -n 1; echo "\${PIPESTATUS[0]}"`,
        process.execPath,
        script,
        sample,
      ],
      { encoding: 'utf8' },
    );
    const [row, code] = piped.stdout.trimEnd().split('\n');
    expect(JSON.parse(row ?? '')).toMatchObject({ frame: 0 });
    expect(code).toBe('0');
    expect(piped.stderr).toBe('');
  });
});

describe('a branch trace', () => {
  const document = join(corpus('branches'), 'tree-pt-times.btrace');
  const program = ['--program', join(corpus('branches'), 'tree')];
  /** Instructions are decoded in a thread of the bundle. */
  const branches = (...words: string[]) =>
    runProgram(['branches', document, ...program, ...words], { cwd: folder });

  it('is written as calls or instructions', () => {
    const calls = branches();
    expect({ status: calls.status, stderr: calls.stderr }).toEqual({ status: 0, stderr: '' });
    expect(calls.stdout.split('\r\n')).toHaveLength(44);
    const { stdout } = branches('--rows', 'instructions', '--json');
    const [first = '', ...others] = stdout.trimEnd().split('\n');
    expect(JSON.parse(first)).toMatchObject({ number: 1, symbol: '_start', time: 305419896 });
    expect(others).toHaveLength(309);
    const saved = branches('--output', 'calls.csv');
    expect(saved).toEqual({ status: 0, stdout: '', stderr: '42 calls written to calls.csv.\n' });
    expect(readFileSync(join(folder, 'calls.csv'), 'utf8')).toBe(calls.stdout);
  });

  it('takes the clocks of its processor, and says what is none', async () => {
    const { status, stderr } = branches('--clock', '3 168/2 24');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect((await run('branches', document, '--clock', '3')).stderr).toMatch(
      /^--clock is MTC_FREQ /,
    );
    expect(await run('branches', document, '--rows', 'blocks')).toMatchObject({ status: 2 });
    expect(await run('branches', sample)).toMatchObject({ status: 3 });
  });
});

describe('a file that does not fit on the disk', () => {
  it('leaves the one of before, and is said to', () => {
    const place = mkdtempSync(join(folder, 'full-'));
    writeFileSync(join(place, 'a.tf'), 'before');
    // A file may have 8 blocks: the write fails in the middle, as on a full disk.
    const words = ['export', sample, '--format', 'trace', '--output', 'a.tf'];
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 8; exec "$@"', 'sh', process.execPath, script, ...words],
      { cwd: place, encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: 'a.tf was not written: it would be larger than files may be (EFBIG).\n',
    });
    expect(readdirSync(place)).toEqual(['a.tf']);
    expect(readFileSync(join(place, 'a.tf'), 'utf8')).toBe('before');
  });
});
