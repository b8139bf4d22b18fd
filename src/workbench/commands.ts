// The extension's commands.
import * as vscode from 'vscode';
import { activeTrace, debugTrace, debugType, traceOfArgument } from './debugging';

/** What commands act on. */
export interface CommandServices {
  /** Opens a file in the trace editor, whatever its name. */
  openTrace(file: vscode.Uri): Promise<void>;
  chooseProgram(file: vscode.Uri): Promise<void>;
  locateSource(recorded: string): Promise<void>;
  /** The source of the frame where the trace stands, as the program records it. */
  sourceOfPosition(file: vscode.Uri): Promise<string | undefined>;
  /** Frames known so far, and the position. */
  frames(file: vscode.Uri): Promise<{ count: number; position: number } | undefined>;
  goToFrame(file: vscode.Uri, frame: number): Promise<void>;
}

/** Registers every command; disposing of the result takes them away. */
export function registerCommands(services: CommandServices): vscode.Disposable {
  const commands: Record<string, (file?: vscode.Uri) => Promise<void>> = {
    'tracefile.open': async (file) => {
      const chosen = file ?? (await askForFile());
      if (chosen) await services.openTrace(chosen);
    },
    'tracefile.debug': onShownTrace(async (trace) => {
      const frames = await services.frames(trace);
      await debugTrace(trace, frames?.position ?? 0);
    }),
    'tracefile.chooseProgram': onShownTrace((trace) => services.chooseProgram(trace)),
    'tracefile.goToFrame': onShownTrace(async (trace) => {
      const frame = await askForFrame(services, trace);
      if (frame !== undefined) await services.goToFrame(trace, frame);
    }),
    'tracefile.locateSource': onShownTrace(async (trace) => {
      const recorded = await services.sourceOfPosition(trace);
      if (recorded !== undefined) await services.locateSource(recorded);
      else say(vscode.l10n.t('The program names no source for this frame.'));
    }),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}

/** Does something with the trace in the active tab, or the one that is being debugged. */
function onShownTrace(act: (trace: vscode.Uri) => Promise<void>): () => Promise<void> {
  return async () => {
    const trace = activeTrace() ?? debuggedTrace();
    if (trace) await act(trace);
    else say(vscode.l10n.t('Open a trace file first: no trace is shown or debugged.'));
  };
}

function debuggedTrace(): vscode.Uri | undefined {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== debugType) return undefined;
  const trace: unknown = session.configuration['trace'];
  return typeof trace === 'string' ? traceOfArgument(trace, session.workspaceFolder) : undefined;
}

function say(sentence: string): void {
  void vscode.window.showInformationMessage(sentence);
}

async function askForFile(): Promise<vscode.Uri | undefined> {
  const [file] = (await vscode.window.showOpenDialog({ title: vscode.l10n.t('Open Trace') })) ?? [];
  return file;
}

async function askForFrame(
  services: CommandServices,
  trace: vscode.Uri,
): Promise<number | undefined> {
  const frames = await services.frames(trace);
  if (!frames || frames.count === 0) return undefined;
  const last = frames.count - 1;
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Go to Frame'),
    prompt: vscode.l10n.t('A frame number from 0 to {0}', last),
    value: String(frames.position),
    validateInput: (value) =>
      /^\d+$/.test(value.trim()) && Number(value) <= last
        ? undefined
        : vscode.l10n.t('The trace holds frames 0 to {0}.', last),
  });
  return text === undefined ? undefined : Number(text);
}
