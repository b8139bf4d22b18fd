// `info scope`: what is visible at a place, and where it is kept (gdb manual, "Tracepoints", "info scope").
import { hexAddress } from '../../bytes/hex';
import { linkAddress, runTimeAddress } from '../../machine/linkAddress';
import { inDictionaryOrder } from '../../values/dictionaryOrder';
import { nameWithParameters } from '../../values/functionName';
import { styleOf } from '../../values/language';
import { sizeOf, strip } from '../../values/types';
import type { BlockSymbol, FunctionScope } from '../../symbols/scope';
import type { Type } from '../../symbols/type';
import {
  constantText,
  locationText,
  dwarfRegisterNames,
  type Described,
} from '../../trace/words/locationWords';
import { RequestFailed } from '../requestFailed';
import { text } from './command';
import type { ConsoleState } from './consoleState';
import { firstCodeOf } from './linespecs';

/** `info scope LOCATION`. */
export async function infoScope(args: string, state: ConsoleState): Promise<string> {
  if (args === '') {
    throw new RequestFailed('requires an argument (function, line or *addr) to define a scope');
  }
  const address = await firstCodeOf(args, state);
  const lines = await symbolLines(address, state);
  if (lines.length === 0) return `Scope for ${args} contains no locals or arguments.`;
  return text([`Scope for ${args}:`, ...lines]);
}

async function symbolLines(address: bigint, { trace }: ConsoleState): Promise<string[]> {
  for (const placement of trace.programs.placements) {
    const at = linkAddress(address, placement.slide);
    const [scope] = await placement.program.scopesAt(at);
    if (!scope) continue;
    const lines: string[] = [];
    const blocks = await placement.program.symbolsAt(at);
    for (const [i, { block, symbols }] of blocks.entries()) {
      const isOwn = i === blocks.length - 1;
      if (isOwn && scope.inlinedAt) {
        const entry = hexAddress(runTimeAddress(scope.entry, placement.slide));
        // gdb 13 makes no parameters up for what was inlined: they come from the linker's name.
        const isMangled = styleOf(scope.language) === 'c++' && scope.linkageName !== undefined;
        const name = isMangled ? await nameWithParameters(scope, placement.program) : scope.name;
        lines.push(`Symbol ${name ?? ''} is a function at address ${entry}, length 1.`);
      }
      const described: Described = {
        placement,
        address: runTimeAddress(block.ranges[0]?.start ?? at, placement.slide),
        frameBase: scope.frameBase,
        registerName: dwarfRegisterNames(trace),
      };
      const { declared } = block;
      for (const each of isOwn ? symbols : inDictionaryOrder(symbols, declared, scope.language)) {
        lines.push(`Symbol ${each.name} is ${await symbolText(each, scope, described)}.`);
      }
    }
    return lines;
  }
  return [];
}

async function symbolText(
  symbol: BlockSymbol,
  scope: FunctionScope,
  described: Described,
): Promise<string> {
  switch (symbol.kind) {
    case 'type':
      return 'a typedef';
    case 'enumerator':
      return `${constantText(symbol.value)}, length ${symbol.size}`;
    case 'label': {
      if (symbol.address === undefined) return 'optimized out';
      const { slide, program } = described.placement;
      const at = hexAddress(runTimeAddress(symbol.address, slide));
      return `a label at address ${at}, length ${program.elf.bits / 8}`;
    }
    case 'declaration': {
      const [found] = await described.placement.program.globalsNamed(symbol.name, scope);
      const text = found && (await locationText(found.location, described));
      return `${text?.replace(/^in /, '') ?? 'Unresolved Static'}, ${lengthText(symbol.type)}`;
    }
    case 'variable': {
      const { location, type } = symbol.variable;
      const text = await locationText(location, described);
      return location.kind === 'none' ? text : `${text}, ${lengthText(type)}`;
    }
  }
}

function lengthText(type: Type): string {
  const bare = strip(type);
  // gdb knows no length of a type that has a name alone, as C++ names that of nullptr.
  const isNameAlone = bare.kind === 'void' && bare.name !== undefined;
  return `length ${isNameAlone ? 0 : (sizeOf(bare) ?? 0)}`;
}
