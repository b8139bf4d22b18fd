// A trace as the page shows it above and next to the table: what the run was and why it ended.
import { groupedDigits } from '../../bytes/groupedDigits';
import type { ModuleList } from '../../trace/moduleList';
import type { Recording } from '../../trace/recording';
import { t } from '@vscode/l10n';
import { hexAddress } from '../../bytes/hex';
import { TimeSlice } from '../../bytes/timeSlice';
import type { Action, Description, Tracepoint, TracepointLocation } from '../../format/description';
import { baseName } from '../../trace/paths';
import { durationText, sizeText, stopReasonText, unreadFrames } from '../../trace/text/statusText';
import type { Trace } from '../../trace/trace';
import type { ModuleState } from '../../trace/moduleManager';
import type { SourcePlace } from '../table/tableMessages';
import { summarizeDiagnostic, type DiagnosticSummary } from './problems';

/** Tracepoints, variables and unknown lines that the page gets; the console lists all. */
const maxShown = 1000;
/** Locations, commands and actions of one tracepoint. */
export const maxShownOfOne = 100;

/** A label and its text, for lists of facts. */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

export interface TracepointSummary {
  /** The file's number. */
  readonly number: number;
  readonly enabled: boolean;
  readonly kind: 'trace' | 'fast' | 'static';
  readonly locations: readonly {
    readonly address: string;
    readonly functionName?: string;
    readonly place?: SourcePlace;
    readonly enabled: boolean;
  }[];
  /** Where the user set it, as typed. */
  readonly at?: string;
  /** Locations that are not shown. */
  readonly locationsLeft?: number;
  readonly condition?: string;
  /** A condition without source text: how many bytes of agent expression. */
  readonly conditionBytes?: number;
  readonly commands: readonly string[];
  /** What it collects when the file has no source text for it. */
  readonly actions: readonly string[];
  readonly step: number;
  readonly pass: number;
  /** As the file counts them. */
  readonly hits?: number;
  /** Bytes, as the file counts them. */
  readonly usage?: number;
  /** Frames of this tracepoint in the file. */
  readonly frames: number;
}

interface VariableSummary {
  readonly name: string;
  readonly initialValue: string;
  readonly builtin: boolean;
}

export interface RegisterSetSummary {
  /** As gdb names it, `i386:x86-64`. */
  readonly architecture: string;
  readonly from: 'target-description' | 'built-in';
  /** Bytes of a register block. */
  readonly size: number;
  readonly order: 'little' | 'big';
  readonly groups: readonly { readonly name: string; readonly registers: readonly string[] }[];
}

export interface ProgramSummary {
  /**
   * `none`: nothing chosen or found. `unplaced`: position-independent, its slide is not known yet.
   */
  readonly state: 'none' | 'searching' | 'placed' | 'unplaced' | 'problem';
  /** File name alone, for a label. */
  readonly name?: string;
  readonly path?: string;
  readonly slide?: string;
  /** Some of the trace's addresses speak against the slide. */
  readonly doubtful?: true;
  /** Slides that fit equally well, of a program that is not placed. */
  readonly offered?: readonly string[];
  /** One sentence: how it was chosen, or what is wrong and what to do. */
  readonly explanation: string;
}

/** Everything the page shows that is not a frame. */
export interface TraceSummary {
  readonly name: string;
  /** Bytes. */
  readonly fileSize: number;
  readonly stopReason: string;
  readonly status: readonly Fact[];
  /** Bytes; absent where the file does not say. */
  readonly buffer?: { readonly free: number; readonly size: number; readonly circular: boolean };
  /** The length of the run in words, `13 ms`. */
  readonly duration?: string;
  readonly tracepoints: readonly TracepointSummary[];
  /** What is not shown, where there is too much. */
  readonly left?: Readonly<Record<'tracepoints' | 'variables' | 'unknownLines', number>>;
  readonly variables: readonly VariableSummary[];
  readonly registerSet?: RegisterSetSummary;
  readonly program: ProgramSummary;
  /** Other programs: shared objects and kernel modules. */
  readonly furtherPrograms: readonly ProgramSummary[];
  readonly diagnostics: readonly DiagnosticSummary[];
  /** Lines of the description that no reader knows, verbatim. */
  readonly unknownLines: readonly string[];
  readonly frameCount: number;
  /** False while the index is still being made. */
  readonly complete: boolean;
}

