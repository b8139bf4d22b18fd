// Asks what to record from: a target that was used before, a program to start under gdbserver, or
// what is typed.
import * as vscode from 'vscode';
import { isAbsolute } from '../../symbols/sourcePath';
import { baseName } from '../../trace/paths';
import { workspaceFolders } from '../files';
import { elfFiles } from '../programFiles';
import { pickedFrom, pickOne } from './prompts';
import type { ProgramStart, RecentTarget, RecentTargets } from './recentTargets';
import { connectTarget } from '../../platform/targetConnection';
import { readTargetAddress } from '../../platform/targetAddress';
import { connectRecording, type ConnectOptions } from '../../remote/client/liveRecording';
import type { TargetRecording } from '../../remote/client/recording';
import type { Transport } from '../../remote/rspConnection';
import { progressNotification } from '../notify';

/** A target to connect to; its program, where that is known already. */
export interface ChosenTarget {
  readonly target: string;
  readonly program?: string;
}

interface TargetItem extends vscode.QuickPickItem {
  /** Absent where a program is to be started. */
  readonly chosen?: ChosenTarget;
}

/** The target; undefined if the user cancels. */
export async function askForTarget(targets: RecentTargets): Promise<ChosenTarget | undefined> {
  const picked = await pickTarget(targets);
  if (!picked) return undefined;
  if (picked.chosen) return picked.chosen;
  const program = await askForProgram(vscode.l10n.t('Record Trace: Program to Start'));
  if (program === undefined) return undefined;
  const start = await askHowToStart(program, targets.startOf(program));
  if (!start) return undefined;
  await targets.keepStart(program, start);
  return { target: gdbserverOf(program, start), program };
}

interface StartItem extends vscode.QuickPickItem {
  /** Absent for the item that records. */
  readonly part?: keyof ProgramStart;
  readonly prompt?: string;
}

/** Asks for arguments, environment and folder, as often as the user changes one. */
async function askHowToStart(
  program: string,
  before: ProgramStart,
): Promise<ProgramStart | undefined> {
  const title = vscode.l10n.t('Record Trace: Start {0}', baseName(program));
  let start = before;
  for (;;) {
    const picked = await pickOne(startItems(start), { title });
    if (!picked?.part) return picked && start;
    const typed = await vscode.window.showInputBox({
      title: `${title}: ${picked.label}`,
      ...(picked.prompt !== undefined && { prompt: picked.prompt }),
      value: start[picked.part],
      ignoreFocusOut: true,
    });
    if (typed !== undefined) start = { ...start, [picked.part]: typed.trim() };
  }
}

function startItems({ words, environment, folder }: ProgramStart): StartItem[] {
  const none = vscode.l10n.t('none');
  return [
    { label: vscode.l10n.t('$(record) Record') },
    {
      label: vscode.l10n.t('Arguments'),
      description: words === '' ? none : words,
      part: 'words',
      prompt: vscode.l10n.t('As in a shell: --count 5 "two words"'),
    },
    {
      label: vscode.l10n.t('Environment'),
      description: environment === '' ? none : environment,
      part: 'environment',
      prompt: vscode.l10n.t(
        'Variables as in a shell: LANG=C LD_PRELOAD=/usr/lib/libinproctrace.so',
      ),
    },
    {
      label: vscode.l10n.t('Working Folder'),
      description: folder === '' ? (commandFolder() ?? none) : folder,
      part: 'folder',
      prompt: vscode.l10n.t('A path on this machine; empty for the folder of the workspace'),
    },
  ];
}

/** The folder in which commands run: the workspace's first on this machine. */
function commandFolder(): string | undefined {
  return workspaceFolders().find(isAbsolute);
}

