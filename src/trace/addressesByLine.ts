// Which of some addresses each source line has: looked up once, and kept while the programs stay.
import { WeakPairCache } from '../bytes/cache';
import { TimeSlice } from '../bytes/timeSlice';
import type { ModuleList } from './moduleList';

/** Run-time addresses by file, as recorded, and by line. */
type AddressesByLine = ReadonlyMap<string, ReadonlyMap<number, readonly bigint[]>>;

type Addresses = ReadonlySet<bigint> | readonly bigint[];

const known = new WeakPairCache<ModuleList, Addresses, AddressesByLine>(locate);

/** Kept for the very list or set of run-time addresses: it must not change. */
export function addressesByLine(
  modules: ModuleList,
  addresses: Addresses,
): Promise<AddressesByLine> {
  return known.get(modules, addresses);
}

async function locate(modules: ModuleList, addresses: Addresses): Promise<AddressesByLine> {
  const byFile = new Map<string, Map<number, bigint[]>>();
  const slice = new TimeSlice();
  for (const address of addresses) {
    await slice.yieldIfDue();
    const { source } = await modules.locate(address);
    if (!source) continue;
    const lines = byFile.get(source.file) ?? new Map<number, bigint[]>();
    byFile.set(source.file, lines);
    const ofLine = lines.get(source.line);
    if (ofLine) ofLine.push(address);
    else lines.set(source.line, [address]);
  }
  return byFile;
}
