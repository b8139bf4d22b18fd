// What the page asks of tracepoints, and the words for what came of it.
import { beforeEach, describe, expect, it } from 'vitest';
import { findingsOf, TracepointsModel } from '../../../../webview/tracepoints/tracepointsModel';
import { askedHost, type AskedHost } from '../askedRequests';

let host: AskedHost;
let model: TracepointsModel;

beforeEach(() => {
  host = askedHost();
  model = new TracepointsModel(host.ask, () => undefined);
});

describe('the code of a tracepoint', () => {
  it('is asked for once, when it is wanted', async () => {
    expect(model.detailsOf(2)).toBeUndefined();
    expect(model.detailsOf(2)).toBeUndefined();
    expect(host.all.map(({ asked }) => asked)).toEqual([{ tracepoint: 2 }]);
    await host.all[0]?.answer('details');
    expect(model.detailsOf(2)).toBe('details');
  });

  it('is asked for anew for another program', async () => {
    model.detailsOf(2);
    model.refresh();
    await host.all[0]?.answer('late');
    expect(model.detailsOf(2)).toBeUndefined();
    expect(host.all).toHaveLength(2);
  });

  it('may have a problem', async () => {
    model.detailsOf(2);
    await host.all[0]?.fail(new Error('gone'));
    expect(model.detailsOf(2)).toBe('gone');
  });
});

describe('counting', () => {
  it('shows how far it has come, then the counts', async () => {
    void model.count(3);
    void model.count(3);
    expect(host.all).toHaveLength(1);
    host.all[0]?.report({ done: 5, total: 9 });
    expect(model.countingOf(3)).toEqual({ progress: { done: 5, total: 9 } });
    await host.all[0]?.answer('counts');
    expect(model.countingOf(3)).toEqual({ counts: 'counts' });
  });

  it('can be cancelled and begun again', async () => {
    const counting = model.count(3);
    model.cancel(3);
    await counting;
    expect(model.countingOf(3)).toBeUndefined();
    void model.count(3);
    expect(host.all).toHaveLength(2);
  });

  it('says why there are no counts', async () => {
    const counting = model.count(3);
    await host.all[0]?.fail(new Error('gone'));
    await counting;
    expect(model.countingOf(3)).toEqual({ problem: 'gone' });
  });
});

describe('findings', () => {
  const none = { collected: 0, lacking: 0, unknown: 0, nothing: 0, nearNull: 0 };
  const texts = (...asked: Parameters<typeof findingsOf>) =>
    findingsOf(...asked).map(({ text }) => text);

  it('are one line where all went well', () => {
    expect(texts({ ...none, collected: 1200 }, 1200)).toEqual([
      'collected in 1,200 of 1,200 frames',
    ]);
    expect(texts({ ...none, nothing: 3 }, 3)).toEqual(['collects nothing']);
    expect(texts(none, 0)).toEqual(['no frames']);
  });

  it('say what is missing and why, with the first frame', () => {
    const count = {
      ...none,
      collected: 2,
      lacking: 1,
      unknown: 4,
      nearNull: 1,
      firstNearNull: 8,
      firstLacking: { frame: 5, why: 'there is no register block' },
      firstUnknown: { frame: 6, why: 'it divides by zero' },
    };
    expect(findingsOf(count, 7)).toEqual([
      { text: 'collected in 2 of 7 frames', isProblem: false },
      { text: 'missing in 1 frame: there is no register block', isProblem: true, frame: 5 },
      { text: 'cannot be told in 4 frames: it divides by zero', isProblem: false, frame: 6 },
      {
        text: 'at an address near 0 in 1 frame: a target writes bytes there that mean nothing',
        isProblem: true,
        frame: 8,
      },
    ]);
  });
});
