// Values and their types: `print`, `output`, `printf`, `echo`, `ptype`, `whatis` (gdb manual,
// "Data", "Commands for Controlled Output", "Symbols").
import { t } from '@vscode/l10n';
import { RequestFailed } from '../../bytes/requestFailed';
import { text, type Answer, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { optionWords, printOptions, withOptions, type PrintSettingValues } from './settings';
import { formatted, unescaped } from './printf';
import { compile } from '../../expressions/compile';
import { flagsOf } from '../../expressions/registerValue';
import type { RegisterType } from '../../machine/registerType';
import { plainDeclaration, type DeclarationOptions } from '../../values/declarationLines';
import { styleOf } from '../../symbols/dwarf/languages';
import { typeDeclaration } from '../../values/typeDeclaration';
import { typeName } from '../../values/typeName';
import { isClass, isReference, strip } from '../../values/types';
import { wholeObject } from '../../values/wholeObject';
import { canonicalName } from '../../symbols/canonicalName';
import type { Type } from '../../symbols/type';

/** Commands about values. */
export const printCommands: readonly Command[] = [
  {
    name: 'print',
    aliases: ['p', 'inspect'],
    help: () =>
      t(
        'Print the value of an expression and keep it as `$N`; `/x`, `/d`, `/s`, … choose a format, `-pretty`, `-elements N`, … settings.',
      ),
    takes: { options: optionWords(printOptions), behind: 'expression' },
    run: async (args, state) => {
      const { expression, settings } = withOptions(args, state.settings);
      const text = withLastFormat(expression === '' ? lastOf(state) : expression, state);
      return state.evaluator.print(text, await state.stackFrame(), state.viewWith(settings));
    },
  },
  {
    name: 'call',
    help: () =>
      t(
        'Print the value of an expression as `print` does, and nothing of one that has none. Functions are not called.',
      ),
    takes: 'expression',
    run: call,
  },
  {
    name: 'output',
    writesRaw: true,
    help: () => t('Print the value of an expression and nothing else.'),
    takes: 'expression',
    run: async (args, state) => {
      if (args === '') throw new RequestFailed('Argument required (expression to compute).');
      return state.evaluator.output(args, await state.stackFrame(), state.view);
    },
  },
  {
    name: 'printf',
    writesRaw: true,
    help: () => t('Print values as C’s printf does: `printf "%d %s\\n", n, name`.'),
    takes: 'expression',
    run: formatted,
  },
  {
    name: 'echo',
    writesRaw: true,
    help: () => t('Print a text; C’s escapes are known.'),
    takes: 'nothing',
    run: (args) => unescaped(args),
  },
  {
    name: 'ptype',
    help: () =>
      t(
        'Print what a type, or the type of an expression, is made of; `/o` with offsets and sizes.',
      ),
    takes: { before: ['struct', 'union', 'enum', 'class'] },
    run: ptype,
  },
  {
    name: 'whatis',
    help: () => t('Print the name of the type of an expression.'),
    takes: 'expression',
    run: (args: string, state: ConsoleState) => whatis(args, state),
  },
];

async function call(args: string, state: ConsoleState): Promise<Answer> {
  const expression = args === '' ? lastOf(state) : args;
  if (args !== '') {
    const { value } = await state.evaluator.value(args, await state.stackFrame());
    if (strip(value.type).kind === 'void') return '';
  }
  return state.evaluator.print(expression, await state.stackFrame(), state.view);
}

/** The value that was printed last. */
function lastOf({ evaluator }: ConsoleState): string {
  if (evaluator.printed === 0) throw new RequestFailed('The history is empty.');
  return '$';
}

/** gdb takes a slash without a format's letter, as in `/r`, for the letter that was given last. */
function withLastFormat(text: string, state: ConsoleState): string {
  const letters = /^\s*\/(\S*)/.exec(text)?.[1];
  if (letters === undefined) return text;
  const format = /[^r]/.exec(letters)?.[0];
  if (format !== undefined) state.lastFormat = format;
  else if (state.lastFormat !== undefined) return text.replace('/', `/${state.lastFormat}`);
  return text;
}

// `ptype` and `whatis`: the type of an expression, or a type that is written itself.

/** `ptype` with its flags. */
async function ptype(args: string, state: ConsoleState): Promise<string> {
  const [, flags = '', expression = ''] = /^(?:\/(\S*))?\s*(.*)/s.exec(args) ?? [];
  const options = optionsOf(flags, state.settings);
  const { type, language } = await typeOf(expression, state);
  const registerFlags = flagsOf(strip(type));
  if (registerFlags?.kind === 'flags') return flagsDeclaration(registerFlags);
  const modules = state.trace.modules.current.loaded;
  const declared = await typeDeclaration(type, language, options, modules);
  return withRealType(declared, expression, type, state);
}

/** The bits of a register that have names, and where they are. */
function flagsDeclaration({ name, fields }: RegisterType & { readonly kind: 'flags' }): string {
  const lines = fields.map(({ name: field, type, start, end }) => {
    const declared = field === '' ? type.name : `${type.name} ${field}`;
    return `    ${declared} @${start}${end > start ? `-${end}` : ''};`;
  });
  return text([`type = flag ${name} {`, ...lines, '}']);
}

/** `set print type …`, then the letters behind `ptype/`; a later one overrules an earlier one. */
function optionsOf(flags: string, settings: PrintSettingValues): DeclarationOptions {
  const { methods, typedefs, nestedTypes, hexadecimal } = settings.typeDeclarations;
  let options: DeclarationOptions = { ...plainDeclaration, methods, typedefs, nestedTypes };
  let base: DeclarationOptions['offsets'] = hexadecimal ? 'hexadecimal' : 'decimal';
  for (const flag of flags) {
    if (flag === 'r') options = { ...options, raw: true };
    else if (flag === 'm' || flag === 'M') options = { ...options, methods: flag === 'M' };
    else if (flag === 't' || flag === 'T') options = { ...options, typedefs: flag === 'T' };
    else if (flag === 'o') options = { ...options, offsets: base, methods: false, typedefs: false };
    else if (flag === 'x' || flag === 'd') base = flag === 'x' ? 'hexadecimal' : 'decimal';
    else throw new RequestFailed(`unrecognized flag '${flag}'`);
  }
  return options.offsets ? { ...options, offsets: base } : options;
}

/** `whatis`: of a typedef's own name what it represents. */
async function whatis(args: string, state: ConsoleState): Promise<string> {
  const { type, language, isType } = await typeOf(args, state);
  const shown = isType && type.kind === 'typedef' ? type.target : type;
  const written = `type = ${await typeName(shown, language)}`;
  return isType ? written : withRealType(written, args, type, state);
}

/**
 * With `set print object on`, the type of the whole object comes first. gdb knows it of a variable
 * alone: what else an expression reads, it does not read for its type.
 */
async function withRealType(
  written: string,
  expression: string,
  type: Type,
  state: ConsoleState,
): Promise<string> {
  const variable = /^(?:&\*\s*)?(\$\$?\w*|[A-Za-z_]\w*)$/.exec(expression)?.[1];
  const bare = strip(type);
  const isObject = isClass(bare) || bare.kind === 'pointer' || isReference(bare);
  if (!state.settings.print.objects || variable === undefined || !isObject) return written;
  const { value } = await state.evaluator.value(variable, await state.stackFrame());
  const whole = await wholeObject(value);
  if (!whole) return written;
  const real = await typeName(whole.type, value.context.language);
  return written.replace(/^type = /, `type = /* real type = ${real} */\n`);
}

async function typeOf(
  expression: string,
  state: ConsoleState,
): Promise<{ type: Type; language: number | undefined; isType: boolean }> {
  const context = await state.context();
  const { language } = context;
  const compiled = await compile(expression === '' ? '$' : expression, context);
  const type = 'problem' in compiled ? compiled : await compiled.type(context);
  if (!('problem' in type)) {
    return { type, language, isType: !('problem' in compiled) && compiled.isType };
  }
  const named = styleOf(language) === 'rust' ? undefined : await typeNamed(expression, state);
  if (named) return { type: named, language, isType: true };
  throw new RequestFailed(type.problem);
}

/**
 * A template's instance by its whole name, which may be none of an expression: references among its
 * arguments.
 */
async function typeNamed(name: string, { trace }: ConsoleState): Promise<Type | undefined> {
  if (!/^[\w:]+</.test(name)) return undefined;
  for (const { program } of trace.modules.current.loaded) {
    const found = await program.typeNamed(canonicalName(name));
    if (found) return found;
  }
  return undefined;
}
