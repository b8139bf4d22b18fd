// What a command writes on a terminal and what on a pipe.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Output, type OutputStream } from '../../../src/commandLine/output';

/** A stream that keeps what is written. */
function stream(isTTY: boolean) {
  const written: string[] = [];
  const made = {
    isTTY,
    write: (text: string) => {
      written.push(text);
      return true;
    },
  };
  return { written, stream: made as unknown as OutputStream };
}

function outputTo(
  { out, errors }: { readonly out: boolean; readonly errors: boolean },
  {
    isJson = false,
    environment = {},
    signal = new AbortController().signal,
  }: { isJson?: boolean; environment?: NodeJS.ProcessEnv; signal?: AbortSignal } = {},
) {
  const [standard, error] = [stream(out), stream(errors)];
  const output = new Output(standard.stream, error.stream, isJson, signal, environment);
  return { output, out: standard.written, errors: error.written };
}

describe('colours', () => {
  it('are for a terminal that has them, and for those who want them', () => {
    const bold = (isTerminal: boolean, environment: NodeJS.ProcessEnv = {}) =>
      outputTo({ out: isTerminal, errors: true }, { environment }).output.emphasis('x', 'bold');
    expect(bold(true)).toBe('\u001b[1mx\u001b[0m');
    expect(bold(false)).toBe('x');
    expect(bold(true, { NO_COLOR: '1' })).toBe('x');
    // As no-color.org has it: an empty one says nothing.
    expect(bold(true, { NO_COLOR: '' })).not.toBe('x');
    expect(bold(true, { TERM: 'dumb' })).toBe('x');
  });
});

describe('the progress bar', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is on the standard error of a terminal, for long work alone', async () => {
    const { output, out, errors } = outputTo({ out: false, errors: true });
    output.progress({ done: 1, total: 4 });
    expect(errors).toEqual([]);
    vi.advanceTimersByTime(1000);
    output.progress({ done: 1, total: 4 });
    output.progress({ done: 2, total: 4 });
    expect(errors).toEqual([`\r${'█'.repeat(6)}${'░'.repeat(18)}  25 %`]);
    vi.advanceTimersByTime(1000);
    output.progress({ done: 4, total: 4 });
    expect(errors.at(-1)).toBe(`\r${'█'.repeat(24)} 100 %`);
    // It goes before anything else is written.
    await output.line('done');
    await output.flush();
    expect(errors.at(-1)).toBe('\r\u001b[K');
    expect(out).toEqual(['done\n']);
  });

  it('is nowhere else: not on a pipe, not with JSON', () => {
    for (const { output, out, errors } of [
      outputTo({ out: true, errors: false }),
      outputTo({ out: true, errors: true }, { isJson: true }),
    ]) {
      vi.advanceTimersByTime(1000);
      output.progress({ done: 1, total: 2 });
      expect([...out, ...errors]).toEqual([]);
    }
  });
});

it('writes nothing more once the command is interrupted', async () => {
  const stop = new AbortController();
  const { output, out } = outputTo({ out: false, errors: false }, { signal: stop.signal });
  await output.line('one');
  stop.abort();
  await expect(output.line('two')).rejects.toThrow();
  await output.flush();
  expect(out).toEqual(['one\n']);
});