/** Everything but the frames. */
export async function summarize(trace: Trace): Promise<TraceSummary> {
  const { description } = trace.recording;
  const { status } = description;
  const duration = runTime(trace.recording);
  const registerSet = summarizeRegisterSet(trace.recording);
  return {
    name: trace.recording.name,
    fileSize: trace.recording.fileSize,
    stopReason: stopReasonText(status),
    status: statusFacts(trace.recording),
    ...(status?.bufferFree !== undefined &&
      status.bufferSize !== undefined && {
        buffer: {
          free: status.bufferFree,
          size: status.bufferSize,
          circular: status.circularBuffer ?? false,
        },
      }),
    ...(duration !== undefined && { duration }),
    tracepoints: await summarizeTracepoints(trace),
    ...leftOf(description),
    variables: description.variables.slice(0, maxShown).map(({ name, initialValue, builtin }) => ({
      name,
      initialValue: initialValue.toString(),
      builtin,
    })),
    ...(registerSet && { registerSet }),
    program: summarizeProgram(trace.modules.traced),
    furtherPrograms: trace.modules.further.map(summarizeProgram),
    diagnostics: trace.recording.diagnostics.map(summarizeDiagnostic),
    unknownLines: description.unknownLines.slice(0, maxShown).map(({ text }) => text),
    frameCount: trace.recording.index.count,
    complete: trace.recording.indexProgress.complete,
  };
}

function statusFacts(recording: Recording): Fact[] {
  const { status } = recording.description;
  if (!status) return [];
  const facts: Fact[] = [
    {
      label: t({ message: 'Ended', comment: ['why and when the trace run ended'] }),
      text: stopReasonText(status),
    },
  ];
  const add = (label: string, text: string | undefined) => {
    if (text !== undefined && text !== '') facts.push({ label, text });
  };
  const { framesInBuffer, framesCreated } = status;
  const frames =
    framesInBuffer === undefined ? unreadFrames(status) : groupedDigits(framesInBuffer);
  add(t('Frames in the buffer'), frames);
  add(t('Frames created'), framesCreated === undefined ? undefined : groupedDigits(framesCreated));
  add(t('Buffer size'), status.bufferSize === undefined ? undefined : sizeText(status.bufferSize));
  add(t('Buffer free'), status.bufferFree === undefined ? undefined : sizeText(status.bufferFree));
  add(
    t('Buffer'),
    status.circularBuffer ? t('circular: the oldest frames are overwritten') : undefined,
  );
  add(t('If gdb disconnects'), disconnectedText(status.disconnectedTracing));
  add(t('Started'), clockText(status.startTime));
  add(t('Stopped'), clockText(status.stopTime));
  add(t('Run time'), runTime(recording));
  add(t('User'), status.userName);
  add(t('Notes'), status.notes);
  for (const field of status.unknownFields) add(t('Unknown field'), field);
  return facts;
}

function disconnectedText(disconnectedTracing: boolean | undefined): string | undefined {
  if (disconnectedTracing === undefined) return undefined;
  return disconnectedTracing ? t('tracing goes on') : t('tracing stops');
}

/** The target's clock counts from a moment of its own, most often its start. */
function clockText(microseconds: bigint | undefined): string | undefined {
  if (!microseconds) return undefined;
  const text = microseconds.toString().padStart(7, '0');
  return t("{0}.{1} s on the target's clock", text.slice(0, -6), text.slice(-6));
}

function runTime(recording: Recording): string | undefined {
  const { startTime, stopTime } = recording.description.status ?? {};
  if (!startTime || !stopTime || stopTime < startTime) return undefined;
  return durationText(stopTime - startTime);
}

async function summarizeTracepoints(trace: Trace): Promise<TracepointSummary[]> {
  const slice = new TimeSlice();
  const tracepoints: TracepointSummary[] = [];
  for (const tracepoint of trace.recording.description.tracepoints.slice(0, maxShown)) {
    tracepoints.push(await summarizeTracepoint(trace, tracepoint));
    await slice.yieldIfDue();
  }
  return tracepoints;
}

