// gdb's commands as a plan: gdb manual, "Tracepoint Commands". Scripts hold other commands too: a
// line that is not of a plan is told with its number, and the rest is read.
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import type { Diagnostic } from '../../bytes/diagnostic';
import {
  timeItem,
  type PlannedAction,
  type PlannedStepping,
  type PlannedTracepoint,
  type RecordingPlan,
  type TracepointKind,
} from './plan';

/** A line that was not understood. */
export interface CommandProblem extends Diagnostic {
  /** From 1. */
  readonly line: number;
}

/** What a text of commands says. */
interface ReadCommands {
  readonly plan: RecordingPlan;
  readonly problems: readonly CommandProblem[];
}

type Draft = { -readonly [K in keyof PlannedTracepoint]: PlannedTracepoint[K] } & {
  actions: PlannedAction[];
  stepping?: PlannedStepping & { readonly actions: PlannedAction[] };
};

/** Reads commands. gdb's abbreviations are understood. */
export function readCommands(text: string): ReadCommands {
  const reader = new CommandReader();
  text.split(/\r\n|\r|\n/).forEach((line, i) => {
    reader.read(line.trim(), i + 1);
  });
  return reader.finish();
}

/** Commands by their shortest abbreviation and the rest of their names. */
const commands: readonly (readonly [shortest: string, rest: string, command: string])[] = [
  ['tp', '', 'trace'],
  ['tr', 'ace', 'trace'],
  ['ftrace', '', 'ftrace'],
  ['strace', '', 'strace'],
  ['cond', 'ition', 'condition'],
  ['act', 'ions', 'actions'],
  ['pass', 'count', 'passcount'],
  ['dis', 'able', 'disable'],
  ['en', 'able', 'enable'],
  ['tvar', 'iable', 'tvariable'],
];

const kinds: Readonly<Record<string, TracepointKind>> = {
  trace: 'trap',
  ftrace: 'fast',
  strace: 'static',
};

class CommandReader {
  private readonly tracepoints: Draft[] = [];
  /** Initial values by name. */
  private readonly variables = new Map<string, bigint>();
  private readonly problems: CommandProblem[] = [];
  /** Where actions go while a list is open. */
  private list: { tracepoint: Draft | undefined; stepping: boolean } | undefined;

  read(line: string, number: number): void {
    if (line === '' || line.startsWith('#')) return;
    if (this.list) this.readAction(line, number, this.list);
    else if (!this.readCommand(line)) this.reportError(number, line);
  }

  finish(): ReadCommands {
    const { problems } = this;
    const variables = Array.from(this.variables, ([name, initialValue]) => ({
      name,
      initialValue,
    }));
    const timed = this.tracepoints.length > 0 && this.tracepoints.every(recordsTime);
    const tracepoints = timed ? this.tracepoints.map(withoutTime) : this.tracepoints;
    return { plan: { tracepoints, variables, recordTime: timed }, problems };
  }

  private reportError(line: number, found: string): void {
    this.problems.push({
      severity: 'warning',
      code: 'unknown-command',
      line,
      message: t('Line {0} is no command of a recording: {1}', line, found),
    });
  }

  private readCommand(line: string): boolean {
    const [, word = '', rest = ''] = /^(\S+)\s*(.*)/s.exec(line) ?? [];
    const command = commands.find(
      ([shortest, more]) => word.startsWith(shortest) && (shortest + more).startsWith(word),
    )?.[2];
    switch (command) {
      case 'trace':
      case 'ftrace':
      case 'strace':
        return this.create(kinds[command] ?? 'trap', rest);
      case 'condition':
        return this.setCondition(rest);
      case 'actions':
        return this.openActions(rest);
      case 'passcount':
        return this.setPassCount(rest);
      case 'disable':
      case 'enable':
        return this.enable(command === 'enable', rest);
      case 'tvariable':
        return this.define(rest);
      case undefined:
      default:
        return false;
    }
  }

  private create(kind: TracepointKind, rest: string): boolean {
    const [location = '', condition] = rest.split(/(?:^|\s)if\b(.+)/s).map((part) => part.trim());
    if (location === '') return false;
    this.tracepoints.push({
      number: this.tracepoints.length + 1,
      kind,
      location,
      enabled: true,
      passCount: 0,
      actions: [],
      ...(condition !== undefined && { condition }),
    });
    return true;
  }

  private setCondition(rest: string): boolean {
    const [, which = '', condition = ''] = /^(\S+)\s*(.*)/s.exec(rest) ?? [];
    const tracepoint = this.numbered(which);
    if (!tracepoint) return false;
    if (condition === '') delete tracepoint.condition;
    else tracepoint.condition = condition;
    return true;
  }

  private openActions(rest: string): boolean {
    const tracepoint = rest === '' ? this.tracepoints.at(-1) : this.numbered(rest);
    this.list = { tracepoint, stepping: false };
    if (!tracepoint) return false;
    tracepoint.actions = [];
    delete tracepoint.stepping;
    return true;
  }

