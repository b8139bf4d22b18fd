// Which two frames are compared, and when.
import { beforeEach, describe, expect, it } from 'vitest';
import { CompareModel } from '../../../../webview/compare/compareModel';
import { RequestError } from '../../../../src/wire/page';
import { askedHost, type AskedHost } from '../askedRequests';

let host: AskedHost;
let pinned: number | undefined;
let selected: number | undefined;
let isShown: boolean;
let model: CompareModel;

beforeEach(() => {
  host = askedHost();
  pinned = undefined;
  selected = 42;
  isShown = true;
  model = new CompareModel({
    ask: host.ask,
    compared: () => ({
      since: { kind: 'frame' },
      ...(pinned !== undefined && { pinned }),
    }),
    selected: () => selected,
    isShown: () => isShown,
    changed: () => undefined,
    remember: (change) => {
      pinned = change.pinned;
    },
  });
});

const asked = () => host.all.map((each) => each.asked);

describe('comparing', () => {
  it('waits for a frame to compare with', () => {
    model.update();
    expect(asked()).toEqual([]);
    model.pin(7);
    expect(asked()).toEqual([{ left: 7, right: 42, all: false }]);
  });

  it('follows the selection, and drops what it passed by', async () => {
    model.pin(7);
    selected = 43;
    model.update();
    model.update();
    expect(host.all[0]?.signal?.aborted).toBe(true);
    expect(asked().at(-1)).toEqual({ left: 7, right: 43, all: false });
    expect(host.all).toHaveLength(2);
    await host.all[1]?.answer('compared');
    expect([model.comparison, model.isBusy]).toEqual(['compared', false]);
  });

  it('of other frames is not shown, while its own is under way', async () => {
    model.pin(7);
    await host.last('compare').answer('7 and 42');
    expect(model.comparison).toBe('7 and 42');
    selected = 43;
    model.update();
    expect([model.comparison, model.kept]).toEqual([undefined, '7 and 42']);
    await host.last('compare').answer('7 and 43');
    expect(model.comparison).toBe('7 and 43');
    model.setAll(true);
    expect(model.comparison).toBeUndefined();
    await host.last('compare').fail(new RequestError('There is no frame 7.'));
    selected = 44;
    model.update();
    expect([model.comparison, model.problem]).toEqual([undefined, undefined]);
  });

  it('asks nothing while another tab is in front', () => {
    isShown = false;
    model.pin(7);
    expect(asked()).toEqual([]);
    isShown = true;
    model.update();
    expect(asked()).toHaveLength(1);
  });

  it('keeps a right side that was chosen, until it follows again', () => {
    model.pin(7);
    model.setRight(9);
    selected = 50;
    model.update();
    expect([model.right, model.follows]).toEqual([9, false]);
    model.setRight(undefined);
    expect([model.right, model.follows]).toEqual([50, true]);
  });

  it('swaps the sides', () => {
    model.swap();
    expect(asked()).toEqual([]);
    model.pin(7);
    model.swap();
    expect([model.left, model.right]).toEqual([42, 7]);
    expect(asked().at(-1)).toEqual({ left: 42, right: 7, all: false });
  });

  it('shows what is the same too, and asks anew for another program', () => {
    model.pin(7);
    model.setAll(true);
    expect(asked().at(-1)).toEqual({ left: 7, right: 42, all: true });
    model.refresh();
    expect(host.all).toHaveLength(3);
  });

  it('says why there is nothing', async () => {
    model.pin(7);
    await host.all[0]?.fail(new RequestError('There is no frame 7.'));
    expect([model.problem, model.comparison]).toEqual(['There is no frame 7.', undefined]);
  });
});
