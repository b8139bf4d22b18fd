// The tree of variables: opened, kept open from frame to frame, moved through with keys.
import { beforeEach, describe, expect, it } from 'vitest';
import type { VariableRow } from '../../../../src/ask/frame/variableTree';
import { VariablesModel } from '../../../../webview/frame/variablesModel';
import { askedHost, settle, type AskedHost } from '../askedRequests';

interface Tree {
  readonly [name: string]: Tree | string;
}

const tree: Tree = {
  Arguments: { n: '7', lost: '<unavailable>', p: { x: '22', w: { '[0]': '1.5', '[1]': '2.5' } } },
  Locals: { buf: '"n=7"' },
  Globals: Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`g${i}`, String(i)])),
};

/** What stands at a path. */
function at(path: readonly number[]): Tree | string {
  return path.reduce<Tree | string>(
    (node, index) => (typeof node === 'string' ? '' : (Object.values(node)[index] ?? '')),
    tree,
  );
}

function rowOf(name: string, node: Tree | string): VariableRow {
  const hasChildren = typeof node !== 'string';
  return { name, value: hasChildren ? '' : node, hasChildren };
}

interface Asked {
  readonly view: number;
  readonly path: number[];
  readonly start: number;
  readonly count: number;
}

let host: AskedHost;
let model: VariablesModel;
let draws: number;
let views: number;

beforeEach(() => {
  views = 0;
  host = askedHost({
    variables: () => {
      const variables = Object.entries(tree).map(([name, child]) => rowOf(name, child));
      return { view: ++views, variables, total: variables.length };
    },
    closeView: () => undefined,
    variableChildren: ({ path, start, count }: Asked) => {
      const node = at(path);
      const rows = typeof node === 'string' ? [] : Object.entries(node);
      return {
        variables: rows.slice(start, start + count).map(([name, child]) => rowOf(name, child)),
        total: rows.length,
      };
    },
    stackFrames: () => ({
      frames: [
        { level: 0, name: 'helper' },
        { level: 1, name: 'main' },
      ],
    }),
  });
  draws = 0;
  model = new VariablesModel(host.ask, () => draws++);
});

function shown(): string[] {
  return model.lines.map(
    ({ node, more, level }) => `${' '.repeat(level - 1)}${more ? '…' : node.row.name}`,
  );
}

async function toggle(name: string): Promise<void> {
  const line = model.lines.find(({ node, more }) => node.row.name === name && !more);
  if (!line) throw new Error(`no ${name}`);
  await model.toggle(line);
}

