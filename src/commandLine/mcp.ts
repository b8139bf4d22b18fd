// The server for assistants: it answers about the traces of some folders.
import { raceAbort } from '../bytes/source';
import { serveMcp } from '../mcp/server';
import { usualBudget } from '../ask/answers';
import { exitCodes, type Invocation } from './command';
import { PermittedFolders } from './permittedFolders';
import { packageVersion } from './version';

/** Characters of one answer, at least. */
const leastBudget = 1000;

/** `mcp`. */
export async function mcp({ arguments: named, options, signal }: Invocation) {
  const folders = await PermittedFolders.of(named.length === 0 ? ['.'] : named);
  const budget = Math.max(options.number('budget') ?? usualBudget, leastBudget);
  await raceAbort(serveMcp(folders, budget, await packageVersion()), signal);
  return exitCodes.done;
}
