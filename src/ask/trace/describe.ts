// What a trace is, for shells and assistants: a part of what the page shows of it.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { publicQuestion, wholeNumber } from '../question';
import { maxShownOfOne, summarize, type ProgramSummary, type TracepointSummary } from './summary';

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

/** `describe`. */
export const describe = publicQuestion({
  name: 'describe',
  title: () => t('Describe a trace'),
  description:
    'What a trace holds: number of frames, why the run ended, tracepoints with their places and what they collect, trace state variables, and the traced program. Ask this first.',
  input: v.strictObject({}),
  result: description,
  answer: async ({ trace, notes }) => {
    const { recording } = trace;
    await recording.indexed;
    const summary = await summarize(trace);
    const { tracepoints, variables } = recording.description;
    return {
      name: summary.name,
      bytes: summary.fileSize,
      frames: summary.frameCount,
      ended: summary.stopReason,
      ...(summary.duration !== undefined && { runTime: summary.duration }),
      ...(summary.registerSet && { architecture: summary.registerSet.architecture }),
      program: programOf(summary.program),
      furtherPrograms: summary.furtherPrograms.map(programOf),
      tracepoints: summary.tracepoints.map(tracepointOf),
      variables: summary.variables.map(({ name, initialValue }) => ({ name, initialValue })),
      counts: {
        tracepoints: tracepoints.length,
        variables: variables.length,
        problems: summary.diagnostics.length,
      },
      notes: [...notes],
    };
  },
});

function programOf({ state, path, slide, explanation }: ProgramSummary) {
  return {
    state,
    ...(path !== undefined && { path }),
    ...(slide !== undefined && { loadOffset: slide }),
    explanation,
  };
}

function tracepointOf(traced: TracepointSummary) {
  const { number, enabled, at, locations, condition, commands, step, pass, hits, frames } = traced;
  return {
    number,
    enabled,
    ...(at !== undefined && { at }),
    locations: locations.map(({ address, functionName, place }) => ({
      address,
      ...(functionName !== undefined && { function: functionName }),
      ...(place && { file: place.file, line: place.line }),
    })),
    ...(condition !== undefined && { condition }),
    commands: commands.slice(0, maxShownOfOne),
    ...(step > 0 && { steps: step }),
    ...(pass > 0 && { passCount: pass }),
    ...(hits !== undefined && { hits }),
    frames,
  };
}
