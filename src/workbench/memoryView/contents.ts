// What the memory view shows of a frame: the memory around a place, then what the frame collected.
import { hexAddress } from '../../bytes/hex';
import { evaluationContext } from '../../trace/evaluationContext';
import { evaluateAddress, problemText } from '../../trace/expressions';
import type { Trace } from '../../trace/trace';
import type { MemoryContents, MemorySection, ShownPlace } from './messages';
import { memorySection, labelsIn, type LookedAt } from './sections';

/** Bytes shown of one island; the rest is a place of its own. */
const mostIslandBytes = 1024;
/** Bytes shown of all islands. */
const mostBytes = 8192;

/** Which memory is asked for. */
interface MemoryAsked {
  /** An expression for the place; empty for none. */
  readonly expression: string;
  /** Bytes before and after the place's address. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Call-stack level in which the expression is evaluated. */
  readonly level: number;
  /** The stop before, to tell what changed. */
  readonly before?: number;
}

/** The memory of the frame where a trace stands. The frame must be in the index. */
export async function memoryContents(trace: Trace, asked: MemoryAsked): Promise<MemoryContents> {
  const frame = trace.position;
  const machine = await trace.machine(frame);
  const { frames } = await trace.callStack(frame);
  const stackFrame = frames[asked.level] ?? frames[0];
  const at: LookedAt = {
    ...{ trace, machine },
    ...(stackFrame && { stackFrame }),
    ...(asked.before !== undefined && { before: await trace.machine(asked.before) }),
  };
  const context = await evaluationContext(trace, frame, stackFrame);
  const names = await labelsIn(at);
  const expression = asked.expression.trim();
  const found = expression === '' ? undefined : await evaluateAddress(expression, context);
  const address = found && !('problem' in found) ? found.address : undefined;
  const place: ShownPlace | undefined = found && {
    expression,
    ...('problem' in found
      ? { problem: problemText(found) }
      : { address: hexAddress(found.address) }),
  };
  const around = address === undefined ? [] : [await placeSection(at, names, address, asked)];
  const { sections, left } = await islandSections(at, names);
  return {
    trace: trace.name,
    frame,
    ...(asked.before !== undefined && { before: asked.before }),
    endian: machine.frame.order,
    addressSize: context.surroundings.addressSize,
    ...(place && { place }),
    sections: [...around, ...sections],
    leftIslands: left,
  };
}

type Names = Awaited<ReturnType<typeof labelsIn>>;

async function placeSection(
  at: LookedAt,
  names: Names,
  address: bigint,
  { bytesBefore, bytesAfter }: MemoryAsked,
): Promise<MemorySection> {
  const start = address > BigInt(bytesBefore) ? address - BigInt(bytesBefore) : 0n;
  return memorySection(at, names, 'place', start, Number(address - start) + bytesAfter);
}

async function islandSections(
  at: LookedAt,
  names: Names,
): Promise<{ sections: MemorySection[]; left: number }> {
  const { islands } = at.machine.memory;
  const sections: MemorySection[] = [];
  let room = mostBytes;
  for (const { address, length } of islands) {
    if (room <= 0) break;
    const shown = Math.min(length, mostIslandBytes, room);
    const section = memorySection(at, names, 'island', address, shown, length - shown);
    sections.push(await section);
    room -= shown;
  }
  return { sections, left: islands.length - sections.length };
}
