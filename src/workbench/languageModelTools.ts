// What assistants may ask of the open editors: the trace on the screen, its selected frame, to show
// a frame, to add a track. VS Code does not check what a model asks for, and another extension may
// call a tool without a confirmation: both are checked here. Nothing is written or run.
import { runWith } from '../ask/run';
import * as vscode from 'vscode';
import * as v from 'valibot';
import type { AdapterHost } from '../adapter/host';
import { RequestFailed } from '../bytes/requestFailed';
import { raceAbort } from '../bytes/source';
import { withoutSteering } from '../bytes/text';
import { fitted, refusalText, textsAreData, usualBudget } from '../ask/answers';
import { AskedTrace } from '../ask/askedTrace';
import { requireUncancelled } from '../ask/expressions';
import { describe } from '../ask/trace/describe';
import { frame } from '../ask/frame/frame';
import { checkedInput, frameNumber, textSchema } from '../ask/question';
import { checkExpression } from '../trace/search/expressionCheck';
import type { TraceLease } from '../trace/openTraces';
import { baseName } from '../trace/paths';
import { pathOf } from './files';
import { isConfirmed, signalOf } from './notify';

/** What the tools act on. */
export interface ToolServices {
  /** The trace that the user looks at; undefined where none is open. */
  shownTrace(): vscode.Uri | undefined;
  acquire(file: vscode.Uri): Promise<TraceLease | { readonly problem: string }>;
  hostFor(file: vscode.Uri): AdapterHost;
  isDebugged(file: vscode.Uri): boolean;
  /** The level of the stack frame that the debugger shows of a trace; 0 where it shows none. */
  levelIn(file: vscode.Uri): Promise<number>;
  /** What the trace's table shows; undefined where no page of it is open. */
  tableOf(file: vscode.Uri): ShownTable | undefined;
  openTrace(file: vscode.Uri): Promise<void>;
  goToFrame(file: vscode.Uri, frame: number): Promise<void>;
  addTrack(file: vscode.Uri, expression: string): void;
}

/** The table of a page. */
interface ShownTable {
  readonly frames: { readonly count: number };
  readonly matches: { readonly count: number } | undefined;
}

/** A tool before VS Code's types are around it. */
interface TraceTool<Input extends v.GenericSchema> {
  readonly input: Input;
  /** What the assistant is said to do. */
  readonly progress: () => string;
  /** What the user confirms before; absent where only the trace on the screen is read. */
  readonly confirmation?: (input: v.InferOutput<Input>) => { title: string; text: string };
  answer(shown: Shown, input: v.InferOutput<Input>, signal: AbortSignal): Promise<object>;
}

/** The trace that a tool is asked about. */
interface Shown {
  readonly file: vscode.Uri;
  readonly asked: AskedTrace;
  readonly services: ToolServices;
}

const nothing = v.strictObject({});
/** The inputs by name; package.json has the same as JSON Schema. */
export const toolInputs = {
  tracefile_shown_trace: nothing,
  tracefile_selected_frame: nothing,
  tracefile_show_frame: v.strictObject({ frame: frameNumber }),
  tracefile_add_track: v.strictObject({ expression: textSchema }),
};

const shownTrace: TraceTool<typeof toolInputs.tracefile_shown_trace> = {
  input: toolInputs.tracefile_shown_trace,
  progress: () => vscode.l10n.t('Reading the trace on the screen'),
  answer: async ({ file, asked, services }, input, signal) => {
    const table = services.tableOf(file);
    return {
      trace: pathOf(file),
      selectedFrame: asked.trace.cursor.frame,
      debugged: services.isDebugged(file),
      ...(table && { rows: table.frames.count }),
      ...(table?.matches && { matchingFrames: table.matches.count }),
      ...(await describe.answer(asked, input, runWith({ signal }))),
    };
  },
};

const selectedFrame: TraceTool<typeof toolInputs.tracefile_selected_frame> = {
  input: toolInputs.tracefile_selected_frame,
  progress: () => vscode.l10n.t('Reading the selected frame'),
  answer: async ({ file, asked, services }, _, signal) => {
    const level = await services.levelIn(file);
    const at = checkedInput(frame.input, { frame: asked.trace.cursor.frame, level });
    return { trace: pathOf(file), level, ...(await frame.answer(asked, at, runWith({ signal }))) };
  },
};

const showFrame: TraceTool<typeof toolInputs.tracefile_show_frame> = {
  input: toolInputs.tracefile_show_frame,
  progress: () => vscode.l10n.t('Showing a frame'),
  confirmation: ({ frame: number }) => ({
    title: vscode.l10n.t('Show Frame'),
    text: vscode.l10n.t('Select frame {0} of the trace on the screen?', number),
  }),
  answer: async ({ file, asked, services }, { frame: number }) => {
    await asked.requireFrame(number);
    await services.openTrace(file);
    await services.goToFrame(file, number);
    return { trace: pathOf(file), selectedFrame: number };
  },
};

