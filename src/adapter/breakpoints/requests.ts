// DAP's requests that set breakpoints, and the event that says what became of them.
import { t } from '@vscode/l10n';
import { BreakpointEvent } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { Emitter, type Disposable } from '../../trace/emitter';
import type { Trace } from '../../trace/trace';
import type { Client } from '../client';
import { readReference } from '../memory';
import { RequestFailed } from '../../bytes/requestFailed';
import type { RequestedStop, LocalLine, Terms, TypedStop, Where } from './requestedStop';
import type { Breakpoint } from './breakpoint';
import { Breakpoints, type VerifiedBreakpoint } from './breakpoints';
import { readDataId } from './dataCondition';
import type { BreakpointPlaces } from './place';
import type { RunStop } from './run';

/** Breakpoints as a client asks for them. */
export class BreakpointRequests implements Disposable {
  private readonly breakpoints: Breakpoints;
  /** By their ids. */
  private typed: ReadonlyMap<number, TypedStop> = new Map();
  private readonly listed: ListedBreakpoints;
  private readonly typedLost = new Emitter<readonly number[]>();
  /** Typed ones that the client took out of its list. */
  readonly onTypedLost = this.typedLost.event;
  private readonly hit = new Emitter<RunStop>();
  /** A run that was not typed stopped at breakpoints. */
  readonly onHit = this.hit.event;

  constructor(
    trace: Trace,
    private readonly places: BreakpointPlaces,
    private readonly client: Client,
  ) {
    this.listed = new ListedBreakpoints(client);
    this.breakpoints = new Breakpoints(trace, places, (answer) => {
      client.send(new BreakpointEvent('changed', this.forClient(answer)));
    });
  }

  /** A run stopped here. */
  stoppedAt(stop: RunStop): void {
    this.hit.fire(stop);
  }

  get all(): readonly Breakpoint[] {
    return this.breakpoints.all;
  }

  /** An id that no breakpoint has had. */
  newId(): number {
    return this.breakpoints.newId();
  }

  /** Replaces the breakpoints that were typed in the console; by their ids. */
  async setTyped(typed: ReadonlyMap<number, TypedStop>): Promise<void> {
    this.typed = typed;
    const stops = [...typed.values()].map(({ stop }) => stop);
    const answers = await this.breakpoints.set('console', stops, [...typed.keys()]);
    // Replaced meanwhile: the client may have removed one, which must not come back.
    if (this.typed !== typed) return;
    const told = answers.map((each) => this.forClient(each));
    this.listed.update(typed, told, (at) => this.isOwnLine(at));
  }

  /** Takes breakpoints out of the client's list. */
  async removeFromClient(ids: readonly number[]): Promise<void> {
    await this.breakpoints.remove(ids);
    for (const id of ids) {
      this.client.send(new BreakpointEvent('removed', { id, verified: false }));
    }
  }

  async setLines({
    source,
    breakpoints = [],
  }: DebugProtocol.SetBreakpointsArguments): Promise<SetBreakpoints> {
    const path = typeof source.path === 'string' ? source.path : '';
    const given = listOf(breakpoints).map(({ line, ...terms }) => {
      if (!Number.isSafeInteger(line)) throw new RequestFailed(t('A breakpoint needs a line.'));
      const stop = asked({ kind: 'line', path, line: this.client.places.lineHere(line) }, terms);
      const isPlain = Object.values(stop.terms).every((text) => text === '');
      return { stop, typed: isPlain ? this.listed.idAt({ path, line }) : undefined };
    });
    await this.keepTyped(
      path,
      given.map(({ typed }) => typed),
    );
    const own = given.filter(({ typed }) => typed === undefined).map(({ stop }) => stop);
    const set = (await this.set(`source ${path}`, own)).breakpoints.values();
    return {
      breakpoints: given.flatMap(({ typed }) =>
        typed === undefined
          ? (set.next().value ?? [])
          : this.forClient(this.breakpoints.toldOf(typed)),
      ),
    };
  }

