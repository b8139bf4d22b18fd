// How many bytes a value takes, where the target alone knows it: arrays of variable length (DWARF 5, section 5.13).
import type { Variable } from '../../symbols/scope';
import type { CountFrom, Type } from '../../symbols/type';
import { lowerNumber } from '../lowering/objects';
import { Failure } from '../problem';
import { sizeOf, strip } from '../../values/types';
import type { AgentBackEnd } from './agentBackEnd';
import { added, combined, constant, multiplied, type Code } from './code';
import { numberFrom } from './locationCode';
import type { AgentScene } from './scene';

/** The bytes of a type as code; a number for most. */
export async function lengthCode(type: Type, backEnd: AgentBackEnd): Promise<Code> {
  const bare = strip(type);
  const isFixed =
    bare.kind !== 'array' ||
    (!bare.descriptor && bare.dimensions.every(({ count }) => typeof count !== 'object'));
  if (bare.kind !== 'array' || isFixed) {
    const size = sizeOf(type);
    if (size === undefined) throw new Failure('Its size is not known.');
    return constant(BigInt(size));
  }
  if (bare.descriptor) throw new Failure('Its elements lie where a descriptor says.');
  let length = await lengthCode(bare.element, backEnd);
  for (const { count = 0n } of bare.dimensions) {
    length =
      typeof count === 'bigint'
        ? multiplied(length, count)
        : combined(length, await countFrom(count, backEnd), 'mul');
  }
  return length;
}

async function countFrom({ from, add }: CountFrom, backEnd: AgentBackEnd): Promise<Code> {
  if (from.kind === 'expression') {
    return added(await numberFrom(from.expression, backEnd.scene), add);
  }
  if (from.kind === 'stored') throw new Failure('Its length is stored apart.');
  const variable = await variableAt(from.offset, backEnd.scene);
  if (!variable) throw new Failure('Its length is in a variable that is not there.');
  const { word } = lowerNumber(await backEnd.variable(variable), backEnd);
  return added(word, add);
}

async function variableAt(offset: number, { frame }: AgentScene): Promise<Variable | undefined> {
  const { scope, placement } = frame;
  const visible = [
    ...(scope?.parameters ?? []),
    ...(scope?.blocks.flatMap(({ variables }) => variables) ?? []),
  ];
  return visible.find((each) => each.offset === offset) ?? placement?.program.variableAt(offset);
}