describe('the tree', () => {
  it('has arguments and locals open, and asks nothing of globals', async () => {
    await model.show(42, 41);
    expect(shown()).toEqual(['n', 'p', 'buf', 'Globals']);
    const paths = host.named('variableChildren').map(({ asked }) => (asked as Asked).path);
    expect(paths).toEqual([[0], [1]]);
    expect(host.all[1]?.asked).toMatchObject({ frame: 42, level: 0, before: 41 });
    expect(model.stackFrames.map(({ name }) => name)).toEqual(['helper', 'main']);
  });

  it('leaves out what was not collected, and counts what is shown', async () => {
    await model.show(42, undefined);
    expect(model.missing.map(({ name }) => name)).toEqual(['lost']);
    expect(model.lines.map(({ level, position, setSize }) => [level, position, setSize])).toEqual([
      [1, 1, 4],
      [1, 2, 4],
      [1, 3, 4],
      [1, 4, 4],
    ]);
    model.expect();
    expect(model.missing).toEqual([]);
  });

  it('opens and closes, and fetches once', async () => {
    await model.show(42, undefined);
    await toggle('p');
    expect(shown().slice(0, 4)).toEqual(['n', 'p', ' x', ' w']);
    const asked = host.all.length;
    await toggle('p');
    await toggle('p');
    expect(host.all.length).toBe(asked);
    expect(host.named('variables').at(-1)?.asked).not.toHaveProperty('before');
  });

  it('stays open in the next frame, at every depth', async () => {
    await model.show(42, 41);
    await toggle('p');
    await toggle('w');
    const before = shown();
    await model.show(43, 42);
    expect(shown()).toEqual(before);
    expect(before).toContain('  [1]');
  });

  it('opens the line that is clicked, though the lines of another frame have come', async () => {
    await model.show(42, 41);
    const drawn = model.lines.find(({ node }) => node.row.name === 'p');
    await model.show(43, 42);
    if (drawn) await model.press(drawn);
    expect(shown().slice(0, 4)).toEqual(['n', 'p', ' x', ' w']);
    expect(model.lines[model.active]?.node.row.name).toBe('p');
  });

  it('fetches the rest where it is wanted', async () => {
    await model.show(42, undefined);
    await toggle('Globals');
    expect(shown().at(-1)).toBe(' …');
    const last = model.lines.at(-1);
    expect([last?.position, last?.setSize]).toEqual([101, 250]);
    if (last) await model.toggle(last);
    expect(shown().filter((name) => name.startsWith(' g'))).toHaveLength(200);
    const again = model.lines.at(-1);
    if (again) await model.toggle(again);
    expect(shown().at(-1)).toBe(' g249');
  });

  it('is not that of the frame before, while its own is under way', async () => {
    await model.show(42, 41);
    expect(model.awaited).toBeUndefined();
    model.expect();
    expect([shown(), model.stackFrames, model.note]).toEqual([[], [], undefined]);
    expect(model.awaited).toEqual({ lines: 4, stackFrames: 2 });
    await model.show(43, 42);
    expect([shown().length, model.awaited, model.frame]).toEqual([4, undefined, 43]);
  });

  it('is empty where it cannot be had', async () => {
    const slow = askedHost();
    model = new VariablesModel(slow.ask, () => draws++);
    const first = model.show(1, undefined);
    await slow.last('stackFrames').answer({ frames: [] });
    await slow.last('variables').answer({ variables: [rowOf('n', '7')], total: 1 });
    await first;
    expect(shown()).toEqual(['n']);
    model.expect();
    const second = model.show(2, undefined);
    await slow.last('variables').fail(new Error());
    await second;
    expect([shown(), model.awaited]).toEqual([[], undefined]);
  });

  it('shows another stack frame', async () => {
    await model.show(42, 41);
    await model.showLevel(1);
    expect(model.level).toBe(1);
    expect(host.named('variables').at(-1)?.asked).toMatchObject({
      frame: 42,
      level: 1,
      before: 41,
    });
  });

  it('is replaced when all of it has come, and by the newest alone', async () => {
    const slow = askedHost();
    model = new VariablesModel(slow.ask, () => draws++);
    const first = model.show(1, undefined);
    const second = model.show(2, undefined);
    const answer = { variables: [{ name: 'Globals', value: '', hasChildren: true }], total: 1 };
    for (const request of slow.all) {
      const { name, asked } = request;
      const { frame } = asked as { readonly frame: number };
      await request.answer(
        name === 'stackFrames' ? { frames: [{ level: 0, name: `f${frame}` }] } : answer,
      );
    }
    await Promise.all([first, second]);
    expect(model.stackFrames[0]?.name).toBe('f2');
    expect(slow.all[0]?.signal?.aborted).toBe(true);
  });

  it('says why there is nothing', async () => {
    const empty = askedHost({
      variables: () => ({ variables: [], total: 0, note: 'No program.' }),
      stackFrames: () => ({ frames: [] }),
    });
    model = new VariablesModel(empty.ask, () => draws++);
    await model.show(0, undefined);
    expect([model.note, model.lines]).toEqual(['No program.', []]);
    await model.move('down');
    model.seek('x');
    expect(model.active).toBe(0);
  });
});

describe('keys', () => {
  beforeEach(async () => {
    await model.show(42, undefined);
    await settle();
  });

  async function press(...moves: Parameters<VariablesModel['move']>[0][]): Promise<string> {
    for (const move of moves) await model.move(move);
    return model.lines[model.active]?.node.row.name ?? '';
  }

  it('go up, down, to the ends and no farther', async () => {
    expect(await press('down')).toBe('p');
    expect(await press('up', 'up')).toBe('n');
    expect(await press('last')).toBe('Globals');
    expect(await press('down')).toBe('Globals');
    expect(await press('first')).toBe('n');
  });

  it('open, go in, go out and close', async () => {
    expect(await press('down', 'open')).toBe('p');
    expect(await press('open')).toBe('x');
    expect(await press('open')).toBe('x');
    expect(await press('close')).toBe('p');
    expect(await press('close', 'close')).toBe('p');
    expect(shown()).not.toContain(' x');
    expect(await press('toggle', 'down')).toBe('x');
  });

  it('seek names that begin with a character', () => {
    model.seek('b');
    expect(model.lines[model.active]?.node.row.name).toBe('buf');
    model.seek('G');
    expect(model.lines[model.active]?.node.row.name).toBe('Globals');
    model.seek('z');
    expect(model.lines[model.active]?.node.row.name).toBe('Globals');
  });
});
