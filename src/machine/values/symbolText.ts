// Addresses with the symbol that they are in, as gdb writes them: `0x401146 <helper+53>`.
import { hexAddress } from '../../bytes/hex';
import { demangle } from '../../symbols/demangle';
import type { Surroundings } from './value';

/** `<helper+53>` without the brackets; undefined where no program has a symbol there. `linkage`: the linker's name. */
export async function symbolOf(
  address: bigint,
  { placements }: Surroundings,
  linkage = false,
): Promise<string | undefined> {
  for (const { program, slide } of placements) {
    const symbol = await program.symbolAt(BigInt.asUintN(64, address - slide));
    if (!symbol) continue;
    const linker = symbol.linkageName ?? symbol.name;
    const name = linkage ? linker : (demangle(linker) ?? symbol.name);
    if (symbol.offset === 0n) return name;
    return `${name}${symbol.offset > 0n ? '+' : ''}${symbol.offset}`;
  }
  return undefined;
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
