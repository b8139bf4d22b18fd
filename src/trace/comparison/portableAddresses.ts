// Addresses as two runs can share them: a program is loaded elsewhere each time, and the heap and
// the stack are elsewhere too. An address in a program is its symbol and offset; of others only
// what they point to can be compared.
import { linkAddress } from '../../machine/stackFrame';
import { hexAddress } from '../../bytes/hex';
import { baseName } from '../paths';
import type { ModuleList } from '../moduleList';

/** Addresses that are remembered. */
const maxRemembered = 20_000;
/** A pointer into the first or the last page is a number that means something: 0, -1. */
const pageBits = 12n;
const firstPage = 1n << pageBits;
const lastPages = [(1n << (32n - pageBits)) - 1n, (1n << (64n - pageBits)) - 1n];
/** What all addresses outside of programs are. */
export const outsidePrograms = '<address outside programs>';

/** The addresses of one trace. */
export class PortableAddresses {
  private readonly texts = new Map<bigint, string>();

  constructor(private readonly modules: ModuleList) {}

  /** The address without what differs from run to run; at once where it is known. */
  of(address: bigint): string | Promise<string> {
    return this.texts.get(address) ?? this.lookUp(address);
  }

  private async lookUp(address: bigint): Promise<string> {
    const text = await this.describe(address);
    if (this.texts.size >= maxRemembered) this.texts.clear();
    this.texts.set(address, text);
    return text;
  }

  private async describe(address: bigint): Promise<string> {
    if (address < firstPage || lastPages.some((page) => address >> pageBits === page)) {
      return hexAddress(address);
    }
    const symbol = await this.modules.symbol(address);
    if (symbol !== undefined) return symbol;
    const module = this.modules.all.find((each) => each.holds(address));
    if (!module) return outsidePrograms;
    const link = linkAddress(address, module.slide ?? 0n);
    return `${baseName(module.program.path)}+${hexAddress(link)}`;
  }
}