  /**
   * The client sends all that it lists of a source: a typed breakpoint that is not among them was
   * removed or disabled there, or was given terms, with which it is the client's own. A client that
   * lists only what was set in it says nothing of typed ones.
   */
  private async keepTyped(path: string, kept: readonly (number | undefined)[]): Promise<void> {
    if (!this.client.abilities.listsNewBreakpoints) return;
    const still = new Set(kept);
    const lost = this.listed.idsIn(path).filter((id) => !still.has(id));
    if (lost.length === 0) return;
    const gone = new Set(lost);
    this.listed.forget(lost);
    this.typedLost.fire(lost);
    await this.setTyped(new Map([...this.typed].filter(([id]) => !gone.has(id))));
  }

  /** Whether the client set a breakpoint at a line. */
  private isOwnLine({ path, line }: LocalLine): boolean {
    const sent = this.client.places.path(path);
    return this.all.some(
      ({ id, asked }) =>
        !this.typed.has(id) && asked.kind === 'line' && asked.path === sent && asked.line === line,
    );
  }

  async setFunctions({
    breakpoints,
  }: DebugProtocol.SetFunctionBreakpointsArguments): Promise<SetBreakpoints> {
    return this.set(
      'functions',
      listOf(breakpoints).map(({ name, ...terms }) => {
        if (typeof name !== 'string') throw new RequestFailed(t('A function has a name.'));
        return asked({ kind: 'function', name }, terms);
      }),
    );
  }

  async setInstructions({
    breakpoints,
  }: DebugProtocol.SetInstructionBreakpointsArguments): Promise<SetBreakpoints> {
    return this.set(
      'instructions',
      listOf(breakpoints).map(({ instructionReference, offset = 0, ...terms }) => {
        const base = readReference(instructionReference);
        if (base === undefined || !Number.isSafeInteger(offset)) {
          throw new RequestFailed(t('“{0}” is not an address.', instructionReference));
        }
        const address = BigInt.asUintN(64, base + BigInt(offset));
        return asked({ kind: 'instruction', address }, terms);
      }),
    );
  }

  async setData({
    breakpoints,
  }: DebugProtocol.SetDataBreakpointsArguments): Promise<SetBreakpoints> {
    return this.set(
      'data',
      listOf(breakpoints).map(({ dataId, accessType = 'write', ...terms }) => {
        const followed = readDataId(dataId);
        if (!followed) return nowhere(t('This data breakpoint was not made for a trace.'));
        if (accessType !== 'write') return nowhere(t('A trace shows changes, not reads.'));
        return asked({ kind: 'data', followed }, terms);
      }),
    );
  }

  /** DAP's `breakpointLocations`: the lines with code. */
  async locations({
    source,
    line,
    endLine = line,
  }: DebugProtocol.BreakpointLocationsArguments): Promise<
    DebugProtocol.BreakpointLocationsResponse['body']
  > {
    const { places } = this.client;
    if (!Number.isSafeInteger(line) || !Number.isSafeInteger(endLine)) {
      throw new RequestFailed(t('breakpointLocations needs lines.'));
    }
    const [first, last] = [places.lineHere(line), places.lineHere(endLine)];
    const lines = await this.places.linesWithCode(source.path ?? '', first, last);
    return { breakpoints: lines.map((each) => ({ line: places.line(each) })) };
  }

  /**
   * Looks again where breakpoints are, and tells the client of those that are elsewhere now, or are
   * hit now.
   */
  refresh(): Promise<void> {
    return this.breakpoints.refresh();
  }

  dispose(): void {
    this.typedLost.dispose();
    this.hit.dispose();
    this.breakpoints.dispose();
  }

  private async set(group: string, breakpoints: readonly RequestedStop[]): Promise<SetBreakpoints> {
    const answers = await this.breakpoints.set(group, breakpoints);
    return { breakpoints: answers.map((each) => this.forClient(each)) };
  }

