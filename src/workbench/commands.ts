// The extension's commands, but those that move the debugger.
import * as vscode from 'vscode';
import { activeTrace, debuggedTrace, selectedLevel } from './shownTrace';
import type { WithTrace } from './workspaceTraces';
import { pickProgram, pickTrace } from './debugConfigurations';
import { inform, showInformation } from './notify';
import { type MemoryView, viewMemory } from './memoryView/memoryView';
import type { RecordedSource } from '../trace/sourceLookup';
import type { ProgramCommands } from './programCommands';
import type { ValueFormatSwitch } from './valueFormats';
import { pathOf, fileExists } from './files';

/** What commands act on. */
export interface CommandServices {
  readonly extension: vscode.Uri;
  readonly withTrace: WithTrace;
  readonly programs: ProgramCommands;
  readonly memory: MemoryView;
  readonly formats: ValueFormatSwitch;
  /** Opens a file in the trace editor, whatever its name. */
  openTrace(file: vscode.Uri): Promise<void>;
  /** Debugs a trace at a frame. */
  debug(file: vscode.Uri, frame: number): Promise<void>;
  /** Shows the bytes of a trace's file in an editor of their own. */
  openBytes(file: vscode.Uri): Promise<void>;
  locateSource(recorded: RecordedSource): Promise<void>;
  goToFrame(file: vscode.Uri, frame: number): Promise<void>;
}

/** Registers every command; disposing of the result removes them. */
export function registerCommands(services: CommandServices): vscode.Disposable {
  const { withTrace, programs, memory, formats } = services;
  const onPrograms = (act: 'show' | 'choose' | 'setSlide' | 'add' | 'remove') =>
    onShownTrace(async (file) => {
      await withTrace(file, (trace) => programs[act](trace, file));
    });
  const commands: Record<string, (argument?: unknown) => unknown> = {
    'tracefile.open': async (file) => {
      const chosen = file instanceof vscode.Uri ? file : await askForFile();
      if (chosen) await services.openTrace(chosen);
    },
    'tracefile.openSample': () =>
      openSample(services.extension, (file) => services.openTrace(file)),
    'tracefile.debug': onShownTrace(async (file) => {
      const frame = await withTrace(file, ({ cursor: { frame: position } }) => position);
      await services.debug(file, frame ?? 0);
    }),
    'tracefile.openBytes': onShownTrace((file) => services.openBytes(file)),
    'tracefile.pickTrace': () => pickTrace(),
    'tracefile.pickProgram': (configuration) => pickProgram(withTrace, configuration),
    'tracefile.programs': onPrograms('show'),
    'tracefile.chooseProgram': onPrograms('choose'),
    'tracefile.setSlide': onPrograms('setSlide'),
    'tracefile.addProgram': onPrograms('add'),
    'tracefile.removeProgram': onPrograms('remove'),
    'tracefile.goToFrame': onShownTrace(async (file) => {
      const frame = await askForFrame(withTrace, file);
      if (frame !== undefined) await services.goToFrame(file, frame);
    }),
    'tracefile.locateSource': onShownTrace((file) => locateSource(services, file)),
    'tracefile.viewMemory': (menu) => viewMemory(memory, menu),
    'tracefile.formatValue': (menu) => formats.switchOne(menu),
    'tracefile.formatAllValues': () => formats.switchAll(),
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
    else inform(vscode.l10n.t('Open a trace file first: no trace is shown or debugged.'));
  };
}

async function askForFile(): Promise<vscode.Uri | undefined> {
  const [file] = (await vscode.window.showOpenDialog({ title: vscode.l10n.t('Open Trace') })) ?? [];
  return file;
}

/**
 * Asks for the source of the stack frame that the debugger shows, else of the trace's current
 * frame.
 */
async function locateSource(services: CommandServices, file: vscode.Uri): Promise<void> {
  const isDebugged = debuggedTrace()?.toString() === file.toString();
  const level = isDebugged ? await selectedLevel() : 0;
  const recorded = await services.withTrace(file, async (trace) => {
    const { current } = trace.modules;
    const stack = await trace.callStack(trace.cursor.frame);
    const stackFrame = stack.frames[level] ?? stack.frames[0];
    const line = stackFrame && (await current.lineOf(stack, stackFrame));
    return line && current.recordedSource(line.file);
  });
  if (recorded !== undefined) await services.locateSource(recorded);
  else inform(vscode.l10n.t('The program names no source for this frame.'));
}

async function askForFrame(withTrace: WithTrace, file: vscode.Uri): Promise<number | undefined> {
  const frames = await withTrace(file, ({ recording: { index }, cursor: { frame: position } }) => ({
    count: index.count,
    position,
  }));
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

/** Opens the sample, or tells where to get it in a build without it. */
async function openSample(
  extension: vscode.Uri,
  open: (file: vscode.Uri) => Promise<void>,
): Promise<void> {
  const file = vscode.Uri.joinPath(extension, 'samples', 'callqueue.tf');
  if (await fileExists(pathOf(file))) {
    await open(file);
    return;
  }
  void showInformation(
    vscode.l10n.t(
      'This build comes without the sample. Record a trace with gdb’s tstart, tstop and tsave, or take samples/callqueue.tf from the extension’s sources, then run “Open as GDB Trace”.',
    ),
  );
}
