// What a hover over source evaluates while a trace is debugged: the whole chain of members, not one
// word.
import * as vscode from 'vscode';
import { codeOnly, expressionAtColumn, sourceLanguages, variableNamesIn } from './sourceText';
import { activeSession, levelOf, traceOfSession } from './shownTrace';
import type { WithTrace } from './workspaceTraces';
import type { Trace } from '../trace/trace';
import type { StackFrame } from '../machine/stackFrame';
import type { FrameState } from '../machine/frameState';
import { argumentsOf, localsOf } from '../values/frameVariables';
import { problemOf, valueText } from '../values/text/text';
import { valueContextOf, type Value } from '../values/value';
import { readVariable } from '../values/variable';

/**
 * Longer files are taken as code throughout: to know what is a comment, all before it must be read.
 */
const maxCodeText = 2_000_000;

/** Registers the provider for every language whose programs are debugged. */
export function registerHovers(): vscode.Disposable {
  const languages = sourceLanguages.map((language) => ({ language }));
  return vscode.languages.registerEvaluatableExpressionProvider(languages, {
    provideEvaluatableExpression: (document, position) => {
      // Other debuggers have providers of their own.
      if (!activeSession()) return undefined;
      const line = codeLine(document, position.line);
      const found = expressionAtColumn(line, position.character);
      if (!found) return undefined;
      const range = new vscode.Range(position.line, found.start, position.line, found.end);
      const expression = line.slice(found.start, found.end).replace(/^%/, '$');
      return new vscode.EvaluatableExpression(range, expression);
    },
  });
}

/** The line without its comments and texts, character for character. */
export function codeLine(document: vscode.TextDocument, line: number): string {
  const whole = document.lineAt(line);
  const before = new vscode.Range(new vscode.Position(0, 0), whole.range.end);
  if (document.offsetAt(whole.range.end) > maxCodeText) return whole.text;
  const code = codeOnly(document.getText(before), document.languageId);
  return code.slice(code.lastIndexOf('\n') + 1);
}

/** The one thread. */
const threadId = 1;
/** A longer value does not help at the end of a line; hovers show it. */
const maxValueText = 60;

/** Registers the provider for every language whose programs are debugged. */
export function registerInlineValues(withTrace: WithTrace): vscode.Disposable {
  const languages = sourceLanguages.map((language) => ({ language }));
  const changed = new vscode.EventEmitter<void>();
  // VS Code asks when it shows a stop, of which the extension host may hear later, and not at once.
  const hear = () => {
    changed.fire();
  };
  const moving = vscode.Disposable.from(
    vscode.debug.onDidChangeActiveStackItem(hear),
    vscode.debug.onDidChangeActiveDebugSession(hear),
  );
  const provider = vscode.languages.registerInlineValuesProvider(languages, {
    onDidChangeInlineValues: changed.event,
    provideInlineValues: async (document, viewport, context) => {
      const session = activeSession();
      const file = session && traceOfSession(session);
      if (!session || !file) return [];
      const level = await levelOf(session, threadId, context.frameId);
      const prettyPrint = session.configuration['prettyPrint'] !== false;
      const known = await withTrace(file, async (trace) => {
        const stackFrame = (await trace.callStack(trace.cursor.frame)).frames[level];
        const machine = await trace.machine(trace.cursor.frame);
        return stackFrame && collectedVariables(trace, machine, stackFrame, prettyPrint);
      });
      if (known?.firstLine === undefined) return [];
      const first = Math.max(viewport.start.line, known.firstLine - 1);
      const last = Math.min(viewport.end.line, context.stoppedLocation.end.line);
      return inlineValues(document, first, last, known.variables);
    },
  });
  return vscode.Disposable.from(provider, moving, changed);
}

/** The values of names in the lines from `first` to `last`, counted from 0. */
function inlineValues(
  document: vscode.TextDocument,
  first: number,
  last: number,
  variables: readonly CollectedVariable[],
): vscode.InlineValue[] {
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const lines = codeOnly(document.getText(), document.languageId).split('\n');
  const values: vscode.InlineValue[] = [];
  for (let line = first; line <= last; line++) {
    for (const { name, start, end } of variableNamesIn(lines[line] ?? '')) {
      const variable = byName.get(name);
      if (!variable || (variable.line ?? 0) > line + 1) continue;
      const range = new vscode.Range(line, start, line, end);
      values.push(new vscode.InlineValueText(range, `${name} = ${shortened(variable.text)}`));
    }
  }
  return values;
}

function shortened(text: string): string {
  return text.length <= maxValueText ? text : `${text.slice(0, maxValueText - 1)}…`;
}

// The variables of a stack frame that can be shown in few words next to its source: those that are
// wholly known.

/** A variable with its value. */
interface CollectedVariable {
  readonly name: string;
  /** Line of its declaration, from 1; absent where the compiler did not say. */
  readonly line?: number;
  /** As gdb writes it. */
  readonly text: string;
}

/** What is known of the function of a stack frame. */
interface CollectedVariables {
  /** Line of the function's first instruction, from 1. */
  readonly firstLine: number | undefined;
  readonly variables: readonly CollectedVariable[];
}

/**
 * Arguments and locals of a stack frame whose bytes are all known. Of several of one name, the
 * innermost counts.
 */
async function collectedVariables(
  trace: Trace,
  machine: FrameState,
  stackFrame: StackFrame,
  prettyPrint: boolean,
): Promise<CollectedVariables> {
  const { scope, module } = stackFrame;
  const modules = trace.modules.current;
  if (!scope || !module) return { firstLine: undefined, variables: [] };
  const context = valueContextOf(machine, modules.loaded, stackFrame, trace.printers);
  const { source } = await modules.locate(scope.entry + module.slide);
  const variables: CollectedVariable[] = [];
  const seen = new Set<string>();
  for (const { name, line, ...rest } of [...localsOf(scope), ...argumentsOf(scope)]) {
    if (seen.has(name)) continue;
    seen.add(name);
    const value = await readVariable({ name, ...rest }, context);
    if (!(await isKnown(value))) continue;
    const text = await valueText(value, { prettyPrint });
    variables.push({ name, text, ...(line !== undefined && { line }) });
  }
  return { firstLine: source?.line, variables };
}

async function isKnown(value: Value): Promise<boolean> {
  return problemOf(value) === undefined && (await value.contents()).complete;
}
