// Addresses with the symbol that they are in, as gdb writes them: `0x401146 <helper+53>`.
import { hexAddress } from '../../bytes/hex';
import { demangle } from '../../symbols/demangle';
import type { SymbolOffset } from '../../symbols/program';
import type { Surroundings } from './value';

/**
 * `<helper+53>` without the brackets; undefined where no program has a symbol there. `linkage`: by the linker's name, where
 * the compiler says it, as gdb names code.
 */
export async function symbolOf(
  address: bigint,
  { placements }: Pick<Surroundings, 'placements'>,
  linkage = false,
): Promise<string | undefined> {
  for (const { program, slide } of placements) {
    const symbol = await program.symbolAt(BigInt.asUintN(64, address - slide));
    if (!symbol) continue;
    const name = (linkage ? symbol.linkageName : undefined) ?? spelled(symbol);
    if (symbol.offset === 0n) return name;
    return `${name}${symbol.offset > 0n ? '+' : ''}${symbol.offset}`;
  }
  return undefined;
}

/** A symbol with its arguments, as far as its linkage name tells them. */
export function spelled({ name, linkageName, symbolName }: SymbolOffset): string {
  return demangle(linkageName ?? symbolName ?? name) ?? name;
}

/** An address with its symbol. */
export async function addressText(
  address: bigint,
  surroundings: Surroundings,
  settings: { readonly addresses: boolean; readonly symbols: boolean },
  linkage = false,
): Promise<string> {
  const name = settings.symbols ? await symbolOf(address, surroundings, linkage) : undefined;
  const parts = [
    ...(settings.addresses ? [hexAddress(address)] : []),
    ...(name === undefined ? [] : [`<${name}>`]),
  ];
  return parts.join(' ');
}
