// DAP's `dataBreakpointInfo`: whether a value can be followed from frame to frame, and under which
// id.
import { t } from '@vscode/l10n';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress } from '../../bytes/hex';
import { isInLocal, namesIn, namesLocal } from '../../trace/changes/followedValue';
import { evaluationContext, evaluate, problemText } from '../../trace/expressions';
import { functionExtent } from '../../trace/framePcs';
import type { Trace } from '../../trace/trace';
import { readReference } from '../memory';
import { RequestFailed } from '../../bytes/requestFailed';
import type { StackFrames } from '../stackFrames';
import { withoutFormat } from '../valueNodes';
import type { VariableReferences } from '../variableTree';
import type { Followed } from './requestedStop';
import { dataIdOf } from './dataCondition';

type Info = DebugProtocol.DataBreakpointInfoResponse['body'];

/** The most bytes of memory that one breakpoint follows. */
const maxBytes = 65_536;

/** What tells of the value that is pointed at. */
interface Pointed {
  readonly trace: Trace;
  readonly stack: Pick<StackFrames, 'innermost' | 'selected'>;
  readonly variables: Pick<VariableReferences, 'child' | 'has'>;
}

/** What to follow, or why it cannot be followed. */
type Follow = Followed | { readonly problem: string };

/** Whether a variable, an expression or a range of memory can be followed. */
export async function dataBreakpointInfo(
  context: Pointed,
  args: DebugProtocol.DataBreakpointInfoArguments,
): Promise<Info> {
  if (typeof args.name !== 'string') throw new RequestFailed(t('dataBreakpointInfo needs a name.'));
  const follow = await followedBy(context, args);
  if ('problem' in follow) return { dataId: null, description: follow.problem };
  const { expression, label = expression, within } = follow;
  return {
    dataId: dataIdOf(follow),
    description: within ? `${label} in ${within.name}` : label,
    accessTypes: ['write'],
    canPersist: !within,
  };
}

/** What someone who points at a value, or types an expression, wants to be followed. */
export async function followedBy(
  context: Pointed,
  args: DebugProtocol.DataBreakpointInfoArguments,
): Promise<Follow> {
  const { name, asAddress, bytes, variablesReference, frameId } = args;
  if (asAddress === true || bytes !== undefined) return memoryRange(name, bytes ?? 1);
  if (variablesReference === undefined || variablesReference === 0) {
    return expressionFollowed(context, withoutFormat(name), undefined, frameId);
  }
  const node = await context.variables.child(variablesReference, name);
  if (!node && context.variables.has(variablesReference))
    return { problem: t('There is no {0}.', name) };
  if (!node)
    throw new RequestFailed(t('The debugger has moved since, or there is no such variable.'));
  if (node.evaluateName === undefined) {
    return { problem: t('{0} has no expression of its own that could be followed.', name) };
  }
  return expressionFollowed(context, node.evaluateName, node.address, frameId);
}

function memoryRange(name: string, bytes: number): Follow {
  const address = readReference(name.trim());
  if (address === undefined) return { problem: t('“{0}” is not an address.', name) };
  if (!Number.isSafeInteger(bytes) || bytes < 1 || bytes > maxBytes) {
    return { problem: t('From 1 to {0} bytes can be followed.', maxBytes) };
  }
  const at = hexAddress(BigInt.asUintN(64, address));
  const label = t('{0} at {1}', bytes === 1 ? t('1 byte') : t('{0} bytes', bytes), at);
  return { expression: `{unsigned char [${bytes}]} ${at}`, label };
}

/** `address`: where the value that was pointed at is; of a caller's variable it is elsewhere. */
async function expressionFollowed(
  { trace, stack }: Pointed,
  expression: string,
  address: bigint | undefined,
  frameId: number | undefined,
): Promise<Follow> {
  const innermost = await stack.innermost();
  const chosen = await stack.selected(frameId);
  const context = await evaluationContext(trace, trace.cursor.frame, innermost);
  const evaluated = await evaluate(expression, 'print', context);
  const names = namesIn(expression);
  const isCallers = chosen !== innermost && chosen && namesLocal(chosen, names);
  if (isCallers || (!('problem' in evaluated) && isElsewhere(evaluated.value.address, address))) {
    return { problem: t('Of locals, those of the innermost stack frame can be followed.') };
  }
  if ('problem' in evaluated) return { problem: problemText(evaluated) };
  const at = evaluated.value.address;
  const isLocal =
    innermost &&
    (namesLocal(innermost, names) || (at !== undefined && (await isInLocal(trace, at, innermost))));
  if (!isLocal) return { expression };
  const within = await functionExtent(trace.modules.current, innermost.pc);
  return within ? { expression, within } : { expression };
}

function isElsewhere(one: bigint | undefined, other: bigint | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}
