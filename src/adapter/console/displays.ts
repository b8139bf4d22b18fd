// `display`: expressions that are printed where the debugger arrives (gdb manual, "Auto Display").
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import { RequestFailed } from '../../bytes/requestFailed';
import { numbersGiven, text, type Command } from './command';
import type { ConsoleState, Display } from './consoleState';
import { examine } from './examine';

/** `display`, `undisplay`. */
export const displayCommands: readonly Command[] = [
  {
    name: 'display',
    help: () =>
      t('Print an expression now and at every frame that a command goes to; all without one.'),
    takes: 'expression',
    async run(args, state) {
      if (args === '') return text(await displayLines(state));
      const [, format = '', expression = ''] = /^(\/\S*)?\s*(.*)/s.exec(args) ?? [];
      const number = (state.displays.at(-1)?.number ?? state.displayed) + 1;
      const added: Display = { number, format, expression, isEnabled: true };
      // A script says nothing of it yet, but fails where it means nothing.
      const lines = await linesOf(added, state);
      state.displayed = number;
      state.displays.push(added);
      return state.isInScript ? '' : text(lines);
    },
  },
  {
    name: 'undisplay',
    help: () => t('Display expressions no more: those of the numbers given, by default all.'),
    takes: 'nothing',
    run: (args, state) => changeDisplays('delete', args, state),
  },
];

/** What is displayed where the debugger is. What fails here is passed over. */
export async function displayLines(state: ConsoleState): Promise<string[]> {
  const lines: string[] = [];
  for (const display of state.displays) {
    if (!display.isEnabled) continue;
    try {
      append(lines, await linesOf(display, state));
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
    }
  }
  return lines;
}

async function linesOf(
  { number, format, expression }: Display,
  state: ConsoleState,
): Promise<string[]> {
  if (/[is]$/.test(format)) {
    const shown = await examine.run(`${format} ${expression}`, state);
    const words = typeof shown === 'string' ? shown : shown.value;
    return [`${number}: x${format} ${expression}`, words];
  }
  const value = await state.evaluator.output(
    `${format} ${expression}`.trim(),
    await state.stackFrame(),
    state.view,
  );
  return [`${number}: ${format === '' ? '' : `${format} `}${expression} = ${value.value}`];
}

/** `info display`. */
export function infoDisplay({ displays }: ConsoleState): string {
  if (displays.length === 0) return 'There are no auto-display expressions now.';
  const lines = displays.map(({ number, format, expression, isEnabled }) => {
    return `${number}:   ${isEnabled ? 'y' : 'n'}  ${formatText(format)}${expression}`;
  });
  return text(['Auto-display expressions now in effect:', 'Num Enb Expression', ...lines]);
}

/** A format as gdb lists it: what shows memory, with its count and size. */
function formatText(format: string): string {
  if (format === '') return '';
  const count = /\d+/.exec(format)?.[0] ?? '1';
  const size = /[bhwg]/.exec(format)?.[0];
  const letter = /[^/\dbhwg]/.exec(format)?.[0] ?? 'x';
  if (size === undefined && letter !== 'i' && letter !== 's') return `/${letter} `;
  return `/${count}${size ?? 'b'}${letter} `;
}

/** `undisplay`, `enable display`, `disable display`: of numbers, or of all. */
export async function changeDisplays(
  change: 'delete' | 'enable' | 'disable',
  args: string,
  state: ConsoleState,
): Promise<string> {
  const { displays } = state;
  const complaints: string[] = [];
  const known = new Map(displays.map((each) => [each.number, each]));
  const numbers = args === '' ? [...known.keys()] : await numbersGiven(args, 'display', state);
  for (const number of numbers) {
    const found = known.get(number);
    if (!found) complaints.push(`No display number ${number}.`);
    else if (change === 'delete') known.delete(number);
    else found.isEnabled = change === 'enable';
  }
  if (known.size < displays.length)
    append(
      displays,
      displays.splice(0).filter(({ number }) => known.has(number)),
    );
  return text(complaints);
}
