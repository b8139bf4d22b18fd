// The breakpoints of a debug console, without a debug session around it.
import type { ConsoleSession } from '../src/adapter/console/consoleState';
import { Breakpoints } from '../src/adapter/breakpoints/breakpoints';
import { BreakpointPlaces } from '../src/adapter/breakpoints/place';
import { nextStop } from '../src/adapter/breakpoints/run';
import type { SourceLookup } from '../src/trace/sourceLookup';
import type { Trace } from '../src/trace/trace';

/** What a console asks of its session about breakpoints. */
export function breakpointsOf(
  trace: Trace,
  sources: Pick<SourceLookup, 'recordedAs'>,
): Pick<ConsoleSession, 'breakpoints' | 'followed' | 'runEnd'> {
  const places = new BreakpointPlaces(trace, sources as SourceLookup);
  const breakpoints = new Breakpoints(trace, places, () => undefined);
  return {
    breakpoints: {
      get all() {
        return breakpoints.all;
      },
      newId: () => breakpoints.newId(),
      setTyped: async (typed) => {
        const stops = [...typed.values()].map(({ stop }) => stop);
        await breakpoints.set('console', stops, [...typed.keys()]);
      },
      onTypedLost: () => ({ dispose: () => undefined }),
      onHit: () => ({ dispose: () => undefined }),
      removeFromClient: (ids) => breakpoints.remove(ids),
    },
    followed: (expression) => Promise.resolve({ expression }),
    runEnd: async (options) => {
      const stop = await nextStop(trace, breakpoints.all, options, () => Promise.resolve());
      const frame = options.direction > 0 ? trace.recording.index.count - 1 : 0;
      return stop
        ? { frame: stop.frame, stop, why: { reason: 'breakpoint' } }
        : { frame, why: { reason: 'step', note: 'This is the end.' } };
    },
  };
}
