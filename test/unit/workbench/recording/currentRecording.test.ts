import { describe, expect, it, vi } from 'vitest';
import type { TargetRecording, RecordingStatus } from '../../../../src/remote/client/recording';
import { Emitter } from '../../../../src/trace/emitter';
import { CurrentRecording } from '../../../../src/workbench/recording/currentRecording';
import { RecentTargets } from '../../../../src/workbench/recording/recentTargets';
import { fileTimestamp } from '../../../../src/workbench/recording/recordedTraces';
import { memento } from '../memento';

vi.mock('vscode', () => ({}));

/** A recording of which only the status is looked at. */
function recordingWith(status: Partial<RecordingStatus>) {
  const changed = new Emitter<RecordingStatus>();
  const disposed = { count: 0 };
  const recording = {
    status,
    onDidChangeStatus: changed.event,
    dispose: () => disposed.count++,
  } as unknown as TargetRecording;
  return { recording, changed, disposed };
}

describe('the recording that goes on', () => {
  it('counts a tracepoint at all its places', () => {
    const current = new CurrentRecording();
    const { recording } = recordingWith({
      tracepoints: [
        { number: 1, address: 1n, enabled: true, hits: 3, usage: 100 },
        { number: 2, address: 2n, enabled: true },
        { number: 1, address: 5n, enabled: true, hits: 4, usage: 50 },
      ],
    });
    current.follow(recording);
    expect(current.of(1)).toEqual({ hits: 7, bytes: 150 });
    expect(current.of(2)).toEqual({});
    expect(current.of(3)).toBeUndefined();
  });

  it('tells problems of tracepoints as they were planned, not of others of their numbers', () => {
    const current = new CurrentRecording();
    const planned = { number: 3, kind: 'trap', location: 'a.c:1', enabled: true } as const;
    const tracepoint = { ...planned, passCount: 0, actions: [] };
    current.setProblems(new Map([[3, 'No code.']]), [tracepoint]);
    current.keepProblemsOf([tracepoint, { ...tracepoint, number: 4 }]);
    expect(current.of(3)).toEqual({ problem: 'No code.' });
    current.keepProblemsOf([{ ...tracepoint, location: 'b.c:2' }]);
    expect(current.of(3)).toBeUndefined();
  });

  it('tells of changes, and lets go of the one before', () => {
    const current = new CurrentRecording();
    let told = 0;
    current.onDidChange(() => told++);
    const first = recordingWith({ tracepoints: [] });
    current.follow(first.recording);
    first.changed.fire(first.recording.status);
    const before = told;
    current.follow(recordingWith({ tracepoints: [] }).recording);
    expect(first.disposed.count).toBe(1);
    expect(told).toBeGreaterThan(before);
    const after = told;
    first.changed.fire(first.recording.status);
    expect(told).toBe(after);
  });
});

describe('targets', () => {
  it('are remembered with their programs, the one used last first', async () => {
    const state = memento();
    const targets = new RecentTargets(state);
    await targets.keep({ target: ':1', program: '/a' });
    await targets.keep({ target: ':2', program: '/b' });
    await targets.keep({ target: ':1', program: '/c' });
    expect(new RecentTargets(state).all).toEqual([
      { target: ':1', program: '/c' },
      { target: ':2', program: '/b' },
    ]);
    await targets.forget(':1');
    for (let i = 0; i < 30; i++) await targets.keep({ target: `:${i + 9}`, program: '/' });
    expect(targets.all).toHaveLength(10);
    state.values.set('tracefile.targets', [{ target: 1 }, 'x', { target: ':5', program: '/' }]);
    expect(targets.all).toEqual([{ target: ':5', program: '/' }]);
  });
});

describe('a recording’s file', () => {
  it('is named by the time', () => {
    expect(fileTimestamp(new Date(2026, 0, 2, 3, 4, 5))).toBe('2026-01-02-030405');
  });
});
