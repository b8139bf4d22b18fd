// `ptype` and `whatis`: the type of an expression, or a type that is written itself.
import { compile } from '../../machine/expressions/compile';
import { layoutLines, typeDeclaration } from '../../machine/values/typeDeclaration';
import { typeName } from '../../machine/values/typeName';
import type { Type } from '../../symbols/type';
import { RequestFailed } from '../requestFailed';
import { text } from './command';
import type { ConsoleState } from './consoleState';

/** `ptype`, and `ptype/o`. */
export async function ptype(args: string, state: ConsoleState): Promise<string> {
  const [, flags = '', expression = ''] = /^(?:\/(\w*))?\s*(.*)$/s.exec(args) ?? [];
  const { type, language } = await typeOf(expression, state);
  const layout = flags.includes('o') ? await layoutLines(type, language) : undefined;
  return layout ? text(layout) : `type = ${await typeDeclaration(type, language)}`;
}

/** `whatis`: of a typedef's own name what it stands for. */
export async function whatis(args: string, state: ConsoleState): Promise<string> {
  const { type, language, isType } = await typeOf(args, state);
  const shown = isType && type.kind === 'typedef' ? type.target : type;
  return `type = ${await typeName(shown, language)}`;
}

async function typeOf(
  expression: string,
  state: ConsoleState,
): Promise<{ type: Type; language: number | undefined; isType: boolean }> {
  const context = await state.context();
  const compiled = await compile(expression === '' ? '$' : expression, context.surroundings);
  if ('problem' in compiled) throw new RequestFailed(compiled.problem);
  const type = await compiled.type(context);
  if ('problem' in type) throw new RequestFailed(type.problem);
  return { type, language: context.surroundings.language, isType: compiled.isType };
}
