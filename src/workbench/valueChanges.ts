// Who changed this? The changes of a value as a list to pick from, and for one of them the lines of
// the program that may have written it.
import * as vscode from 'vscode';
import type { ShownChange, ShownChanges, ShownStore, ShownStores } from '../adapter/changes';
import { messageOf } from '../bytes/requestFailed';
import { debugTrace, goToFrame } from './debugConfigurations';
import type { DebuggedTraces } from './debuggedTraces';
import { uriOf } from './files';
import { inform } from './notify';
import { activeSession, activeTrace, traceOfSession } from './shownTrace';
import { expressionAtColumn } from './sourceText';
import { codeLine } from './sourceValues';
import { expressionOfMenu, type ValueInFrame } from './variableMenu';

/** What the commands need of the rest. */
interface ChangeServices {
  readonly debugged: DebuggedTraces;
  /** Shows only the frames of a trace in which an expression has the value that it has in one. */
  showEqual(file: vscode.Uri, value: ValueInFrame): Promise<void>;
  /** The value of a context menu of the trace's page. */
  valueOfMenu(menu: unknown): ValueInFrame | undefined;
}

/** Registers the commands; disposing of the result removes them. */
export function registerValueChanges(services: ChangeServices): vscode.Disposable {
  const commands: Record<string, (asked: AskedValue) => Promise<void>> = {
    'tracefile.lastChange': showLast,
    'tracefile.allChanges': showAll,
    'tracefile.framesWithValue': (asked) => showEqual(asked, services),
    // What version 0.1.0 called them: in key bindings they still are.
    'tracefile.previousChange': showLast,
    'tracefile.nextChange': showAll,
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) =>
      vscode.commands.registerCommand(id, async (menu: unknown) => {
        try {
          const asked = await valueAsked(menu, services.valueOfMenu(menu), services.debugged);
          if (asked) await run(asked);
        } catch (error) {
          inform(messageOf(error));
        }
      }),
    ),
  );
}

/** A value whose changes are asked for, in the debug session that shows it. */
interface AskedValue {
  readonly session: vscode.DebugSession;
  readonly expression: string;
  /** The stack frame that is selected. */
  readonly frameId: number | undefined;
}

/**
 * The value of a menu: of the debugger's views, of a place on the page, of a source editor. Without
 * any, one is asked for.
 */
async function valueAsked(
  menu: unknown,
  onPage: ValueInFrame | undefined,
  debugged: DebuggedTraces,
): Promise<AskedValue | undefined> {
  const expression = onPage ? onPage.expression : await expressionAsked(menu);
  if (expression === undefined) {
    if (menu !== undefined) inform(vscode.l10n.t('This value has no expression of its own.'));
    return undefined;
  }
  const session = await sessionAt(onPage?.frame, debugged);
  if (!session) return undefined;
  const item = vscode.debug.activeStackItem;
  const isSelected = item instanceof vscode.DebugStackFrame && item.session.id === session.id;
  // On the page, values are of the innermost stack frame.
  const frameId = isSelected && !onPage ? item.frameId : undefined;
  return { session, expression, frameId };
}

function expressionAsked(menu: unknown): string | undefined | Thenable<string | undefined> {
  // A source editor's menu gives the file.
  if (menu instanceof vscode.Uri) return expressionAtCursor() ?? askForExpression();
  return menu === undefined ? askForExpression() : expressionOfMenu(menu);
}

/** What is selected in the source, else the expression that the cursor is in. */
function expressionAtCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const { document, selection } = editor;
  if (!selection.isEmpty) return document.getText(selection);
  const line = codeLine(document, selection.active.line);
  const range = expressionAtColumn(line, selection.active.character);
  return range && line.slice(range.start, range.end);
}

function askForExpression(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Changes of a Value'),
    prompt: vscode.l10n.t('An expression whose value changes from frame to frame'),
    placeHolder: 'count',
  });
}

/** The debug session of the trace, at a frame if one is given; started if none runs. */
async function sessionAt(
  frame: number | undefined,
  debugged: DebuggedTraces,
): Promise<vscode.DebugSession | undefined> {
  const shown = activeTrace();
  const running = shown ? debugged.sessionOf(shown) : activeSession();
  if (running && frame !== undefined) await goToFrame(running, frame);
  if (shown && !running) await debugTrace(debugged, shown, frame ?? 0);
  const session = running ?? (shown && debugged.sessionOf(shown));
  if (!session) inform(vscode.l10n.t('Debug a trace first: changes are of its values.'));
  return session;
}

async function changes(
  { session, expression, frameId }: AskedValue,
  last: boolean,
): Promise<ShownChanges> {
  const body: unknown = await session.customRequest('valueChanges', { expression, frameId, last });
  return body as ShownChanges;
}

async function showLast(asked: AskedValue): Promise<void> {
  const found = await changes(asked, true);
  const [change] = found.changes;
  if (change) showChange(asked, found.label, change);
  else inform(vscode.l10n.t('{0} has the same value in all frames up to this one.', found.label));
}

