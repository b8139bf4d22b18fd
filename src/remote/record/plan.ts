// What a user wants recorded, as plain data that a workspace keeps: gdb manual, "Create and
// Delete Tracepoints" to "Trace State Variables". Texts are what gdb's user would type, so that
// plans and gdb's scripts become each other.

/**
 * How a tracepoint gets the target's attention: gdb's `trace`, `ftrace` (a jump instead of a
 * trap) and `strace`.
 */
export type TracepointKind = 'trap' | 'fast' | 'static';

/** One action: `collect` or `teval`. */
export type PlannedAction =
  | {
      readonly action: 'collect';
      /** `$regs`, `$args`, `$locals`, `$_ret`, `$_sdata` or an expression; one item. */
      readonly item: string;
      /**
       * `collect /s` or `/sN`: what character pointers point to; at most so many bytes, 0 for no
       * limit but the target's.
       */
      readonly strings?: number;
    }
  | { readonly action: 'teval'; readonly expression: string };

/** `while-stepping`. */
export interface PlannedStepping {
  /** Instructions after each hit. */
  readonly count: number;
  readonly actions: readonly PlannedAction[];
}

/** A tracepoint. */
export interface PlannedTracepoint {
  /** Unique in its plan, from 1; it is the number in the trace file. */
  readonly number: number;
  readonly kind: TracepointKind;
  /** `file.c:12`, a function, or `*0x401136`: what gdb's `trace` takes. Lines count from 1. */
  readonly location: string;
  readonly enabled: boolean;
  readonly condition?: string;
  /** Hits after which the run stops; 0 for never. */
  readonly passCount: number;
  readonly actions: readonly PlannedAction[];
  readonly stepping?: PlannedStepping;
}

/** `tvariable $name = value`. */
export interface PlannedVariable {
  /** Without its dollar sign. */
  readonly name: string;
  readonly initialValue: bigint;
}

/** What a run records. */
export interface RecordingPlan {
  readonly tracepoints: readonly PlannedTracepoint[];
  readonly variables: readonly PlannedVariable[];
  /** Whether each hit records `$trace_timestamp`, where the target has it. */
  readonly recordTime: boolean;
}

/** Whether a plan has tracepoints that jump into an agent in the program. */
export function needsAgent({ tracepoints }: Pick<RecordingPlan, 'tracepoints'>): boolean {
  return tracepoints.some(({ enabled, kind }) => enabled && kind !== 'trap');
}

// The actions of a tracepoint as gdb's commands, one a line: gdb manual, "Tracepoint Actions".

/** What is collected first where a plan records the time of each hit. */
export const timeItem = '$trace_timestamp';

/** The commands between `actions` and its `end`. */
export function actionTexts(
  { actions, stepping }: PlannedTracepoint,
  recordTime: boolean,
): string[] {
  const time: PlannedAction[] = recordTime ? [{ action: 'collect', item: timeItem }] : [];
  const lines = [...time, ...actions].map(actionText);
  if (!stepping) return lines;
  const steps = [...time, ...stepping.actions].map(actionText);
  return [...lines, `while-stepping ${stepping.count}`, ...steps, 'end'];
}

/** One command. */
export function actionText(action: PlannedAction): string {
  if (action.action === 'teval') return `teval ${action.expression}`;
  return `collect${stringsOption(action)} ${action.item}`;
}

/** ` /s`, ` /s80` or nothing, after `collect`. */
export function stringsOption({ strings }: { readonly strings?: number }): string {
  if (strings === undefined) return '';
  return strings === 0 ? ' /s' : ` /s${strings}`;
}

/**
 * The command as a trace file keeps it. gdb refuses a file in which a command has `/s`, but still
 * reads the string where it was recorded.
 */
export function keptText(text: string): string {
  return text.replace(/^collect \/s\d* /, 'collect ');
}

// Bytes at the top of the stack, as an item.

const stackPattern =
  /^\*\s*\(\s*unsigned char\s*\*\s*\)\s*\$(?:sp|[er]sp|r1|r15|x2)\s*@\s*(\d{1,9})$/;

/** Bytes at the top of the stack, as the item that collects them. */
export function stackItem(bytes: number): string {
  return `*(unsigned char *)$sp@${bytes}`;
}

/**
 * The number of bytes that an item collects of the stack; undefined where it collects something
 * else.
 */
export function stackBytes(item: string): number | undefined {
  const bytes = stackPattern.exec(item)?.[1];
  return bytes === undefined ? undefined : Number(bytes);
}

// A plan as gdb's commands, for `gdb -x` or to be typed, and back: gdb manual, "Create and Delete
// Tracepoints" to "Trace State Variables". gdb numbers tracepoints as they are created, so what
// belongs to one follows it directly.

/** Commands, one a line. A plan's tracepoints get the numbers 1, 2, 3 … where gdb has no others. */
export function writeCommands({ tracepoints, variables, recordTime }: RecordingPlan): string {
  const lines = [
    ...variables.map(variableCommand),
    ...tracepoints.flatMap((each) => tracepointCommands(each, recordTime)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function variableCommand({ name, initialValue }: PlannedVariable): string {
  return `tvariable $${name} = ${initialValue}`;
}

const traceCommands = { trap: 'trace', fast: 'ftrace', static: 'strace' } as const;

/** The commands that create one tracepoint. */
export function tracepointCommands(tracepoint: PlannedTracepoint, recordTime: boolean): string[] {
  const { kind, location, condition = '', passCount, enabled } = tracepoint;
  const when = condition.trim() === '' ? '' : ` if ${condition.trim()}`;
  const actions = actionTexts(tracepoint, recordTime);
  return [
    `${traceCommands[kind]} ${location.trim()}${when}`,
    ...(passCount === 0 ? [] : [`passcount ${passCount}`]),
    ...(enabled ? [] : ['disable $tpnum']),
    ...(actions.length === 0 ? [] : ['actions', ...indented(actions), 'end']),
  ];
}

/** Lists as people indent them. */
function indented(lines: readonly string[]): string[] {
  let depth = 1;
  return lines.map((line) => {
    if (line === 'end') depth--;
    const text = '  '.repeat(depth) + line;
    if (line.startsWith('while-stepping ')) depth++;
    return text;
  });
}
