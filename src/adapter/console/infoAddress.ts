// `info address`: where a variable or function is kept (gdb manual, "Symbols").
import { hexAddress } from '../../bytes/hex';
import { compile } from '../../machine/expressions/compile';
import type { Meaning } from '../../machine/expressions/meaning';
import type { Variable } from '../../symbols/scope';
import { RequestFailed } from '../requestFailed';
import type { ConsoleState } from './consoleState';
import { locationText } from './infoScope';

/** `info address SYMBOL`. */
export async function infoAddress(args: string, state: ConsoleState): Promise<string> {
  if (args === '') throw new RequestFailed('Argument required.');
  const meaning = await meaningOfSymbol(args, state);
  if (meaning?.kind === 'field') {
    return `Symbol "${args}" is a field of the local class variable \`this'`;
  }
  const kept = meaning && keptText(meaning, state);
  if (kept === undefined) throw new RequestFailed(`No symbol "${args}" in current context.`);
  return `Symbol "${args}" is ${kept}.`;
}

/** What a name means that may be no expression: `list::push(int)`. */
async function meaningOfSymbol(name: string, state: ConsoleState): Promise<Meaning | undefined> {
  const context = await state.context();
  const quoted = /^[\w$]+$/.test(name) ? name : `'${name.replace(/^'(.*)'$/s, '$1')}'`;
  const compiled = await compile(quoted, context.surroundings);
  const bound = 'problem' in compiled ? compiled : await compiled.bound(context);
  if ('problem' in bound) throw new RequestFailed(bound.problem);
  const { expression, bindings } = bound;
  return expression.kind === 'name' ? bindings.meaning(expression) : undefined;
}

function keptText(meaning: Meaning, state: ConsoleState): string | undefined {
  switch (meaning.kind) {
    case 'local':
    case 'ofFunction':
      return locationText(meaning.variable.location, state);
    case 'global':
      return staticText(meaning.variable, meaning.placement.slide, state);
    case 'function':
      return `a function at address ${hexAddress(meaning.address)}`;
    case 'enumerator':
      return 'constant';
    case 'entry':
    case 'field':
    case 'static':
    case 'dataMember':
    case 'method':
      return undefined;
  }
}

/** Where a variable of the whole program is; `slide` moves it to where the program ran. */
function staticText({ location }: Variable, slide: bigint, state: ConsoleState): string {
  return locationText(location, state).replace(
    /(?<=^static storage at address )0x[0-9a-f]+$/,
    (address) => hexAddress(BigInt(address) + slide),
  );
}
