// The scopes that the program's debugging information gives: Arguments, Locals, Globals.
import { t } from '@vscode/l10n';
import { type StackFrame, linkAddress } from '../machine/stackFrame';
import { addressedExpression, typedName } from '../values/children';
import { argumentsOf, localsOf } from '../values/frameVariables';
import type { ValueContext } from '../values/value';
import { readVariable } from '../values/variable';
import type { GlobalVariable, Variable } from '../symbols/scope';
import type { Program } from '../symbols/program';
import { baseName } from '../trace/paths';
import { furtherNode, maxListed, valueNode, type ValueView } from './valueNodes';
import type { VariableNode } from './variableTree';

/** A scope before it has a reference. */
interface ProgramScope {
  readonly name: string;
  readonly children: NonNullable<VariableNode['children']>;
  /** True where reading it takes long. */
  readonly expensive: boolean;
  readonly presentationHint?: 'arguments' | 'locals';
}

/** The scopes of a stack frame; none where no program is known there. */
export function programScopes(
  stackFrame: StackFrame,
  context: ValueContext,
  view: ValueView,
): ProgramScope[] {
  const { scope, module, lookupPc } = stackFrame;
  const nodes = (variables: readonly Variable[], naming: Naming = {}) =>
    variableNodes(variables, naming, context, view);
  const scopes: ProgramScope[] = [];
  if (scope) {
    scopes.push(
      {
        name: t('Arguments'),
        presentationHint: 'arguments',
        expensive: false,
        children: () => nodes(argumentsOf(scope), { shadowed: namesOf(localsOf(scope)) }),
      },
      {
        name: t('Locals'),
        presentationHint: 'locals',
        expensive: false,
        children: () => nodes(localsOf(scope)),
      },
    );
  }
  if (module) {
    const { program, slide } = module;
    scopes.push({
      name: t('Globals'),
      expensive: true,
      children: async () => {
        const inner = scope ? [...argumentsOf(scope), ...localsOf(scope)] : [];
        const around = scope ? await program.enclosingFunctions(scope) : [];
        const hidden = namesOf([...inner, ...around.flatMap(({ variables }) => variables)]);
        return globalNodes(program, linkAddress(lookupPc, slide), (globals, shadowed) =>
          nodes(globals, { hidden, shadowed }),
        );
      },
    });
  }
  return scopes;
}

/** Names that mean another variable than one of those that are listed. */
interface Naming {
  /** One of the function's: `::name` means the global one. */
  readonly hidden?: ReadonlySet<string>;
  /** One in front: only an address leads to those that are listed. */
  readonly shadowed?: ReadonlySet<string>;
}

function namesOf(variables: readonly Variable[]): ReadonlySet<string> {
  return new Set(variables.map(({ name }) => name));
}

/** Of variables of one name, the name means the first. */
async function variableNodes(
  variables: readonly Variable[],
  { hidden, shadowed }: Naming,
  context: ValueContext,
  view: ValueView,
): Promise<VariableNode[]> {
  const seen = new Set<string>();
  const nodes: VariableNode[] = [];
  for (const variable of variables.slice(0, maxListed)) {
    const { name, line } = variable;
    const isRepeated = seen.has(name);
    seen.add(name);
    // A client tells the children of a scope apart by their names.
    const shown = isRepeated && line !== undefined ? `${name} (line ${line})` : name;
    const value = await readVariable(variable, context);
    const isHidden = isRepeated || shadowed?.has(name) === true;
    const typed = typedName(name, context.language);
    const named = hidden?.has(name) === true ? typed && `::${typed}` : typed;
    const expression = isHidden ? await addressedExpression(value) : named;
    nodes.push(await valueNode(shown, value, expression, view));
  }
  return nodes.length < variables.length ? [...nodes, furtherNode()] : nodes;
}

/** Variables of the file at hand, and below them those of all others. */
async function globalNodes(
  program: Program,
  address: bigint,
  nodes: (variables: readonly Variable[], shadowed: ReadonlySet<string>) => Promise<VariableNode[]>,
): Promise<VariableNode[]> {
  const here = await program.globalsAt(address);
  const own = new Set(here.map(({ file }) => file));
  const others = async () => {
    const { files, isCut } = await globalsByFile(program, own);
    const shadowed = namesInSeveral([here, ...files.values()]);
    const listed: VariableNode[] = [...files].map(([file, variables]) => ({
      name: baseName(file),
      value: file,
      children: () => nodes(variables, shadowed),
    }));
    return isCut ? [...listed, furtherNode()] : listed;
  };
  const shown = await nodes(here, new Set());
  return [...shown, { name: t('other files'), value: '', children: others }];
}

/** Static variables of several files may have one name. */
function namesInSeveral(files: readonly (readonly Variable[])[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const several = new Set<string>();
  for (const name of files.flatMap((variables) => [...namesOf(variables)])) {
    (seen.has(name) ? several : seen).add(name);
  }
  return several;
}

async function globalsByFile(
  program: Program,
  except: ReadonlySet<string>,
): Promise<{ files: Map<string, GlobalVariable[]>; isCut: boolean }> {
  const files = new Map<string, GlobalVariable[]>();
  let count = 0;
  for await (const variable of program.globals()) {
    if (except.has(variable.file)) continue;
    if (count++ === maxListed) return { files, isCut: true };
    const known = files.get(variable.file);
    if (known) known.push(variable);
    else files.set(variable.file, [variable]);
  }
  return { files, isCut: false };
}
