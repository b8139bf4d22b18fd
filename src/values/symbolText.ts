// Addresses with the symbol that they are in, as gdb writes them: `0x401146 <helper+53>`.
import { hexAddress } from '../bytes/hex';
import { demangle } from '../symbols/demangle';
import { adaName } from '../symbols/demangle/ada';
import type { Program, SymbolOffset } from '../symbols/program';
import { nameWithParameters } from './functionName';
import type { ValueContext } from './value';

/**
 * `<helper+53>` without the brackets; undefined where no program has a symbol there. `linkage`:
 * by the linker's name, where the compiler says it, as gdb names code.
 */
export async function symbolOf(
  address: bigint,
  { modules }: Pick<ValueContext, 'modules'>,
  linkage = false,
): Promise<string | undefined> {
  for (const { program, slide } of modules) {
    const symbol = await program.symbolAt(BigInt.asUintN(64, address - slide));
    if (!symbol) continue;
    const name = linkage ? await linked(symbol, program) : await spelled(symbol, program);
    if (symbol.offset === 0n) return name;
    return `${name}${symbol.offset > 0n ? '+' : ''}${symbol.offset}`;
  }
  return undefined;
}

/** A symbol by the linker's name. */
async function linked(symbol: SymbolOffset, program: Program): Promise<string> {
  if (!symbol.function) return symbol.name;
  return symbol.linkageName ?? spelled(symbol, program);
}

/**
 * A symbol as gdb writes it: a function of C++ with its parameters, and where only the symbol
 * table knows it, its result.
 */
export async function spelled(
  symbol: Omit<SymbolOffset, 'offset'>,
  program: Program,
): Promise<string> {
  const { name, function: described } = symbol;
  if (!described) return demangle(name, { result: true }) ?? adaName(name) ?? name;
  return nameWithParameters({ ...symbol, ...described }, program);
}

/** An address with its symbol. */
export async function addressText(
  address: bigint,
  context: ValueContext,
  settings: { readonly addresses: boolean; readonly symbols: boolean },
  linkage = false,
): Promise<string> {
  const name = settings.symbols ? await symbolOf(address, context, linkage) : undefined;
  const parts = [
    ...(settings.addresses ? [hexAddress(address)] : []),
    ...(name === undefined ? [] : [`<${name}>`]),
  ];
  return parts.join(' ');
}
