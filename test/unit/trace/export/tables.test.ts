import { describe, expect, it } from 'vitest';
import {
  noteColumn,
  numberOrText,
  ownColumn,
  ownColumns,
  valueColumn,
  csv,
  jsonLines,
  markdown,
  tabSeparated,
} from '../../../../src/trace/export/tables';
import { frameInfoXml } from '../../../../src/trace/export/exportFrames';
import { readTraceframeInfo } from '../../../../src/format/traceframeInfo';
import { FrameValue } from '../../../../src/trace/search/frameValues';
import type { Trace } from '../../../../src/trace/trace';
import { tdumpLines } from '../../../../src/trace/text/tdump';
import { tracedBy, traceOf } from '../tracedPrograms';
import { exported, frames } from './traces';

async function valueOf(trace: Trace, text: string) {
  const value = await FrameValue.compile(trace, text);
  if ('problem' in value) throw new Error(value.problem);
  return valueColumn(value);
}

const columns = ['a', 'b|c', 'a'].map((heading) => ({ heading, valueIn: () => undefined }));
const values = ['x,"y"\n', 7, undefined];

describe('a row', () => {
  it('has nothing that steers a terminal, in any format', () => {
    const name = 'a\x1b[31m\u202eb\x07';
    const named = [{ heading: name, valueIn: () => undefined }];
    for (const format of [csv, jsonLines, markdown, tabSeparated]) {
      const text = format.head(named) + format.row(named, [name]);
      expect(text).not.toMatch(/[\x1b\x07\u202e]|\\u001b|\\u0007/);
      expect(text).toContain('342');
    }
    const line = jsonLines.row(named, [name]);
    expect(Object.values(JSON.parse(line) as object)).toEqual([
      String.raw`a\033[31m\342\200\256b\007`,
    ]);
  });

  it('in CSV is quoted where it must be', () => {
    expect(csv.head(columns)).toBe('a,b|c,a\r\n');
    expect(csv.row(columns, values)).toBe('"x,""y""\n",7,\r\n');
  });

  it('in JSON Lines is an object, without what is not there; headings are told apart', () => {
    expect(jsonLines.head(columns)).toBe('');
    const line = jsonLines.row(columns, ['x,"y"\n', 7, 0]);
    expect(line.endsWith('\n')).toBe(true);
    expect(JSON.parse(line)).toEqual({ a: 'x,"y"\n', 'b|c': 7, 'a (2)': 0 });
    expect(JSON.parse(jsonLines.row(columns, values))).toEqual({ a: 'x,"y"\n', 'b|c': 7 });
  });

  it('in Markdown means nothing but its text', () => {
    expect(markdown.head(columns)).toBe('| a | b\\|c | a |\n| --- | --- | --- |\n');
    expect(markdown.row(columns, ['<b>|`x`\n[y](z)', 7, undefined])).toBe(
      '| &lt;b>\\|\\`x\\`<br>\\[y\\](z) | 7 |  |\n',
    );
  });

  it('never is a formula for a spreadsheet', () => {
    const formulas = ['=1+2', '+A1', '-2+3', '@SUM(A1)', '\t=1', '＝1', '-inf', '-0x10'];
    expect(csv.row(columns, formulas)).toBe(
      `'=1+2,'+A1,'-2+3,'@SUM(A1),'\t=1,'＝1,'-inf,'-0x10\r\n`,
    );
    expect(tabSeparated.row(columns, formulas).startsWith(`'=1+2\t'+A1\t`)).toBe(true);
    expect(tabSeparated.row(columns, ['\t=1'])).toBe(`' =1\n`);
    const numbers = [-5, '-1.5', '+2e-3', '-.5', '"=1"', 'a=b', '0x10'];
    expect(tabSeparated.row(columns, numbers)).toBe('-5\t-1.5\t+2e-3\t-.5\t"=1"\ta=b\t0x10\n');
    const heading = { heading: '=cmd()', valueIn: () => undefined };
    expect(csv.head([heading])).toBe("'=cmd()\r\n");
    expect(jsonLines.row([heading], ['=1'])).toBe('{"=cmd()":"=1"}\n');
  });

  it('for the clipboard has tabs between', () => {
    expect(tabSeparated.row(columns, ['a\tb\r\nc', 7, undefined])).toBe('a b c\t7\t\n');
  });
});

