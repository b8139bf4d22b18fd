// Operations on what the unit of an expression knows: entries of .debug_addr (DWARF 5, section 2.5.1.1), and other
// entries of debugging information, whose locations are evaluated on the way (section 2.5.1.5).
import { unsigned } from '../../bytes/cursor';
import type { ExpressionUnit, Location } from '../../symbols/location';
import { expressionAt } from '../locationAt';
import { isNowhere, problem } from '../place';
import { evaluate, run } from './evaluate';
import { Evaluation, type Operations } from './evaluation';
import { dereference, pushRegister } from './frameOperations';
import { DW_OP } from './operations';

export const unitOperations: Operations = [
  [DW_OP.addrx, pushAddress],
  [DW_OP.GNU_addr_index, pushAddress],
  [DW_OP.constx, pushConstant],
  [DW_OP.GNU_const_index, pushConstant],
  calling(DW_OP.call2, ({ cursor }, unit) => unit.offset + cursor.u16()),
  calling(DW_OP.call4, ({ cursor }, unit) => unit.offset + cursor.u32()),
  calling(DW_OP.call_ref, sectionOffset),
  [DW_OP.GNU_variable_value, pushVariable],
];

const noEntry = problem('an address is missing from .debug_addr');
const noUnit = problem('an expression outside of a unit refers to one');

async function pushAddress(evaluation: Evaluation): Promise<void> {
  const { cursor, context, expression } = evaluation;
  const address = await expression.unit?.address(cursor.uleb());
  evaluation.pushKnown(address === undefined ? noEntry : address + context.slide);
}

async function pushConstant(evaluation: Evaluation): Promise<void> {
  const { cursor, expression } = evaluation;
  evaluation.pushKnown((await expression.unit?.address(cursor.uleb())) ?? noEntry);
}

function sectionOffset({ cursor, expression }: Evaluation): number {
  return cursor.sectionOffset(expression.encoding.offsetSize);
}

/** The operations of another entry, on this one's stack. */
function calling(
  operation: number,
  offset: (evaluation: Evaluation, unit: ExpressionUnit) => number,
): Operations[number] {
  return [
    operation,
    async (evaluation) => {
      const { unit } = evaluation.expression;
      if (unit) await call(evaluation, await unit.callee(offset(evaluation, unit)));
      else evaluation.fail(noUnit);
    },
  ];
}

async function call(evaluation: Evaluation, location: Location | undefined): Promise<void> {
  const callee = location && expressionAt(location, evaluation.context.frame);
  if (!callee) return;
  const inner = new Evaluation(evaluation.inner, callee);
  inner.stack.push(...evaluation.stack.splice(0));
  await run(inner);
  evaluation.stack.push(...inner.stack);
  evaluation.location = inner.location;
  evaluation.pieces.push(...inner.pieces);
  if (inner.failure) evaluation.fail(inner.failure);
}

/** Pushes the value of a variable. */
async function pushVariable(evaluation: Evaluation): Promise<void> {
  const { unit } = evaluation.expression;
  const location = await unit?.pointee(sectionOffset(evaluation));
  if (location?.kind === 'constant' && typeof location.value === 'bigint') {
    evaluation.push(location.value);
    return;
  }
  const found = location && expressionAt(location, evaluation.context.frame);
  if (!found) {
    evaluation.fail({ kind: 'optimizedOut' });
    return;
  }
  const place = await evaluate(found, evaluation.inner, []);
  if (place.kind === 'memory') {
    evaluation.push(place.address);
    await dereference(evaluation, evaluation.generic.size);
  } else if (place.kind === 'number') {
    evaluation.push(unsigned(place.bytes, evaluation.context.order));
  } else if (place.kind === 'register') {
    pushRegister(evaluation, place.register, 0n);
  } else {
    evaluation.fail(isNowhere(place) ? place : problem('a variable in an expression is in pieces'));
  }
}
