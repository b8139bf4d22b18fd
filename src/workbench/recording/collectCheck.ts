// Whether a target could collect what is typed, by the program that was recorded last, or the only
// one of the workspace: names are known before anything is recorded.
import { compileForCollecting } from '../../expressions/agent/compileForAgent';
import { compileSiteAt, type CompileSite } from '../../expressions/agent/compileSite';
import { registerLayout } from '../../machine/registerLayout';
import type { PlannedAction } from '../../remote/record/plan';
import { resolveLocation } from '../../remote/record/resolveLocation';
import { elfFiles, openProgramFile } from '../programFiles';

/** What is wrong with an action at the location of a tracepoint; undefined where nothing is. */
export interface CollectCheck {
  problemOf(action: PlannedAction): Promise<string | undefined>;
  dispose(): void;
}

/** A check for a location; `recorded` is the program that was recorded last. */
export function checkCollecting(location: string, recorded: string | undefined): CollectCheck {
  const opening = openSite(location, recorded).catch(() => undefined);
  return {
    problemOf: async (action) => {
      if (action.action === 'teval' || action.item.startsWith('$')) return undefined;
      const opened = await opening;
      if (!opened) return undefined;
      const compiled = await compileForCollecting(action.item, opened.site);
      return 'problem' in compiled ? compiled.problem : undefined;
    },
    dispose: () => {
      void opening.then((opened) => opened?.dispose());
    },
  };
}

/** Undefined where nothing is known of the location. */
async function openSite(
  location: string,
  recorded: string | undefined,
): Promise<{ readonly site: CompileSite; dispose(): void } | undefined> {
  const path = recorded ?? (await onlyProgram());
  const opened = path === undefined ? undefined : await openProgramFile(path);
  if (!opened || 'problem' in opened) return undefined;
  const { program } = opened;
  const { layout } = registerLayout(undefined, program.elf, 0);
  const target = layout && { layout, order: program.elf.order, modules: [{ program, slide: 0n }] };
  const found = target && (await resolveLocation(location, target));
  const [address] = found && 'addresses' in found ? found.addresses : [];
  if (!target || address === undefined) {
    opened.dispose();
    return undefined;
  }
  const site = await compileSiteAt({ ...target, variable: () => undefined }, address);
  return {
    site,
    dispose: () => {
      opened.dispose();
    },
  };
}

async function onlyProgram(): Promise<string | undefined> {
  const { paths } = await elfFiles();
  return paths.length === 1 ? paths[0] : undefined;
}
