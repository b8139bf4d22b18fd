// The bases of numbers: `input-radix` of those that are typed, `output-radix` of those that are
// printed, `radix` of both (gdb manual, "Numbers").
import { t } from '@vscode/l10n';
import { RequestFailed } from '../../bytes/requestFailed';
import { integerGiven, text, type Command } from './command';
import type { ConsoleState } from './consoleState';

/** Under `set`. */
export const setRadixCommands: readonly Command[] = [
  {
    name: 'input-radix',
    help: () => t('The base of numbers that are typed without a prefix.'),
    takes: 'expression',
    async run(args, state) {
      const radix = await unsignedGiven(args, state);
      setInput(radix, state);
      return state.isInScript ? '' : `Input radix now set to ${inBases(radix)}.`;
    },
  },
  {
    name: 'output-radix',
    help: () => t('The base of whole numbers that are printed: 8, 10 or 16.'),
    takes: 'expression',
    async run(args, state) {
      const radix = await unsignedGiven(args, state);
      setOutput(radix, state);
      return state.isInScript ? '' : `Output radix now set to ${inBases(radix)}.`;
    },
  },
  {
    name: 'radix',
    help: () => t('The base of numbers that are typed and printed: 8, 10 or 16, by default 10.'),
    takes: 'expression',
    async run(args, state) {
      const radix = args === '' ? 10n : BigInt.asUintN(32, await integerGiven(args, state));
      setOutput(radix, state);
      setInput(radix, state);
      return state.isInScript ? '' : `Input and output radices now set to ${inBases(radix)}.`;
    },
  },
];

/** Under `show`. */
export const showRadixCommands: readonly Command[] = [
  {
    name: 'input-radix',
    help: () => t('The base of numbers that are typed without a prefix.'),
    takes: 'nothing',
    run: (_, { settings }) => `Default input radix for entering numbers is ${settings.inputRadix}.`,
  },
  {
    name: 'output-radix',
    help: () => t('The base of whole numbers that are printed.'),
    takes: 'nothing',
    run: (_, { settings }) =>
      `Default output radix for printing of values is ${settings.outputRadix}.`,
  },
  {
    name: 'radix',
    help: () => t('The base of numbers that are typed and printed.'),
    takes: 'nothing',
    run(_, { settings: { inputRadix, outputRadix } }) {
      const [input, output] = [inBases(BigInt(inputRadix)), inBases(BigInt(outputRadix))];
      return input === output
        ? `Input and output radices set to ${input}.`
        : text([`Input radix set to ${input}.`, `Output radix set to ${output}.`]);
    },
  },
];

async function unsignedGiven(args: string, state: ConsoleState): Promise<bigint> {
  if (args === '') throw new RequestFailed('Argument required (integer to set it to).');
  const given = await integerGiven(args, state);
  if (given < 0n || given > 0xffff_ffffn) throw new RequestFailed(`integer ${given} out of range`);
  return given;
}

function setInput(radix: bigint, { settings }: ConsoleState): void {
  if (radix < 2n) {
    throw new RequestFailed(`Nonsense input radix \`\`decimal ${radix}''; input radix unchanged.`);
  }
  settings.set('input-radix', radix.toString());
}

function setOutput(radix: bigint, { settings }: ConsoleState): void {
  if (radix !== 8n && radix !== 10n && radix !== 16n) {
    throw new RequestFailed(
      `Unsupported output radix \`\`decimal ${radix}''; output radix unchanged.`,
    );
  }
  settings.set('output-radix', radix.toString());
}

/** `decimal 16, hex 10, octal 20` */
function inBases(radix: bigint): string {
  return `decimal ${radix}, hex ${radix.toString(16)}, octal ${radix.toString(8)}`;
}