  private setPassCount(rest: string): boolean {
    const [, count = '', which] = /^(\d{1,9})(?:\s+(\S+))?$/.exec(rest) ?? [];
    const chosen =
      which === 'all'
        ? this.tracepoints
        : [which === undefined ? this.tracepoints.at(-1) : this.numbered(which)];
    if (count === '' || chosen.some((each) => !each)) return false;
    for (const tracepoint of chosen) if (tracepoint) tracepoint.passCount = Number(count);
    return true;
  }

  private enable(enabled: boolean, rest: string): boolean {
    const list = rest.replace(/^(?:tr\w*|tp|br\w*)/, '');
    const named = list.split(/[\s,]+/).filter((each) => each !== '');
    const chosen = named.length === 0 ? this.tracepoints : named.map((each) => this.numbered(each));
    if (chosen.length === 0 || chosen.some((each) => !each)) return false;
    for (const tracepoint of chosen) if (tracepoint) tracepoint.enabled = enabled;
    return true;
  }

  private define(rest: string): boolean {
    const [, name = '', value = '0'] =
      /^\$([A-Za-z_]\w*)\s*(?:=\s*(-?(?:0x[\da-f]+|\d+)))?$/i.exec(rest) ?? [];
    if (name === '') return false;
    const magnitude = BigInt(value.replace('-', ''));
    this.variables.set(name, value.startsWith('-') ? -magnitude : magnitude);
    return true;
  }

  /** A tracepoint by its number, or the last one by `$tpnum`. */
  private numbered(which: string): Draft | undefined {
    if (which === '$tpnum') return this.tracepoints.at(-1);
    const tracepoint = this.tracepoints[Number(which) - 1];
    return String(tracepoint?.number) === which ? tracepoint : undefined;
  }

  private readAction(
    line: string,
    number: number,
    list: { tracepoint: Draft | undefined; stepping: boolean },
  ): void {
    if (line === 'end') {
      this.list = list.stepping ? { ...list, stepping: false } : undefined;
      return;
    }
    const read = readActionCommand(line);
    const { tracepoint } = list;
    if (!read || !tracepoint || ('stepping' in read && list.stepping)) {
      this.reportError(number, line);
    } else if ('stepping' in read) {
      tracepoint.stepping = { count: read.stepping, actions: [] };
      this.list = { tracepoint, stepping: true };
    } else {
      const { actions = [] } = list.stepping ? (tracepoint.stepping ?? {}) : tracepoint;
      append(actions, read.actions);
    }
  }
}

/** Whether both lists begin with the time, as those of a plan that records it do. */
function recordsTime({ actions, stepping }: PlannedTracepoint): boolean {
  return beginsWithTime(actions) && (!stepping || beginsWithTime(stepping.actions));
}

function beginsWithTime([first]: readonly PlannedAction[]): boolean {
  return first?.action === 'collect' && first.item === timeItem;
}

function withoutTime(tracepoint: PlannedTracepoint): PlannedTracepoint {
  const { actions, stepping } = tracepoint;
  const rest: PlannedStepping | undefined = stepping && {
    count: stepping.count,
    actions: stepping.actions.slice(1),
  };
  return { ...tracepoint, actions: actions.slice(1), ...(rest && { stepping: rest }) };
}

// The commands of a list of actions: gdb manual, "Tracepoint Actions".

/** What a line of a list says: actions, or that steps follow. */
type ActionCommand =
  | { readonly actions: readonly PlannedAction[] }
  /** Instructions after each hit. */
  | { readonly stepping: number };

/** Reads a line of a list; undefined where it is no action. */
function readActionCommand(line: string): ActionCommand | undefined {
  const steps = /^(?:while-stepping|while|stepping|ws)\b\s*(\d{1,9})?$/.exec(line);
  if (steps) return { stepping: Number(steps[1] ?? 1) };
  const evaluated = /^teval\s+(.+)/s.exec(line)?.[1];
  if (evaluated !== undefined) {
    return {
      actions: splitItems(evaluated).map((expression) => ({ action: 'teval', expression })),
    };
  }
  const [, strings, items] =
    /^coll(?:e|ec|ect)?\b\s*(?:\/s(\d{0,9})(?:\s+|$))?\s*(.*)/s.exec(line) ?? [];
  if (items === undefined || items === '' || items.startsWith('/')) return undefined;
  const limit = strings === undefined ? {} : { strings: Number(strings) };
  return {
    actions: splitItems(items).map((item) => ({ action: 'collect', item, ...limit })),
  };
}

/** What is between the commas that are in no brackets and in no quotes. */
export function splitItems(text: string): string[] {
  const items: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(
    /(?<!\\)(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|[[({]|[\])}]|,/g,
  )) {
    if ('[({'.includes(sign)) depth++;
    else if ('])}'.includes(sign)) depth--;
    else if (sign === ',' && depth === 0) {
      items.push(text.slice(start, index));
      start = index + 1;
    }
  }
  items.push(text.slice(start));
  return items.map((item) => item.trim()).filter((item) => item !== '');
}
