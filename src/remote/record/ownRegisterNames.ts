// Registers under the processor's own names: gdb collects neither `$sp` nor `$pc` where these
// stand for another register ("GDB cannot yet trace user-register contents"), and loads no
// tracepoint whose text says so.
import type { Architecture } from '../../machine/arch/architecture';
import type { PlannedAction, PlannedTracepoint, RecordingPlan } from './plan';

/** What stands for another register. */
type Names = Pick<Architecture, 'pc' | 'sp' | 'fp' | 'ps'>;

/** The plan with the names that a processor has for `$pc`, `$sp`, `$fp` and `$ps`. */
export function withOwnRegisterNames(plan: RecordingPlan, names: Names): RecordingPlan {
  const own = (text: string): string =>
    text.replaceAll(/\$(pc|sp|fp|ps)\b/g, (alias, name: keyof Names) => {
      const known = names[name];
      return known === undefined ? alias : `$${known}`;
    });
  return { ...plan, tracepoints: plan.tracepoints.map((each) => renamed(each, own)) };
}

type Rename = (text: string) => string;

function renamed(tracepoint: PlannedTracepoint, own: Rename): PlannedTracepoint {
  const { location, condition, actions, stepping } = tracepoint;
  return {
    ...tracepoint,
    location: own(location),
    ...(condition !== undefined && { condition: own(condition) }),
    actions: actions.map((action) => renamedAction(action, own)),
    ...(stepping && {
      stepping: {
        ...stepping,
        actions: stepping.actions.map((action) => renamedAction(action, own)),
      },
    }),
  };
}

function renamedAction(action: PlannedAction, own: Rename): PlannedAction {
  return action.action === 'collect'
    ? { ...action, item: own(action.item) }
    : { ...action, expression: own(action.expression) };
}
