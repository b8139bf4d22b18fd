// The extension's commands.
import * as vscode from 'vscode';
import { activeTrace, debugTrace, debugType, type DebuggedTraces } from './debugging';

/** What commands act on. */
export interface CommandServices {
  readonly debugged: DebuggedTraces;
  /** Opens a file in the trace editor, whatever its name. */
  openTrace(file: vscode.Uri): Promise<void>;
  chooseProgram(file: vscode.Uri): Promise<void>;
  /** The recorded path of a source that the trace misses, if the user can be asked for just one. */
  locateSource(recorded: string): Promise<unknown>;
  missingSource(file: vscode.Uri): Promise<string | undefined>;
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
    'tracefile.debug': async (file) => {
      const trace = file ?? activeTrace();
      if (!trace) return sayNoTrace();
      const frames = await services.frames(trace);
      await debugTrace(trace, frames?.position ?? 0);
    },
    'tracefile.chooseProgram': async (file) => {
      const trace = file ?? shownTrace();
      if (!trace) return sayNoTrace();
      await services.chooseProgram(trace);
    },
    'tracefile.goToFrame': async () => {
      const trace = shownTrace();
      if (!trace) return sayNoTrace();
      const frame = await askForFrame(services, trace);
      if (frame !== undefined) await services.goToFrame(trace, frame);
    },
    'tracefile.locateSource': async () => {
      const trace = shownTrace();
      if (!trace) return sayNoTrace();
      const recorded = await services.missingSource(trace);
      if (recorded === undefined) {
        void vscode.window.showInformationMessage(
          vscode.l10n.t('The source of this frame is known, or the program names none.'),
        );
      } else {
        await services.locateSource(recorded);
      }
    },
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}

/** The trace in the active tab, or the one that is being debugged. */
function shownTrace(): vscode.Uri | undefined {
  const session = vscode.debug.activeDebugSession;
  const debugged = session?.type === debugType ? session.configuration['trace'] : undefined;
  return activeTrace() ?? (typeof debugged === 'string' ? vscode.Uri.file(debugged) : undefined);
}

function sayNoTrace(): void {
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Open a trace file first: no trace is shown or debugged.'),
  );
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
