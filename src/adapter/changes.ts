// Who changed a value: the requests `valueChanges` and `possibleStores`, and the words for their
// answers, which the console has too.
import { t } from '@vscode/l10n';
import { hexAddress } from '../bytes/hex';
import { TimeSlice } from '../bytes/timeSlice';
import { isScalar } from '../values/types';
import { followValue, type FollowedValue } from '../trace/changes/followedValue';
import {
  possibleStores,
  type PossibleStore,
  sightOf,
  type StoreSight,
} from '../trace/changes/possibleStores';
import { storeTarget } from '../trace/changes/storeTarget';
import type { ValueChange } from '../trace/search/collectedValues';
import type { SearchOptions } from '../trace/search/search';
import { allChanges, lastChange, type ValueChanges } from '../trace/changes/valueChanges';
import { problemText } from '../trace/expressions';
import { baseName } from '../trace/paths';
import type { SourceLookup } from '../trace/sourceLookup';
import type { Trace } from '../trace/trace';
import type { Client } from './client';
import type { SourceText } from './console/consoleState';
import type { Disassembly } from './disassembly';
import type { FrameNavigator } from './navigation';
import { RequestFailed } from '../bytes/requestFailed';
import type { StackFrames } from './stackFrames';

/** A request's arguments by name, unchecked. */
type Given = ReadonlyMap<string, unknown>;

/** A change as a client shows it. */
export interface ShownChange extends ValueChange {
  /** The value before and after, as `print` writes it. */
  readonly from: string;
  readonly to: string;
  /** “between frame 3 and frame 7 (3 frames between did not collect it)”. */
  readonly interval: string;
}

/** The answer of `valueChanges`. */
export interface ShownChanges {
  /** What is followed: “queue->waiting at 0x404168”. */
  readonly label: string;
  /** Ascending; of many the nearest ones. */
  readonly changes: readonly ShownChange[];
  /** All changes; with `last`, whether there is one. */
  readonly total: number;
}

/** A store as a client shows it. */
export interface ShownStore extends Omit<PossibleStore, 'addresses' | 'source'>, StoreSight {
  readonly addresses: readonly string[];
  /** As the client counts lines. `text`: the line. */
  readonly source?: {
    readonly name: string;
    readonly path?: string;
    readonly line: number;
    readonly text?: string;
  };
}

/** The answer of `possibleStores`. */
export interface ShownStores {
  readonly stores: readonly ShownStore[];
  /** What was not looked at, in sentences. */
  readonly notes: readonly string[];
}

/** Changes that are shown at once. */
const maxShown = 2000;

/** Runs a search that can be cancelled, and shows how far it has come. */
type SearchAllFrames = (
  find: (options: Pick<SearchOptions, 'signal' | 'onProgress'>) => Promise<ValueChanges>,
  title: string,
  way: Pick<SearchOptions, 'from' | 'direction'>,
) => Promise<ValueChanges>;

/** What following a value needs of a session. */
interface Following {
  readonly trace: Trace;
  readonly stack: Pick<StackFrames, 'innermost' | 'selected'>;
  readonly navigator: Pick<FrameNavigator, 'search'>;
}

/** What the stores of a program are looked for with, and shown by. */
interface StoreServices extends Following {
  readonly disassembly: Pick<Disassembly, 'decoder'>;
  readonly sources: Pick<SourceLookup, 'find'>;
  readonly sourceText: () => Promise<SourceText>;
  readonly client: Pick<Client, 'places'>;
}

/** The request `valueChanges`: of `expression` in the stack frame `frameId`; the `last` alone. */
export async function valueChanges(context: Following, given: Given): Promise<ShownChanges> {
  const followed = await followedBy(context, given.get('expression'), given.get('frameId'));
  if (given.get('last') === true) return shownLast(context, followed);
  const { trace, navigator } = context;
  const search: SearchAllFrames = (find, title, way) => navigator.search(title, find, way);
  return shownChanges({ trace, search }, followed);
}

async function shownLast(context: Following, followed: FollowedValue): Promise<ShownChanges> {
  const change = await lastOf(context, followed);
  const changes = change ? [await shownChange(followed, change)] : [];
  return { label: labelOf(followed), changes, total: changes.length };
}

/** All changes of a value as a client shows them; of many those near to where the trace is. */
export async function shownChanges(
  { trace, search }: { readonly trace: Trace; readonly search: SearchAllFrames },
  followed: FollowedValue,
): Promise<ShownChanges> {
  const { frame } = trace.cursor;
  const found = await search(
    ({ signal, onProgress }) => {
      const told = (at: number) => onProgress?.({ frame: at, searched: at, matched: 0 });
      return allChanges(followed, { signal, onProgress: told }, { near: frame, max: maxShown });
    },
    t('Looking for changes…'),
    { from: 0, direction: 1 },
  );
  const changes: ShownChange[] = [];
  const slice = new TimeSlice();
  for (const change of found.changes) {
    await slice.yieldIfDue();
    changes.push(await shownChange(followed, change));
  }
  return { label: labelOf(followed), changes, total: found.total };
}

