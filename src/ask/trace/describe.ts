// What a trace is: the file, the run, its tracepoints and variables, its program; and what is wrong
// with the file.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { hexAddress } from '../../bytes/hex';
import type { Tracepoint } from '../../format/description';
import { durationText, stopReasonText } from '../../trace/text/statusText';
import type { ModuleState } from '../../trace/moduleManager';
import type { Trace } from '../../trace/trace';
import { wholeNumber, publicQuestion } from '../question';

/** Tracepoints, variables and problems that are listed; more are counted. */
const maxListed = 1000;
/** Locations of one tracepoint. */
const maxLocations = 100;

const program = v.strictObject({
  state: v.string(),
  path: v.optional(v.string()),
  loadOffset: v.optional(v.string()),
  explanation: v.string(),
});

const tracepoint = v.strictObject({
  number: wholeNumber,
  enabled: v.boolean(),
  at: v.optional(v.string()),
  locations: v.array(
    v.strictObject({
      address: v.string(),
      function: v.optional(v.string()),
      file: v.optional(v.string()),
      line: v.optional(wholeNumber),
    }),
  ),
  condition: v.optional(v.string()),
  commands: v.array(v.string()),
  steps: v.optional(wholeNumber),
  passCount: v.optional(wholeNumber),
  hits: v.optional(wholeNumber),
  frames: wholeNumber,
});

const description = v.strictObject({
  name: v.string(),
  /** Of the file. */
  bytes: wholeNumber,
  frames: wholeNumber,
  ended: v.string(),
  runTime: v.optional(v.string()),
  architecture: v.optional(v.string()),
  program,
  furtherPrograms: v.array(program),
  tracepoints: v.array(tracepoint),
  variables: v.array(v.strictObject({ name: v.string(), initialValue: v.string() })),
  /** How many of each kind the file has; those beyond the first thousand are not listed. */
  counts: v.strictObject({
    tracepoints: wholeNumber,
    variables: wholeNumber,
    problems: wholeNumber,
  }),
  notes: v.array(v.string()),
});

const nothing = v.strictObject({});

/** `describe`. */
export const describe = publicQuestion({
  name: 'describe',
  title: () => t('Describe a trace'),
  description:
    'What a trace holds: number of frames, why the run ended, tracepoints with their places and what they collect, trace state variables, and the traced program. Ask this first.',
  input: nothing,
  result: description,
  answer: async ({ trace, notes }) => {
    const { recording, modules } = trace;
    await recording.indexed;
    const { status, tracepoints, variables } = recording.description;
    const { startTime, stopTime } = status ?? {};
    return {
      name: recording.name,
      bytes: recording.fileSize,
      frames: recording.index.count,
      ended: stopReasonText(status),
      ...(startTime &&
        stopTime &&
        stopTime >= startTime && { runTime: durationText(stopTime - startTime) }),
      ...(recording.layout && { architecture: recording.layout.architecture.name }),
      program: programOf(modules.traced),
      furtherPrograms: modules.further.map(programOf),
      tracepoints: await Promise.all(
        tracepoints.slice(0, maxListed).map((each) => tracepointOf(trace, each)),
      ),
      variables: variables
        .slice(0, maxListed)
        .map(({ name, initialValue }) => ({ name, initialValue: initialValue.toString() })),
      counts: {
        tracepoints: tracepoints.length,
        variables: variables.length,
        problems: recording.diagnostics.length,
      },
      notes: [...notes],
    };
  },
});

function programOf({ state, path, slide, explanation }: ModuleState) {
  return {
    state,
    ...(path !== undefined && { path }),
    ...(slide !== undefined && { loadOffset: hexAddress(slide) }),
    explanation,
  };
}

async function tracepointOf({ recording, modules }: Trace, traced: Tracepoint) {
  const { number, enabled, at, locations, condition, commands, step, pass } = traced;
  const counters = await recording.counters(traced);
  const places = locations.slice(0, maxLocations).map(async ({ address }) => {
    const { functionName, source } = await modules.current.locate(address);
    return {
      address: hexAddress(address),
      ...(functionName !== undefined && { function: functionName }),
      ...(source && { file: source.file, line: source.line }),
    };
  });
  return {
    number,
    enabled,
    ...(at !== undefined && { at }),
    locations: await Promise.all(places),
    ...(condition !== undefined && { condition }),
    commands: commands.slice(0, maxLocations),
    ...(step > 0 && { steps: step }),
    ...(pass > 0 && { passCount: pass }),
    ...(counters && { hits: counters.hits }),
    frames: recording.index.framesOf(number),
  };
}

const problemList = v.strictObject({
  total: wholeNumber,
  problems: v.array(
    v.strictObject({
      severity: v.string(),
      message: v.string(),
      offset: v.optional(v.string()),
      frame: v.optional(wholeNumber),
      expected: v.optional(v.string()),
      found: v.optional(v.string()),
    }),
  ),
});

/** `problems`. */
export const problems = publicQuestion({
  name: 'problems',
  title: () => t('Problems of a trace file'),
  description:
    'What is damaged or odd in a trace file, with offsets and frames. An empty list: the file is sound.',
  input: nothing,
  result: problemList,
  answer: async ({ trace: { recording } }) => {
    await recording.indexed;
    const { diagnostics } = recording;
    return {
      total: diagnostics.length,
      problems: diagnostics
        .slice(0, maxListed)
        .map(({ severity, message, offset, frame, expected, found }) => ({
          severity,
          message,
          ...(offset !== undefined && { offset: hexAddress(BigInt(offset)) }),
          ...(frame !== undefined && { frame }),
          ...(expected !== undefined && { expected }),
          ...(found !== undefined && { found }),
        })),
    };
  },
});
