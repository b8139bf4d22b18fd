// The stack frame that a variable of a function around a nested one is in: by the static link, as
// in gdb, else the innermost of that function (DWARF 5, section 3.3.5).
import { dwarfContextOf, evaluateNumber } from '../machine/dwarf/recordedExpression';
import { expressionAt } from '../machine/location';
import { linkAddress, type StackFrame } from '../machine/stackFrame';
import type { EnclosingFunction } from '../symbols/scope';
import type { LocationDescription } from '../symbols/location';
import type { ValueContext } from '../values/value';

/** What reading a number of a stack frame needs. */
type FrameContext = Pick<ValueContext, 'frame' | 'memory' | 'order'>;

/**
 * The stack frame of the last of the functions that the context's stack frame is nested in,
 * innermost first; undefined where the stack does not hold one.
 */
export async function enclosingFrame(
  functions: readonly EnclosingFunction[],
  context: FrameContext,
): Promise<StackFrame | undefined> {
  let { frame } = context;
  for (const each of functions) frame = frame && (await frameAround(each, { ...context, frame }));
  return frame;
}

async function frameAround(
  { declaration, staticLink }: EnclosingFunction,
  context: FrameContext,
): Promise<StackFrame | undefined> {
  const wanted = await numberAt(staticLink, context);
  const found: StackFrame[] = [];
  for (let at = context.frame; at; at = await at.caller()) {
    const frame = await inFunction(at, declaration);
    if (!frame) continue;
    if (wanted === undefined) return frame;
    if ((await numberAt(frame.scope?.frameBase, { ...context, frame })) === wanted) return frame;
    found.push(frame);
  }
  // gcc 12 gives a link through what an optimized function did not keep.
  return found.length === 1 ? found[0] : undefined;
}

/** A stack frame, in the function of a declaration: itself, or what it was inlined into. */
async function inFunction(frame: StackFrame, declaration: number): Promise<StackFrame | undefined> {
  const { module, lookupPc } = frame;
  const scopes = await module?.program.scopesAt(linkAddress(lookupPc, module.slide));
  const scope = scopes?.find((each) => each.declaration === declaration);
  return scope && { ...frame, scope };
}

async function numberAt(
  location: LocationDescription | undefined,
  { frame, memory, order }: FrameContext,
): Promise<bigint | undefined> {
  const expression = location && expressionAt(location, frame);
  if (!expression || !frame) return undefined;
  const found = await evaluateNumber(expression, dwarfContextOf(frame, { memory, order }));
  return typeof found === 'bigint' ? found : undefined;
}
