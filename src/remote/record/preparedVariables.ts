// The trace state variables of a plan with their numbers: gdb manual, "Tracepoint Packets" (QTDV). Those that the target
// has keep theirs, as in gdb; those of the plan get the next ones.
import type { DefinitionPacket } from '../packets/definitions';
import type { RecordingPlan } from './plan';
import type { PreparationProblem, RecordingTarget } from './recordingTarget';

/** Variables by name. */
export interface NumberedVariables {
  /** The number of a variable, by its name without `$`. */
  readonly number: (name: string) => number | undefined;
  /** The number of `$trace_timestamp`, where the plan records it and the target has it. */
  readonly time: number | undefined;
  readonly definitions: readonly DefinitionPacket[];
  readonly problems: readonly PreparationProblem[];
}

const timestamp = 'trace_timestamp';

/** Numbers the variables of the target and of the plan. */
export function numberVariables(
  { variables, recordTime }: RecordingPlan,
  target: Pick<RecordingTarget, 'variables'>,
): NumberedVariables {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  const numbers = new Map<string, number>();
  const definitions: DefinitionPacket[] = [];
  const problems: PreparationProblem[] = [];
  // A variable of a run before this one is not the target's own.
  const own = target.variables.filter(({ builtin, name }) => builtin === true && name);
  for (const variable of own) {
    numbers.set(decoder.decode(variable.name), variable.number);
    definitions.push(variableDefinition(variable));
  }
  let next = own.reduce((last, { number }) => Math.max(last, number), 0);
  for (const { name, initialValue } of variables) {
    if (numbers.has(name)) {
      const message = 'There is one of that name already; this one is left out.';
      problems.push({ item: `$${name}`, message });
      continue;
    }
    numbers.set(name, ++next);
    const bytes = encoder.encode(name);
    definitions.push(
      variableDefinition({ number: next, initialValue, builtin: false, name: bytes }),
    );
  }
  const time = recordTime ? numbers.get(timestamp) : undefined;
  if (recordTime && time === undefined) {
    const message = 'The target has no clock for traces: hits are recorded without their time.';
    problems.push({ item: `$${timestamp}`, message });
  }
  return { number: (name) => numbers.get(name), time, definitions, problems };
}

function variableDefinition(
  variable: Omit<Extract<DefinitionPacket, { kind: 'define-variable' }>, 'kind'>,
): DefinitionPacket {
  const { number, initialValue, builtin, name } = variable;
  return {
    kind: 'define-variable',
    ...{ number, initialValue },
    ...(builtin !== undefined && { builtin }),
    ...(name && { name }),
  };
}
