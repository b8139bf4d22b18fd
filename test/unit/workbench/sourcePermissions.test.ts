import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SourcePermissions } from '../../../src/workbench/sourcePermissions';
import { SourceLookup } from '../../../src/trace/sourceLookup';
import { memento } from './memento';

interface Question {
  readonly sentence: string;
  readonly answer: (button: string | undefined) => void;
}

const vs = vi.hoisted(() => ({ isTrusted: true, questions: [] as Question[] }));

vi.mock('vscode', () => ({
  l10n: { t: (text: string, place: string) => text.replace('{0}', place) },
  window: {
    showInformationMessage: (sentence: string) =>
      new Promise<string | undefined>((answer) => vs.questions.push({ sentence, answer })),
  },
  workspace: {
    get isTrusted() {
      return vs.isTrusted;
    },
  },
}));

beforeEach(() => {
  vs.isTrusted = true;
  vs.questions = [];
});

/** What was looked at while a recorded path was looked for. */
async function lookedAt(recorded: string, permissions: SourcePermissions): Promise<string[]> {
  const seen: string[] = [];
  const where = { sourceMap: { '/mapped': '/net/mine' }, folders: ['/project'] };
  const lookup = new SourceLookup({ ...where, isPermitted: permissions.permits }, (path) => {
    seen.push(path);
    return Promise.resolve(false);
  });
  await lookup.find(recorded);
  return seen;
}

async function answered(button: string | undefined): Promise<void> {
  vs.questions.at(-1)?.answer(button);
  await new Promise(setImmediate);
}

describe('a source that only the program says where it lies', () => {
  it.each([
    '/net/host/x/y.c',
    '/net/host/../../net/other/x.c',
    '\\\\host\\share\\y.c',
    '/proc/kmsg',
    '/dev/zero',
  ])('is not looked at without a question, in a trusted workspace: %s', async (recorded) => {
    const permissions = new SourcePermissions(memento());
    const seen = await lookedAt(recorded, permissions);
    expect(seen.filter((path) => !path.startsWith('/project/'))).toEqual([]);
    expect(vs.questions).toHaveLength(1);
  });

  it('is looked at anywhere else, in a trusted workspace alone', async () => {
    const permissions = new SourcePermissions(memento());
    expect(await lookedAt('/etc/passwd', permissions)).toContain('/etc/passwd');
    expect(vs.questions).toEqual([]);
    vs.isTrusted = false;
    expect(await lookedAt('/etc/passwd', permissions)).toEqual([
      '/project/etc/passwd',
      '/project/passwd',
    ]);
    expect(vs.questions[0]?.sentence).toContain('sources lie in /etc.');
  });

  it('is looked at where the user maps it, and in the folders of the workspace', async () => {
    vs.isTrusted = false;
    const permissions = new SourcePermissions(memento());
    expect(await lookedAt('/mapped/a.c', permissions)).toContain('/net/mine/a.c');
    expect(await lookedAt('/project/a.c', permissions)).toContain('/project/a.c');
    expect(vs.questions.filter(({ sentence }) => !sentence.includes('/mapped'))).toEqual([]);
  });

  it('is asked about once for its folder, one folder at a time, and what was allowed is remembered', async () => {
    const state = memento();
    const permissions = new SourcePermissions(state);
    let refreshed = 0;
    permissions.onDidAllow(() => refreshed++);
    for (const name of ['a', 'b', 'c']) await lookedAt(`/net/host/${name}.c`, permissions);
    await lookedAt('/net/other/x.c', permissions);
    expect(vs.questions).toHaveLength(1);
    await answered('Look There');
    expect(refreshed).toBe(1);
    expect(await lookedAt('/net/host/b.c', new SourcePermissions(state))).toContain(
      '/net/host/b.c',
    );
    await lookedAt('/net/other/x.c', permissions);
    expect(vs.questions).toHaveLength(2);
    await answered(undefined);
    await lookedAt('/net/other/x.c', permissions);
    expect(vs.questions).toHaveLength(2);
  });
});