async function lastOf(
  { trace, navigator }: Following,
  followed: FollowedValue,
): Promise<ValueChange | undefined> {
  const from = trace.cursor.frame;
  return navigator.search(
    t('Looking for the last change…'),
    ({ signal, onProgress }) =>
      lastChange(followed, from, {
        signal,
        onProgress: (frame) => onProgress?.({ frame, searched: from - frame, matched: 0 }),
      }),
    { from, direction: -1 },
  );
}

/** The value that an expression means in a stack frame; fails with the reason why it has none. */
async function followedBy(
  { trace, stack }: Pick<Following, 'trace' | 'stack'>,
  expression: unknown,
  frameId: unknown,
): Promise<FollowedValue> {
  if (typeof expression !== 'string' || expression.trim() === '') {
    throw new RequestFailed(t('A change is of an expression.'));
  }
  const selected = await stack.selected(typeof frameId === 'number' ? frameId : undefined);
  const followed = await followValue(trace, expression, selected, await stack.innermost());
  if ('problem' in followed) throw new RequestFailed(problemText(followed));
  return followed;
}

/** What is followed, for the user. */
function labelOf({ expression, address, within }: FollowedValue): string {
  if (address !== undefined) return `${expression} at ${hexAddress(address)}`;
  return within ? `${expression} in ${within.name}` : expression;
}

/** A change with what the value was on either side. */
async function shownChange(followed: FollowedValue, change: ValueChange): Promise<ShownChange> {
  const { before, after } = change;
  const [from, to] = [await followed.textIn(before), await followed.textIn(after)];
  const gap = gapOf(followed, change);
  const known = gap === undefined ? '' : ` (${gap})`;
  return {
    ...{ before, after, from, to },
    interval: t('between frame {0} and frame {1}{2}', before, after, known),
  };
}

/** What the frames in between leave open; undefined without such frames. */
function gapOf(
  { value, within }: FollowedValue,
  { before, after }: ValueChange,
): string | undefined {
  const count = after - before - 1;
  if (count === 0) return undefined;
  const it = isScalar(value.type) ? 'it' : t('all of it');
  const frames = count === 1 ? t('1 frame') : t('{0} frames', count);
  return within
    ? t('{0} between did not collect {1} in {2}', frames, it, within.name)
    : t('{0} between did not collect {1}', frames, it);
}

/**
 * The request `possibleStores`: what may have written `expression` between the frames `before` and
 * `after`.
 */
export async function shownStores(context: StoreServices, given: Given): Promise<ShownStores> {
  const { trace, stack, disassembly, navigator } = context;
  const [before, after] = [given.get('before'), given.get('after')];
  if (typeof before !== 'number' || typeof after !== 'number' || !(before < after)) {
    throw new RequestFailed(t('possibleStores needs the frames of a change: before and after.'));
  }
  const frameId = given.get('frameId');
  const followed = await followedBy(context, given.get('expression'), frameId);
  const selected = await stack.selected(typeof frameId === 'number' ? frameId : undefined);
  const target = await storeTarget(trace, followed, selected);
  if (!target) return { stores: [], notes: [t('It is in no memory: no store writes it.')] };
  return navigator.search(t('Looking for stores…'), async ({ signal }) => {
    const found = await possibleStores(trace, target, disassembly.decoder, signal && { signal });
    const stores: ShownStore[] = [];
    for (const store of found.stores) {
      const sight = await sightOf(trace, store, { before, after }, signal);
      stores.push(await shownStore(context, store, sight));
    }
    return { stores: byLikelihood(stores), notes: found.notes };
  });
}

/** Stores whose line a frame of the interval stopped at come first, ruled-out ones last. */
function byLikelihood(stores: readonly ShownStore[]): ShownStore[] {
  const rank = ({ frame, tracepoints, kind }: ShownStore) =>
    (kind === 'possible' ? 4 : 0) + (frame !== undefined ? 0 : tracepoints.length === 0 ? 1 : 2);
  return [...stores].sort((a, b) => rank(a) - rank(b));
}

async function shownStore(
  { sources, client, sourceText }: StoreServices,
  { addresses, source, kind, functionName }: PossibleStore,
  sight: StoreSight,
): Promise<ShownStore> {
  const shown = {
    ...{ kind, ...sight },
    addresses: addresses.map(hexAddress),
    ...(functionName !== undefined && { functionName }),
  };
  if (!source) return shown;
  const { path } = await sources.find(source.file);
  const found = await (await sourceText()).of(source.file);
  const text = found?.lines[source.line - 1]?.trim();
  return {
    ...shown,
    source: {
      name: baseName(source.file),
      ...(path !== undefined && { path: client.places.path(path) }),
      line: client.places.line(source.line),
      ...(text !== undefined && text !== '' && { text }),
    },
  };
}