describe('a number', () => {
  it('is one where it loses nothing', () => {
    expect(
      ['7', '-7', '0', '-0', '007', '1.5', '0x7', '9007199254740993', ''].map(numberOrText),
    ).toEqual([7, -7, 0, '-0', '007', '1.5', '0x7', '9007199254740993', '']);
  });
});

describe('an exported table', () => {
  it('has the columns asked for, of the frames asked for', async () => {
    const trace = await tracedBy('x86_64/app.tf', 'x86_64/app');
    const notes = new Map([[4, 'odd, "this"']]);
    const asked = {
      columns: [
        ...ownColumns.map((name) => ownColumn(trace, name)),
        await valueOf(trace, '$rsp & 0xf'),
        await valueOf(trace, '*(int *) 0'),
        await valueOf(trace, 'no_such_name'),
        noteColumn(notes),
      ],
      frames: frames(4, 0),
    };
    const text = (await exported(trace, { ...asked, format: 'jsonLines' })).toString();
    const objects = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const [row, frame] of [4, 0].entries()) {
      const at = trace.recording.pc(frame);
      const { functionName, source } = at ? await trace.modules.current.locate(at.pc) : {};
      expect(objects[row]).toMatchObject({
        frame,
        tracepoint: trace.recording.index.tracepoint(frame),
        pc: `0x${at?.pc.toString(16)}`,
        function: functionName,
        file: source?.file,
        line: source?.line,
        size: trace.recording.index.size(frame),
      });
      expect(objects[row]?.['*(int *) 0']).toBe('<unavailable>');
      expect(objects[row]).not.toHaveProperty(['no_such_name']);
    }
    expect(objects[0]?.['note']).toBe('odd, "this"');
    expect(objects[1]).not.toHaveProperty('note');
    const csvText = (await exported(trace, { ...asked, format: 'csv' })).toString();
    expect(csvText.split('\r\n')).toHaveLength(4);
    expect(csvText.split('\r\n')[1]).toMatch(/,"odd, ""this"""$/);
    const table = (await exported(trace, { ...asked, format: 'markdown' })).toString();
    expect(table.split('\n').filter((line) => line.startsWith('| '))).toHaveLength(4);
  });

  it('tells of many frames how far it is, and ends when it is cancelled', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const done: number[] = [];
    const cancelled = new AbortController();
    const all = { frames: frames(...Array.from({ length: 114 }, (_, i) => i)) };
    const asked = { ...all, format: 'csv', columns: [ownColumn(trace, 'frame')] } as const;
    const onProgress = (count: number) => {
      done.push(count);
      if (count >= 31) cancelled.abort();
    };
    await exported(trace, asked, { signal: cancelled.signal, onProgress });
    expect(done).toEqual([1, 3, 7, 15, 31]);
  });
});

describe('words and documents', () => {
  it('are what tdump prints of each frame', async () => {
    const trace = await tracedBy('x86_64/app.tf', 'x86_64/app');
    const chosen = [3, 60];
    const texts = await Promise.all(
      chosen.map(async (frame) => {
        const lines = await tdumpLines(trace, frame);
        if ('problem' in lines) throw new Error(lines.problem);
        return `${lines.join('\n')}\n\n`;
      }),
    );
    const asked = { format: 'tdump', frames: frames(...chosen), columns: [] } as const;
    expect((await exported(trace, asked)).toString()).toBe(texts.join(''));
    expect(texts[0]).toMatch(/^Data collected at tracepoint \d+, trace frame 3:\n/);
  });

  it('say of a frame what it collected', async () => {
    const trace = await traceOf('x86_64/app.tf');
    const frame = await trace.recording.frame(5);
    const { items, diagnostics } = readTraceframeInfo(frameInfoXml(frame));
    expect(diagnostics).toEqual([]);
    const collected = frame.blocks.filter(({ kind }) => kind === 'M' || kind === 'V');
    expect(items).toHaveLength(collected.length);
    expect(items.length).toBeGreaterThan(0);
  });
});
