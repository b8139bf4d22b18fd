// The scopes that the program's debugging information gives: Arguments, Locals, Globals.
import { linkAddress } from '../machine/linkAddress';
import type { StackFrame } from '../machine/stackFrame';
import { typedName } from '../values/children';
import { argumentsOf, localsOf } from '../values/frameVariables';
import type { ValueContext } from '../values/value';
import { readVariable } from '../values/variable';
import type { GlobalVariable, Variable } from '../symbols/scope';
import type { Program } from '../symbols/program';
import { baseName } from '../trace/paths';
import { valueNode, type ValueView } from './valueNodes';
import type { VariableNode } from './variableTree';

/** A scope before it has a reference. */
interface ProgramScope {
  readonly name: string;
  readonly children: NonNullable<VariableNode['children']>;
  /** True where reading it takes long. */
  readonly expensive: boolean;
  readonly presentationHint?: 'arguments' | 'locals';
}

/** More variables than this in other files are not listed: they can be asked for by name. */
const maxGlobals = 10_000;
/**
 * Stands for the variables that are not listed. Made when it is needed: how a language writes
 * numbers takes long to load.
 */
const furtherGlobals = (): VariableNode => ({
  name: '…',
  value: `only ${maxGlobals.toLocaleString('en')} variables are listed: type the names of others`,
});

/** The scopes of a stack frame; none where no program is known there. */
export function programScopes(
  stackFrame: StackFrame,
  context: ValueContext,
  view: ValueView,
): ProgramScope[] {
  const { scope, module, lookupPc } = stackFrame;
  const nodes = (variables: readonly Variable[], hidden: ReadonlySet<string> = new Set()) =>
    variableNodes(variables, hidden, context, view);
  const scopes: ProgramScope[] = [];
  if (scope) {
    scopes.push(
      {
        name: 'Arguments',
        presentationHint: 'arguments',
        expensive: false,
        children: () => nodes(argumentsOf(scope)),
      },
      {
        name: 'Locals',
        presentationHint: 'locals',
        expensive: false,
        children: () => nodes(localsOf(scope)),
      },
    );
  }
  if (module) {
    const { program, slide } = module;
    const inner = scope ? [...argumentsOf(scope), ...localsOf(scope)] : [];
    const hidden = new Set(inner.map(({ name }) => name));
    scopes.push({
      name: 'Globals',
      expensive: true,
      children: () =>
        globalNodes(program, linkAddress(lookupPc, slide), (globals) => nodes(globals, hidden)),
    });
  }
  return scopes;
}

/**
 * Of variables of one name the first is the one that the name stands for. Names that are `hidden`
 * stand for variables of the function.
 */
async function variableNodes(
  variables: readonly Variable[],
  hidden: ReadonlySet<string>,
  context: ValueContext,
  view: ValueView,
): Promise<VariableNode[]> {
  const seen = new Set<string>();
  const read = variables.map(async (variable) => {
    const { name } = variable;
    const typed = seen.has(name) ? undefined : typedName(name, context.language);
    const expression = hidden.has(name) ? typed && `::${typed}` : typed;
    // A client tells the children of a scope apart by their names.
    const shown =
      seen.has(name) && variable.line !== undefined ? `${name} (line ${variable.line})` : name;
    seen.add(name);
    return valueNode(shown, await readVariable(variable, context), expression, view);
  });
  return Promise.all(read);
}

/** Variables of the file at hand, and below them those of all others. */
async function globalNodes(
  program: Program,
  address: bigint,
  nodes: (variables: readonly Variable[]) => Promise<VariableNode[]>,
): Promise<VariableNode[]> {
  const here = await program.globalsAt(address);
  const own = new Set(here.map(({ file }) => file));
  const others = async () => {
    const { files, isCut } = await globalsByFile(program, own);
    const listed: VariableNode[] = [...files].map(([file, variables]) => ({
      name: baseName(file),
      value: file,
      children: () => nodes(variables),
    }));
    return isCut ? [...listed, furtherGlobals()] : listed;
  };
  return [...(await nodes(here)), { name: 'other files', value: '', children: others }];
}

async function globalsByFile(
  program: Program,
  except: ReadonlySet<string>,
): Promise<{ files: Map<string, GlobalVariable[]>; isCut: boolean }> {
  const files = new Map<string, GlobalVariable[]>();
  let count = 0;
  for await (const variable of program.globals()) {
    if (except.has(variable.file)) continue;
    if (count++ === maxGlobals) return { files, isCut: true };
    const known = files.get(variable.file);
    if (known) known.push(variable);
    else files.set(variable.file, [variable]);
  }
  return { files, isCut: false };
}
