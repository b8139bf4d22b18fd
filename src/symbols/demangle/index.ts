// Names that compilers give to the linker, as a person writes them.
import { ItaniumName } from './itanium';
import { rustLegacyName } from './rustLegacy';
import { rustV0Name } from './rustV0';

/** Longer names are damage. */
const maxLength = 20_000;

/** How names are written. */
interface Demangling {
  /** With the result of a function template. */
  readonly result?: boolean;
}

/**
 * What gdb prints for a linker's name: `store::weigh(store::Thing const&, int&&)`; undefined for
 * one that is not mangled.
 */
export function demangle(
  linkageName: string,
  { result = false }: Demangling = {},
): string | undefined {
  if (linkageName.length > maxLength) return undefined;
  if (linkageName.startsWith('_R')) return rustV0Name(linkageName);
  if (!linkageName.startsWith('_Z')) return undefined;
  return rustLegacyName(linkageName) ?? new ItaniumName(linkageName).read(result);
}
