// What is known beside the code at an instruction of a branch trace: where it stands in the recording, and its PC. Nothing else
// of the machine was recorded.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress } from '../../bytes/hex';
import type { BranchTrace, Execution } from '../../trace/branch/branchTrace';
import { instructionAddress } from '../../trace/branch/instructions';

const references = { recording: 1, registers: 2 };

/** DAP's `scopes`. */
export function branchScopes(): DebugProtocol.ScopesResponse['body'] {
  return {
    scopes: [
      { name: 'Recording', variablesReference: references.recording, expensive: false },
      {
        ...{ name: 'Registers', variablesReference: references.registers, expensive: false },
        presentationHint: 'registers',
      },
    ],
  };
}

/** DAP's `variables`; undefined for a reference that was not given. */
export function branchVariables(
  trace: BranchTrace,
  execution: Execution,
  reference: number,
): DebugProtocol.Variable[] | undefined {
  if (reference === references.registers) {
    const pc = instructionAddress(execution, trace.position);
    return [
      variable('pc', pc === undefined ? '<unavailable>' : hexAddress(pc)),
      variable('others', '<unavailable>'),
    ];
  }
  if (reference !== references.recording) return undefined;
  const { blocks, calls } = execution;
  const segment = calls.at(calls.placeOf(trace.position));
  const block = blocks.blockOf(trace.position);
  return [
    variable('instruction', `${trace.position} of ${blocks.count}`),
    variable('block', `${block + 1} of ${blocks.blocks.count}`),
    variable(
      'function call',
      `${segment.number} of ${calls.count}, instructions ${segment.first} to ${segment.last}`,
    ),
    variable('level', `${segment.level}`),
  ];
}

function variable(name: string, value: string): DebugProtocol.Variable {
  return { name, value, variablesReference: 0, presentationHint: { attributes: ['readOnly'] } };
}
