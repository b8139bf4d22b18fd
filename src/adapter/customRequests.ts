// Requests for which the session's base class has no method: DAP's `modules` and `locations`, and
// this adapter's own.
import { t } from '@vscode/l10n';
import type { DebugContext } from './debugContext';
import { readSourceMap } from './launchArguments';
import { frameLocation } from './frameLog';
import { modulesBody } from './modules';
import { shownStores, valueChanges } from './changes';
import { isMoveName, moveNames, navigationTo } from './stepping';
import { RequestFailed } from '../bytes/requestFailed';
import { readShownFormat } from './valueNodes';

/** A request's arguments by name, unchecked. */
type Given = ReadonlyMap<string, unknown>;

const customRequests: Readonly<Record<string, (context: DebugContext, given: Given) => unknown>> = {
  modules: ({ trace }, given) =>
    modulesBody(trace.modules.current, given.get('startModule'), given.get('moduleCount')),

  locations: (context, given) => frameLocation(context, given.get('locationReference')),

  /** Goes where `to` says. */
  traceMove: (context, given) => traceMove(context, given.get('to')),

  /** Where the value of `expression` changes: `last` alone, or all. */
  valueChanges,

  /** What may have written it between the frames `before` and `after` of a change. */
  possibleStores: shownStores,

  /** Goes to a frame by its number: `frame`. */
  traceFrame: async ({ navigator }, given) => {
    const frame = given.get('frame');
    if (!isFrameNumber(frame)) throw new RequestFailed(t('traceFrame needs a frame number.'));
    await navigator.goTo(frame);
  },

  /** Takes new source mappings: `sourceMap`, as in a launch. */
  refreshSources: (context, given) => {
    context.sources.addMappings(readSourceMap(given.get('sourceMap')));
    context.refresh();
  },

  /**
   * Switches how values are written: to `format`, as usual without one; those of one
   * `expression`, or all.
   */
  setValueFormat: (context, given) => {
    const name = given.get('format');
    const expression = given.get('expression');
    const format = readShownFormat(name);
    if (name !== undefined && !format)
      throw new RequestFailed(t('setValueFormat knows no such format.'));
    if (expression === undefined) context.formats.setAll(format);
    else if (typeof expression === 'string') context.formats.set(expression, format);
    else throw new RequestFailed(t('The expression of setValueFormat must be text.'));
    context.rewriteValues();
  },
};

/** Does the work of a request by its name; the result is the response's body. */
export function customRequest(command: string, context: DebugContext, args: unknown): unknown {
  const request = Object.hasOwn(customRequests, command) ? customRequests[command] : undefined;
  if (!request) throw new RequestFailed(t('There is no request {0}.', command));
  return request(context, new Map<string, unknown>(Object.entries(args ?? {})));
}

function isFrameNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/** Further moves of `traceMove`: through the frames that were visited. */
const sessionMoves: Readonly<Record<string, (context: DebugContext) => void>> = {
  back: ({ navigator }) => {
    navigator.revisit(-1);
  },
  forward: ({ navigator }) => {
    navigator.revisit(1);
  },
};

/** Begins a move; fails with a sentence when no move has that name. */
async function traceMove(context: DebugContext, to: unknown): Promise<void> {
  const move =
    typeof to === 'string' && Object.hasOwn(sessionMoves, to) ? sessionMoves[to] : undefined;
  if (move) move(context);
  else if (isMoveName(to)) context.navigator.go(await navigationTo(context.trace, to));
  else {
    const known = [...moveNames, ...Object.keys(sessionMoves)];
    throw new RequestFailed(t('traceMove goes to one of {0}.', known.join(', ')));
  }
}