  private forClient(answer: VerifiedBreakpoint): DebugProtocol.Breakpoint & { id: number } {
    const { line } = answer;
    const typed = this.typed.get(answer.id);
    const message = answer.message ?? (typed && termsInWords(typed));
    return {
      ...answer,
      ...(message !== undefined && { message }),
      ...(line !== undefined && { line: this.client.places.line(line) }),
    };
  }
}

type SetBreakpoints = DebugProtocol.SetBreakpointsResponse['body'];

function asked(where: Where, { condition, hitCondition, logMessage }: Terms): RequestedStop {
  for (const text of [condition, hitCondition, logMessage]) {
    if (text !== undefined && typeof text !== 'string') {
      throw new RequestFailed(t('Conditions, hit counts and log messages are texts.'));
    }
  }
  return {
    ...where,
    terms: {
      ...(condition !== undefined && { condition }),
      ...(hitCondition !== undefined && { hitCondition }),
      ...(logMessage !== undefined && { logMessage }),
    },
  };
}

function nowhere(problem: string): RequestedStop {
  return asked({ kind: 'nowhere', problem }, {});
}

function listOf<T>(breakpoints: readonly T[]): readonly T[] {
  const given: unknown = breakpoints;
  if (!Array.isArray(given)) throw new RequestFailed(t('“breakpoints” must be a list.'));
  return breakpoints;
}

/** What the client was told of one. */
interface Listed extends LocalLine {
  readonly message: string | undefined;
}

/** The typed breakpoints that a client lists. */
class ListedBreakpoints {
  /** By their ids; paths and lines as the client writes them. */
  private readonly listed = new Map<number, Listed>();

  constructor(private readonly client: Client) {}

  /**
   * Tells the client what the typed breakpoints are now: `answers` to them, as the client takes
   * them. A line that it lists itself (`hasOwn`) stays as it is.
   */
  update(
    typed: ReadonlyMap<number, TypedStop>,
    answers: readonly (DebugProtocol.Breakpoint & { readonly id: number })[],
    hasOwn: (at: LocalLine) => boolean,
  ): void {
    for (const id of [...this.listed.keys()]) {
      if (typed.has(id)) continue;
      this.listed.delete(id);
      this.client.send(new BreakpointEvent('removed', { id, verified: false }));
    }
    for (const answer of answers) {
      const { at } = typed.get(answer.id) ?? {};
      if (!at) continue;
      const { places } = this.client;
      const [path, line] = [places.path(at.path), places.line(at.line)];
      const before = this.listed.get(answer.id);
      if (!before && (hasOwn(at) || this.idAt({ path, line }) !== undefined)) continue;
      if (before && before.message === answer.message) continue;
      this.listed.set(answer.id, { path, line, message: answer.message });
      const breakpoint = { ...answer, source: { path }, line };
      this.client.send(new BreakpointEvent(before ? 'changed' : 'new', breakpoint));
    }
  }

  /** The one at a line, as the client writes it. */
  idAt({ path, line }: LocalLine): number | undefined {
    return [...this.listed].find(([, at]) => at.path === path && at.line === line)?.[0];
  }

  /** Those of a source. */
  idsIn(path: string): number[] {
    return [...this.listed].filter(([, at]) => at.path === path).map(([id]) => id);
  }

  /** The client took some out of its list itself. */
  forget(ids: readonly number[]): void {
    for (const id of ids) this.listed.delete(id);
  }
}

/** What else a typed breakpoint asks for, for a client that cannot show it otherwise. */
function termsInWords({ stop: { terms } }: TypedStop): string | undefined {
  const { condition, hitCondition } = terms;
  const words = [
    ...(condition === undefined ? [] : [`if ${condition}`]),
    ...(hitCondition === undefined ? [] : [`hits ${hitCondition}`]),
  ];
  return words.length === 0 ? undefined : t('Debug console: {0}', words.join(', '));
}