async function showAll(asked: AskedValue): Promise<void> {
  const found = await changes(asked, false);
  if (found.total === 0) {
    inform(vscode.l10n.t('{0} has the same value in all frames.', found.label));
    return;
  }
  const title =
    found.total === found.changes.length
      ? vscode.l10n.t('{0}: {1} changes', found.label, found.total)
      : vscode.l10n.t('{0}: the nearest of {1} changes', found.label, found.total);
  const items = found.changes.map((change) => ({
    label: `${shortened(change.from)} → ${shortened(change.to)}`,
    description: change.interval,
    change,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (picked) showChange(asked, found.label, picked.change);
}

/** A longer value does not help in a list. */
const maxValueText = 60;

function shortened(text: string): string {
  return text.length <= maxValueText ? text : `${text.slice(0, maxValueText - 1)}…`;
}

/** A row of a change's list. */
interface ChangeItem extends vscode.QuickPickItem {
  /** The frame to go to. */
  readonly frame?: number | undefined;
  /** A line of the program. */
  readonly store?: ShownStore;
}

const addButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('add'),
  tooltip: vscode.l10n.t('Add Tracepoint'),
};

/** Shows a change: its frames at once, and what could have written it as soon as that is known. */
function showChange(asked: AskedValue, label: string, change: ShownChange): void {
  const { before, after, from, to, interval } = change;
  const pick = vscode.window.createQuickPick<ChangeItem>();
  pick.title = `${label}: ${shortened(from)} → ${shortened(to)}`;
  pick.placeholder = interval;
  pick.matchOnDescription = true;
  // What could have written it takes a while to find, and is compared with the source next to it.
  pick.ignoreFocusOut = true;
  const frames: ChangeItem[] = [
    frameItem(before, vscode.l10n.t('before: {0}', shortened(from))),
    frameItem(after, vscode.l10n.t('after: {0}', shortened(to))),
  ];
  pick.items = frames;
  pick.busy = true;
  pick.onDidAccept(() => {
    const [item] = pick.activeItems;
    pick.hide();
    if (item) void follow(asked.session, item);
  });
  pick.onDidTriggerItemButton(({ item }) => {
    void addTracepoint(item.store).then(() => {
      pick.items = pick.items.map((each) =>
        each === item ? { ...each, buttons: [], detail: vscode.l10n.t('Tracepoint added') } : each,
      );
    });
  });
  pick.onDidHide(() => {
    pick.dispose();
  });
  pick.show();
  stores(asked, change).then(
    ({ stores: found, notes }) => {
      pick.busy = false;
      const { Separator } = vscode.QuickPickItemKind;
      pick.items = [
        ...frames,
        { label: vscode.l10n.t('What could have written it'), kind: Separator },
        ...found.map(storeItem),
        ...notes.map((note) => ({ label: '', description: note, alwaysShow: true })),
      ];
    },
    (error: unknown) => {
      pick.busy = false;
      pick.items = [...frames, { label: '', description: messageOf(error), alwaysShow: true }];
    },
  );
}

async function stores(
  { session, expression, frameId }: AskedValue,
  { before, after }: ShownChange,
): Promise<ShownStores> {
  const given = { expression, frameId, before, after };
  const body: unknown = await session.customRequest('possibleStores', given);
  return body as ShownStores;
}

function frameItem(frame: number, description: string): ChangeItem {
  return { label: vscode.l10n.t('Frame {0}', frame), description, frame };
}

function storeItem(store: ShownStore): ChangeItem {
  const { source, addresses, functionName, frame, tracepoints } = store;
  const place = source ? `${source.name}:${source.line}` : (addresses[0] ?? '');
  const canAdd = tracepoints.length === 0 && source?.path !== undefined;
  const certain = certaintyOf(store);
  return {
    label: source?.text === undefined ? place : `${place} ${source.text}`,
    description: [functionName, certain].filter((each) => each !== undefined).join(' · '),
    detail: sightText(store),
    ...{ frame, store },
    ...(canAdd && { buttons: [addButton] }),
  };
}

function certaintyOf({ kind }: ShownStore): string | undefined {
  switch (kind) {
    case 'address':
      return vscode.l10n.t('writes to this address');
    case 'member':
      return undefined;
    case 'possible':
      return vscode.l10n.t('possible');
  }
}

function sightText({ frame, tracepoints }: ShownStore): string {
  const [tracepoint, ...others] = tracepoints;
  if (frame !== undefined) return vscode.l10n.t('Frame {0} stopped here', frame);
  if (tracepoint === undefined) return vscode.l10n.t('No tracepoint is here');
  return others.length === 0
    ? vscode.l10n.t('Tracepoint {0} is here, without a frame between', tracepoint)
    : vscode.l10n.t('Tracepoints {0} are here, without a frame between', tracepoints.join(', '));
}

async function follow(session: vscode.DebugSession, item: ChangeItem): Promise<void> {
  const { frame, store } = item;
  try {
    if (frame !== undefined) await goToFrame(session, frame);
    else if (store?.source?.path !== undefined) await showLine(store.source);
  } catch (error) {
    inform(messageOf(error));
  }
}

async function showLine(source: NonNullable<ShownStore['source']>): Promise<void> {
  const line = source.line - 1;
  const selection = new vscode.Range(line, 0, line, 0);
  await vscode.window.showTextDocument(uriOf(source.path ?? ''), { selection });
}

async function addTracepoint(store: ShownStore | undefined): Promise<void> {
  if (store?.source?.path === undefined) return;
  const { path, line } = store.source;
  await vscode.commands.executeCommand('tracefile.addTracepoint', {
    uri: uriOf(path),
    lineNumber: line,
  });
}

/** Shows in the table the frames in which the value is what it is here. */
async function showEqual(
  { session, expression }: AskedValue,
  services: ChangeServices,
): Promise<void> {
  const file = traceOfSession(session);
  const body: unknown = await session.customRequest('evaluate', { expression: '$trace_frame' });
  const frame = Number((body as { result: string }).result);
  if (file) await services.showEqual(file, { frame, expression });
}
