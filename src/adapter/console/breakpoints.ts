// Breakpoints that are typed: `break`, `tbreak`, `watch`, and what changes them (gdb manual,
// "Breakpoints"). They are finds over frames, as those of the client are, whose numbers they
// share.
import { t } from '@vscode/l10n';
import type { Trace } from '../../trace/trace';
import type { Breakpoint } from '../breakpoints/breakpoint';
import type { LocalLine, TypedStop, Where } from '../breakpoints/requestedStop';
import type { Disposable } from '../../trace/emitter';
import { countFrames, type RunStop } from '../breakpoints/run';
import { RequestFailed } from '../../bytes/requestFailed';
import type { ScriptLine } from './script';

/** What the console asks of the session's breakpoints. */
export interface SessionBreakpoints {
  /** All that can stop a run, those of the client among them. */
  readonly all: readonly Breakpoint[];
  /** A number that no breakpoint has had. */
  newId(): number;
  /** Replaces the breakpoints of the console. */
  setTyped(typed: ReadonlyMap<number, TypedStop>): Promise<void>;
  /** Typed ones that the client took out of its list. */
  onTypedLost(listener: (numbers: readonly number[]) => void): Disposable;
  /** A run that was not typed stopped at breakpoints. */
  onHit(listener: (stop: RunStop) => void): Disposable;
  /** Takes breakpoints out of the client's list. */
  removeFromClient(numbers: readonly number[]): Promise<void>;
}

/** A place where a typed breakpoint stops. */
export interface BreakpointLocation {
  /** Run-time address. */
  readonly address: bigint;
  /** Absent where no line is known. */
  readonly at?: { readonly file: string; readonly line: number };
  /** With its parameters. */
  readonly functionName?: string;
}

/** A breakpoint that was typed. */
export interface TypedBreakpoint {
  readonly number: number;
  readonly where: Where;
  /** As it was typed: a location, an expression. */
  readonly what: string;
  /** The line of its code, where the source is on this machine. */
  readonly at?: LocalLine;
  /** By their addresses; none of a watchpoint. */
  readonly locations: readonly BreakpointLocation[];
  isEnabled: boolean;
  /** What becomes of it when it is hit. */
  disposition: 'keep' | 'del' | 'dis';
  /** Hits after which one is disabled. */
  hitsLeft?: number;
  condition?: string;
  /** Of the hits in the file, how many come before the first that stops. */
  ignored?: { readonly count: number; readonly upTo: number };
  hits: number;
  commands: readonly ScriptLine[];
}

/** The breakpoints of one console. */
export class ConsoleBreakpoints {
  private readonly typed = new Map<number, TypedBreakpoint>();

  constructor(
    private readonly trace: Trace,
    private readonly session: SessionBreakpoints,
  ) {
    session.onTypedLost((numbers) => {
      for (const number of numbers) this.typed.delete(number);
    });
    session.onHit((stop) => {
      void this.stopped(stop);
    });
  }

  get list(): readonly TypedBreakpoint[] {
    return [...this.typed.values()].sort((one, other) => one.number - other.number);
  }

  /** Those of the client. */
  get clients(): readonly Breakpoint[] {
    return this.session.all.filter(({ id }) => !this.typed.has(id));
  }

  /** Adds one; gives its number. */
  async add(
    breakpoint: Omit<TypedBreakpoint, 'number' | 'isEnabled' | 'hits' | 'commands'>,
  ): Promise<number> {
    const number = this.session.newId();
    this.typed.set(number, { ...breakpoint, number, isEnabled: true, hits: 0, commands: [] });
    await this.send();
    const made = this.session.all.find(({ id }) => id === number);
    if (made?.problem === undefined) return number;
    this.typed.delete(number);
    await this.send();
    throw new RequestFailed(made.problem);
  }

  /** A typed one by its number; fails with gdb's words, or says that it is the client's. */
  typedAt(number: number): TypedBreakpoint {
    const found = this.typed.get(number);
    if (found) return found;
    if (this.session.all.some(({ id }) => id === number)) {
      throw new RequestFailed(
        t(
          'Breakpoint {0} is of VS Code’s list, which changes it: DAP lets no adapter do so.',
          number,
        ),
      );
    }
    throw new RequestFailed(`No breakpoint number ${number}.`);
  }

  /** Fails where a breakpoint cannot be deleted by its number. */
  requireRemovable(number: number): void {
    const client = this.clients.find(({ id }) => id === number);
    if (client === undefined || client.asked.kind === 'instruction') this.typedAt(number);
  }

  /** Deletes typed ones, and those of the client's list from there. */
  async delete(numbers: readonly number[]): Promise<void> {
    const clients = numbers.filter((number) => !this.typed.has(number));
    for (const number of numbers) this.typed.delete(number);
    await this.send();
    if (clients.length > 0) await this.session.removeFromClient(clients);
  }

  /** Changes what `change` does to some; frames are searched by what they are then. */
  async change(numbers: readonly number[], change: (each: TypedBreakpoint) => void): Promise<void> {
    for (const number of numbers) change(this.typedAt(number));
    await this.send();
  }

  /**
   * `ignore`: the hits from here on that do not stop. A hit is numbered by its place in the file.
   */
  async ignore(number: number, count: number): Promise<void> {
    const breakpoint = this.typedAt(number);
    delete breakpoint.ignored;
    await this.send();
    const { trace } = this;
    const test = this.session.all.find(({ id }) => id === number)?.stop?.test;
    if (count > 0 && test) {
      const passed = await countFrames(trace, test, trace.cursor.frame, undefined);
      breakpoint.ignored = { count, upTo: passed + count };
    }
    await this.send();
  }

  /** `commands N … end`. */
  setCommands(numbers: string, commands: readonly ScriptLine[]): void {
    for (const each of this.commanded(numbers)) each.commands = commands;
  }

  /** Those that `commands` means, by default the last one; fails with gdb's words. */
  commanded(numbers: string): TypedBreakpoint[] {
    const last = this.list.at(-1)?.number;
    const words = numbers === '' ? [] : numbers.split(/\s+/).map(Number);
    const meant = words.length > 0 ? words : last === undefined ? [] : [last];
    if (meant.length === 0) throw new RequestFailed('No breakpoints specified.');
    return meant.map((number) => this.typedAt(number));
  }

  /**
   * What a stop does to the typed ones that it hit: they are counted, and go or rest. Gives those.
   */
  async stopped({ breakpoints }: RunStop): Promise<TypedBreakpoint[]> {
    const hit = breakpoints.flatMap(({ id }) => this.typed.get(id) ?? []);
    for (const each of hit) {
      each.hits++;
      delete each.ignored;
      if (each.disposition === 'del') this.typed.delete(each.number);
      if (each.disposition === 'dis') {
        each.hitsLeft = (each.hitsLeft ?? 1) - 1;
        each.isEnabled = each.hitsLeft > 0;
      }
    }
    if (hit.length > 0) await this.send();
    return hit;
  }

  private send(): Promise<void> {
    const asked = new Map<number, TypedStop>();
    for (const { number, where, at, condition, ignored, isEnabled } of this.list) {
      if (!isEnabled) continue;
      const terms = {
        ...(condition !== undefined && { condition }),
        ...(ignored && { hitCondition: `>${ignored.upTo}` }),
      };
      asked.set(number, { stop: { ...where, terms }, ...(at && { at }) });
    }
    return this.session.setTyped(asked);
  }
}
