// The formats of values in the debugger: switched for one value from its menu, for all from the
// status bar.
import * as vscode from 'vscode';
import type { ShownFormat } from '../adapter/valueNodes';
import { activeSession } from './shownTrace';
import { expressionOfMenu } from './variableMenu';

/** Switches formats in debug sessions of traces. */
export class ValueFormatSwitch implements vscode.Disposable {
  /** The format of all values, by session; absent where they are written as usual. */
  private readonly ofSession = new Map<string, ShownFormat>();
  private readonly item = vscode.window.createStatusBarItem(
    'tracefile.valueFormat',
    vscode.StatusBarAlignment.Left,
  );
  private readonly subscriptions: vscode.Disposable;

  constructor() {
    this.item.name = vscode.l10n.t('Format of Values');
    this.item.command = 'tracefile.formatAllValues';
    this.subscriptions = vscode.Disposable.from(
      this.item,
      vscode.debug.onDidChangeActiveDebugSession(() => {
        this.show();
      }),
      vscode.debug.onDidTerminateDebugSession(({ id }) => {
        this.ofSession.delete(id);
      }),
    );
    this.show();
  }

  /** Asks for a format of all values. */
  async switchAll(): Promise<void> {
    const session = activeSession();
    if (!session) return;
    const now = this.ofSession.get(session.id);
    const picked = await pickFormat(vscode.l10n.t('Format of All Values'), now);
    if (!picked) return;
    const { format } = picked;
    await session.customRequest('setValueFormat', { ...(format && { format }) });
    if (format) this.ofSession.set(session.id, format);
    else this.ofSession.delete(session.id);
    this.show();
  }

  /** Asks for a format of the value whose menu was used. */
  async switchOne(menu: unknown): Promise<void> {
    const session = activeSession();
    if (!session) return;
    const expression = expressionOfMenu(menu) ?? (await askForExpression());
    if (expression === undefined) return;
    const picked = await pickFormat(vscode.l10n.t('Format of {0}', expression));
    if (!picked) return;
    const { format } = picked;
    await session.customRequest('setValueFormat', { expression, ...(format && { format }) });
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private show(): void {
    const session = activeSession();
    if (!session) {
      this.item.hide();
      return;
    }
    const format = this.ofSession.get(session.id);
    this.item.text = format ? `$(symbol-numeric) ${labelOf(format)}` : '$(symbol-numeric)';
    const shown = format ? labelOf(format) : usual();
    this.item.tooltip = vscode.l10n.t(
      'Values of the trace: {0}. Click to switch their format.',
      shown,
    );
    this.item.accessibilityInformation = { label: this.item.tooltip };
    this.item.show();
  }
}

/** For a value whose menu gives no expression: a lane of a vector, or in VS Code's Watch view. */
function askForExpression(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Format Value'),
    prompt: vscode.l10n.t('The expression whose value is to be written in another format'),
  });
}

function usual(): string {
  return vscode.l10n.t('as usual');
}

function labelOf(format: ShownFormat): string {
  switch (format) {
    case 'hexadecimal':
      return vscode.l10n.t('Hexadecimal');
    case 'decimal':
      return vscode.l10n.t('Decimal');
    case 'binary':
      return vscode.l10n.t('Binary');
    case 'octal':
      return vscode.l10n.t('Octal');
    case 'character':
      return vscode.l10n.t('Character');
    case 'float':
      return vscode.l10n.t('Floating Point');
    case 'natural':
      return vscode.l10n.t('Natural');
  }
}

interface FormatItem extends vscode.QuickPickItem {
  /** Absent for what is usual. */
  readonly format?: ShownFormat;
}

/** What gdb calls each format. */
const letters: Readonly<Record<ShownFormat, string>> = {
  hexadecimal: '/x',
  decimal: '/d',
  binary: '/t',
  octal: '/o',
  character: '/c',
  float: '/f',
  natural: 'print',
};

async function pickFormat(title: string, now?: ShownFormat): Promise<FormatItem | undefined> {
  const formats = Object.entries(letters) as [ShownFormat, string][];
  const items: FormatItem[] = [
    {
      label: vscode.l10n.t('As Usual'),
      description: vscode.l10n.t('registers in hexadecimal, values as gdb prints them'),
    },
    ...formats.map(([format, description]) => ({
      label: labelOf(format),
      description: format === now ? `${description} · ${vscode.l10n.t('now')}` : description,
      format,
    })),
  ];
  return vscode.window.showQuickPick(items, { title });
}