function leftOf({ tracepoints, variables, unknownLines }: Description): Pick<TraceSummary, 'left'> {
  const behind = ({ length }: ArrayLike<unknown>) => Math.max(0, length - maxShown);
  const left = {
    tracepoints: behind(tracepoints),
    variables: behind(variables),
    unknownLines: behind(unknownLines),
  };
  return Object.values(left).some((each) => each > 0) ? { left } : {};
}

async function summarizeTracepoint(
  trace: Trace,
  tracepoint: Tracepoint,
): Promise<TracepointSummary> {
  const { number, enabled, at, condition, commands, step, pass, locations } = tracepoint;
  const counters = await trace.recording.counters(tracepoint);
  const [first] = locations;
  const conditionBytes = first?.conditionBytecode?.length;
  return {
    number,
    enabled,
    kind: first?.kind ?? 'trace',
    locations: await Promise.all(
      locations
        .slice(0, maxShownOfOne)
        .map((location) => summarizeLocation(trace.modules.current, location)),
    ),
    ...(locations.length > maxShownOfOne && { locationsLeft: locations.length - maxShownOfOne }),
    ...(at !== undefined && { at }),
    ...(condition !== undefined && { condition }),
    ...(condition === undefined && conditionBytes !== undefined && { conditionBytes }),
    commands: shortened(commands),
    actions: first ? actionTexts(trace.recording, first) : [],
    step,
    pass,
    ...(counters && { hits: counters.hits, usage: counters.usage }),
    frames: trace.recording.index.framesOf(number),
  };
}

async function summarizeLocation(
  modules: ModuleList,
  location: TracepointLocation,
): Promise<TracepointSummary['locations'][number]> {
  const { functionName, source } = await modules.locate(location.address);
  return {
    address: hexAddress(location.address),
    enabled: location.enabled,
    ...(functionName !== undefined && { functionName }),
    ...(source && { place: { file: source.file, line: source.line } }),
  };
}

/** The actions of a location in words. */
function actionTexts(
  recording: Recording,
  { actions, steppingActions }: TracepointLocation,
): string[] {
  const inWords = (some: readonly Action[]) =>
    shortened(some, (action) => actionSummary(recording, action));
  const stepping = inWords(steppingActions).map((text) => `  ${text}`);
  return [...inWords(actions), ...(stepping.length > 0 ? ['while-stepping', ...stepping] : [])];
}

/** The texts of the first of them, and how many there are more. */
function shortened<T>(all: readonly T[], text: (one: T) => string = String): string[] {
  const left = all.length - maxShownOfOne;
  const shown = all.slice(0, maxShownOfOne).map((one) => text(one));
  return left > 0 ? [...shown, t('… {0} more', groupedDigits(left))] : shown;
}

/** An action in words. */
export function actionSummary(recording: Recording, action: Action): string {
  switch (action.kind) {
    case 'registers':
      return t('collect registers');
    case 'memory': {
      const { baseRegister, offset, length } = action;
      const register = recording.layout?.registers.find(({ number }) => number === baseRegister);
      const base = baseRegister === undefined ? '' : `$${register?.name ?? baseRegister} + `;
      return t('collect {0} bytes at {1}', length, `${base}${hexAddress(offset)}`);
    }
    case 'expression':
      return t('evaluate an agent expression of {0} bytes', action.bytecode.length);
    case 'static-data':
      return 'collect $_sdata';
    case 'unknown':
      return action.text;
  }
}

function summarizeRegisterSet(recording: Recording): RegisterSetSummary | undefined {
  const { layout } = recording;
  if (!layout) return undefined;
  const groups = new Map<string, string[]>();
  for (const { group, name } of layout.registers) {
    const names = groups.get(group);
    if (names) names.push(name);
    else groups.set(group, [name]);
  }
  return {
    architecture: layout.architecture.name,
    from: layout.from,
    size: layout.size,
    order: recording.frameLayout.order,
    groups: [...groups].map(([name, registers]) => ({ name, registers })),
  };
}

function summarizeProgram(program: ModuleState): ProgramSummary {
  const { state, path, explanation, slide, doubtful, offered = [] } = program;
  return {
    state,
    explanation,
    ...(path !== undefined && { path, name: baseName(path) }),
    ...(slide !== undefined && { slide: hexAddress(slide) }),
    ...(doubtful && { doubtful }),
    ...(offered.length > 0 && { offered: offered.map(hexAddress) }),
  };
}