/** gdbserver on its standard input and output, as gdb's user starts it. */
export function gdbserverOf(program: string, { words, environment, folder }: ProgramStart): string {
  const parts = [
    ...(folder === '' ? [] : [`cd ${quoted(folder)} && exec`]),
    'gdbserver --once',
    ...(environment === '' ? [] : [`--wrapper env ${environment} --`]),
    `- ${quoted(program)}`,
    ...(words === '' ? [] : [words]),
  ];
  return `| ${parts.join(' ')}`;
}

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** A program of the workspace; undefined if the user cancels. */
export async function askForProgram(title: string): Promise<string | undefined> {
  const { paths } = await elfFiles();
  const items = paths.map((path) => ({
    label: baseName(path),
    description: vscode.workspace.asRelativePath(path),
    path,
  }));
  const browse = { label: vscode.l10n.t('Browse…'), path: undefined };
  const picked = await pickOne([...items, browse], { title });
  if (!picked || picked.path !== undefined) return picked?.path;
  const [chosen] = (await vscode.window.showOpenDialog({ title })) ?? [];
  return chosen?.fsPath;
}

/** What is typed is a target itself. */
function pickTarget(targets: RecentTargets): Promise<TargetItem | undefined> {
  const pick = vscode.window.createQuickPick<TargetItem>();
  pick.title = vscode.l10n.t('Record Trace: Target');
  pick.placeholder = vscode.l10n.t(
    'host:port, a Unix socket’s path, /dev/ttyS0, or | and a command',
  );
  pick.ignoreFocusOut = true;
  const show = () => {
    pick.items = itemsFor(pick.value, targets.all);
  };
  show();
  pick.onDidChangeValue(show);
  pick.onDidTriggerItemButton(({ item }) => {
    if (item.chosen) void targets.forget(item.chosen.target).then(show);
  });
  return pickedFrom(pick, () => {
    // Who types fast is faster than the list: what is marked then is of the text before.
    const [marked] = pick.activeItems;
    return marked && pick.items.includes(marked) ? marked : pick.items[0];
  });
}

function itemsFor(typed: string, remembered: readonly RecentTarget[]): TargetItem[] {
  const target = typed.trim();
  const before = remembered.map(recentItem);
  const isNew = target !== '' && !remembered.some((each) => each.target === target);
  const start: TargetItem = {
    label: vscode.l10n.t('$(run) Start a Program under gdbserver…'),
    detail: vscode.l10n.t('A program of this workspace, on this machine.'),
  };
  if (!isNew) return [...before, start];
  const connect: TargetItem = {
    label: vscode.l10n.t('$(plug) Connect to {0}', target),
    alwaysShow: true,
    chosen: { target },
  };
  return [connect, ...before, start];
}

function recentItem({ target, program }: RecentTarget): TargetItem {
  const forget = { iconPath: new vscode.ThemeIcon('close'), tooltip: vscode.l10n.t('Forget') };
  return {
    label: target,
    description: baseName(program),
    buttons: [forget],
    chosen: { target, program },
  };
}

/** Characters of a command's output that are shown with a problem. */
const maxOutput = 300;

interface Problem {
  readonly problem: string;
}

/** Makes connections. */
export class TargetConnector implements vscode.Disposable {
  private readonly output = vscode.window.createOutputChannel(vscode.l10n.t('Recorded Program'));

  dispose(): void {
    this.output.dispose();
  }

  /** A recording on a target that is named as gdb's `target remote` takes it. */
  connect(target: string): Promise<TargetRecording | { readonly problem: string }> {
    return this.connectWith(target, async (connection, options) => {
      const made = await connectRecording(connection, options);
      return 'problem' in made ? made : made.recording;
    });
  }

  /** What `make` makes of a connection to a target. */
  async connectWith<Made extends object>(
    target: string,
    make: (connection: Transport, options: ConnectOptions) => Promise<Made | Problem>,
  ): Promise<Made | Problem> {
    const address = readTargetAddress(target);
    if ('problem' in address) return address;
    return vscode.window.withProgress(
      progressNotification(vscode.l10n.t('Connecting to {0}', target)),
      async () => {
        let words = '';
        const onWords = (text: string) => {
          words += text;
          this.output.append(text);
        };
        const connected = await connectTarget(address, { onWords, folder: commandFolder() });
        if ('problem' in connected) return connected;
        const { connection, reliable } = connected;
        const made = await make(connection, { reliable });
        if (!('problem' in made)) return made;
        return { problem: [made.problem, words.trim().slice(-maxOutput)].join(' ').trim() };
      },
    );
  }
}
