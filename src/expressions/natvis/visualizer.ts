// The types of a Natvis file as pretty printers.
import { TimeSlice } from '../../bytes/timeSlice';
import type { Printer } from '../../values/pretty/presentation';
import { presentationOf } from './expansion';
import type { FileProblem, NatvisFile, NatvisType } from './natvisFile';
import { ObjectScope } from './objectScope';
import { newBudget, ShownObject } from './shownObject';

/** A printer of a file, by the name that its type has there. */
export interface NatvisPrinter extends Printer {
  readonly name: string;
}

/** Values in texts of values; deeper ones are shown as what they are made of. */
const maxDepth = 6;

/** What one value that a file shows takes of a budget of values. */
const costOfValue = 8;

/**
 * The printers of a file's types. `report` hears of what is wrong in the file and is found when a
 * value is shown.
 */
export function natvisPrinters(
  { types }: NatvisFile,
  report: (problem: FileProblem) => void,
): NatvisPrinter[] {
  return types.map((type) => ({
    name: type.names[0]?.text ?? '',
    type: { test: (className) => argumentsOf(type, className) !== undefined },
    inheritable: type.inheritable,
    show: async (value, className, _, budget = newBudget()) => {
      const found = argumentsOf(type, className);
      if (!found || (value.context.printers?.depth ?? 0) > maxDepth) return undefined;
      budget.left -= costOfValue;
      await new TimeSlice().yieldIfDue();
      const object = new ShownObject(await ObjectScope.of(value, found, budget), report);
      return object.orNothing(async () =>
        (await object.applies(type)) ? presentationOf(object, type) : undefined,
      );
    },
  }));
}

function argumentsOf({ names }: NatvisType, className: string): readonly string[] | undefined {
  for (const name of names) {
    const found = name.match(className);
    if (found) return found;
  }
  return undefined;
}
