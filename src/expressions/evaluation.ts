// Evaluates a bound expression in one stack frame of one frame, in gdb's ways.
import { t } from '@vscode/l10n';
import type { Type } from '../symbols/type';
import type { Value } from '../values/value';
import type { Bindings } from './bindings';
import type { EvaluationContext } from './context';
import type { LanguageSemantics, TypesOnly } from './languageSemantics';
import type { Lowers } from './lowering/lowered';
import { lowerNumber } from './lowering/objects';
import { lowerTruth } from './lowering/operators';
import type { Scalar } from './scalar';
import type { Expression } from './syntax';
import { ValueBackEnd, type Before, type ValueOperand } from './values/backEnd';
import { ValuesBesidesNumbers } from './values/besidesNumbers';
import { specialValue } from './values/special';

/** One evaluation. Fails with a {@link Failure}. */
export class Evaluation {
  private readonly backEnd: ValueBackEnd;

  constructor(
    context: EvaluationContext,
    bindings: Bindings,
    semantics: LanguageSemantics,
    before: Before,
  ) {
    this.backEnd = new EvaluatingBackEnd(context, bindings, semantics, before);
  }

  /** The value of an expression. */
  async value(expression: Expression): Promise<Value> {
    const { backEnd } = this;
    return backEnd.value(await backEnd.lowering().value(expression));
  }

  /** The type of an expression, which may be one itself. */
  type(expression: Expression, typesOnly: TypesOnly): Promise<Type> {
    return this.backEnd.typeOf(expression, typesOnly);
  }

  /** Whether an expression counts as true. */
  async holds(expression: Expression): Promise<boolean> {
    const { backEnd } = this;
    return backEnd.isTrue(await lowerTruth(await backEnd.lowering().operand(expression), backEnd));
  }

  /** The number that an expression is, or the address that it turns into. */
  async number(expression: Expression): Promise<Scalar> {
    const { backEnd } = this;
    const operand = await backEnd.lowering().operand(expression);
    return (await lowerNumber(operand, backEnd, t('The value is no number.'))).word;
  }
}

/** Values with everything that gdb has beyond numbers, pointers and objects. */
export class EvaluatingBackEnd extends ValueBackEnd {
  readonly more: ValuesBesidesNumbers = new ValuesBesidesNumbers(this);

  with(typesOnly: LanguageSemantics['typesOnly']): ValueBackEnd {
    const { context, bindings, semantics, before } = this;
    return new EvaluatingBackEnd(context, bindings, { ...semantics, typesOnly }, before);
  }

  special(
    expression: Expression,
    lowers: Lowers<Scalar, Value>,
  ): Promise<ValueOperand | undefined> {
    return specialValue(expression, lowers, this);
  }
}