const addTrack: TraceTool<typeof toolInputs.tracefile_add_track> = {
  input: toolInputs.tracefile_add_track,
  progress: () => vscode.l10n.t('Adding a track'),
  confirmation: ({ expression }) => ({
    title: vscode.l10n.t('Add Track'),
    text: vscode.l10n.t('Add a track of {0} to the trace on the screen?', expression),
  }),
  answer: async ({ file, asked, services }, { expression }, signal) => {
    const mistake = await checkExpression(asked.trace, expression, signal);
    requireUncancelled(signal);
    if (mistake) throw new RequestFailed(mistake.problem);
    await services.openTrace(file);
    services.addTrack(file, expression);
    return { trace: pathOf(file), track: expression };
  },
};

/** The tools by name, as package.json contributes them. */
export function languageModelTools(
  services: ToolServices,
): ReadonlyMap<string, vscode.LanguageModelTool<unknown>> {
  const consent = new Consent();
  return new Map<keyof typeof toolInputs, vscode.LanguageModelTool<unknown>>([
    ['tracefile_shown_trace', registrable(shownTrace, services, consent)],
    ['tracefile_selected_frame', registrable(selectedFrame, services, consent)],
    ['tracefile_show_frame', registrable(showFrame, services, consent)],
    ['tracefile_add_track', registrable(addTrack, services, consent)],
  ]);
}

/** In a workspace that is not trusted, the user is asked before a trace is: once for each trace. */
class Consent {
  private readonly given = new Set<string>();

  /** Fails with a sentence where the user does not allow it. */
  async require(file: vscode.Uri): Promise<void> {
    if (vscode.workspace.isTrusted || this.given.has(file.toString())) return;
    const allowed = await isConfirmed(
      vscode.l10n.t(
        'Let assistants read {0}, show its frames and add tracks?',
        baseName(file.path),
      ),
      vscode.l10n.t('Allow'),
      vscode.l10n.t(
        'This workspace is not trusted. What an assistant reads goes to the model that you chose, and texts of the trace may be written to mislead it.',
      ),
    );
    if (!allowed)
      throw new RequestFailed('The user does not allow it: the workspace is not trusted.');
    this.given.add(file.toString());
  }
}

function registrable<Input extends v.GenericSchema>(
  tool: TraceTool<Input>,
  services: ToolServices,
  consent: Consent,
): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: ({ input }) => {
      const given = v.safeParse(tool.input, input);
      // What makes no sense is not confirmed: it is refused.
      const confirmation = given.success ? tool.confirmation?.(given.output) : undefined;
      return {
        invocationMessage: tool.progress(),
        ...(confirmation && {
          confirmationMessages: { title: confirmation.title, message: plain(confirmation.text) },
        }),
      };
    },
    invoke: async ({ input, tokenizationOptions }, token) => {
      try {
        const given = checkedInput(tool.input, input);
        const answer = await ask(tool, services, consent, given, signalOf(token));
        // A token has a character at least.
        const budget = Math.min(usualBudget, tokenizationOptions?.tokenBudget ?? usualBudget);
        return new vscode.LanguageModelToolResult([
          new vscode.LanguageModelTextPart(answerText(answer, budget)),
        ]);
      } catch (error) {
        throw new Error(refusalText(error), { cause: error });
      }
    },
  };
}

async function ask<Input extends v.GenericSchema>(
  tool: TraceTool<Input>,
  services: ToolServices,
  consent: Consent,
  input: v.InferOutput<Input>,
  signal: AbortSignal,
): Promise<object> {
  const file = services.shownTrace();
  if (!file) throw new RequestFailed('No trace is open in an editor or debugged.');
  await consent.require(file);
  const lease = await services.acquire(file);
  if ('problem' in lease) throw new RequestFailed(lease.problem);
  const host = services.hostFor(file);
  const asked = AskedTrace.shown(lease, pathOf(file), host);
  try {
    // Without its programs no name means anything.
    await raceAbort(host.findProgram(asked.trace, pathOf(file)), signal);
    requireUncancelled(signal);
    return await tool.answer({ file, asked, services }, input, signal);
  } finally {
    asked.dispose();
  }
}

function answerText(answer: object, budget: number): string {
  const { answer: fitting, isCut } = fitted(answer, budget);
  const cut = isCut ? { cut: `The answer was cut to ${budget} characters.` } : {};
  return JSON.stringify({ note: textsAreData, ...fitting, ...cut });
}

/** A text in which nothing is Markdown. */
function plain(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(withoutSteering(text));
}
