// Requests for which the session's base class has no method: DAP's `modules` and `locations`, and this adapter's own.
import type { Debuggee } from './debuggee';
import { readSourceMap } from './launchArguments';
import { frameLocation } from './frameLinks';
import { modulesBody } from './modules';
import { navigate } from './navigate';
import { RequestFailed } from './requestFailed';
import { readShownFormat } from './valueFormats';

/** A request's arguments by name, unchecked. */
type Given = ReadonlyMap<string, unknown>;

const customRequests: Readonly<Record<string, (debuggee: Debuggee, given: Given) => unknown>> = {
  modules: ({ trace }, given) =>
    modulesBody(trace, given.get('startModule'), given.get('moduleCount')),

  locations: (debuggee, given) => frameLocation(debuggee, given.get('locationReference')),

  /** Goes where `to` says; to a change of `expression`. */
  traceMove: (debuggee, given) => navigate(debuggee, given.get('to'), given.get('expression')),

  /** Goes to a frame by its number: `frame`. */
  traceFrame: async ({ mover }, given) => {
    const frame = given.get('frame');
    if (!isFrameNumber(frame)) throw new RequestFailed('traceFrame needs a frame number.');
    await mover.goTo(frame);
  },

  /** Takes new source mappings: `sourceMap`, as in a launch. */
  refreshSources: (debuggee, given) => {
    debuggee.sources.addMappings(readSourceMap(given.get('sourceMap')));
    debuggee.refresh();
  },

  /** Switches how values are written: to `format`, as usual where there is none; those of one `expression`, or all. */
  setValueFormat: (debuggee, given) => {
    const name = given.get('format');
    const expression = given.get('expression');
    const format = readShownFormat(name);
    if (name !== undefined && !format)
      throw new RequestFailed('setValueFormat knows no such format.');
    if (expression === undefined) debuggee.formats.setAll(format);
    else if (typeof expression === 'string') debuggee.formats.set(expression, format);
    else throw new RequestFailed('The expression of setValueFormat must be text.');
    debuggee.rewriteValues();
  },
};

/** Does the work of a request by its name; the result is the response's body. */
export function customRequest(command: string, debuggee: Debuggee, args: unknown): unknown {
  const request = Object.hasOwn(customRequests, command) ? customRequests[command] : undefined;
  if (!request) throw new RequestFailed(`There is no request ${command}.`);
  return request(debuggee, new Map<string, unknown>(Object.entries(args ?? {})));
}

function isFrameNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
