// Plain data that a valibot schema describes, made at random: of the kinds of schemas that our
// messages are made of.
import type * as v from 'valibot';
import { oneOf, type Random } from './rounds';

/** What is read of a schema at run time. */
interface Described extends v.GenericSchema {
  readonly entries?: Readonly<Record<string, Described>>;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly wrapped?: Described;
  readonly item?: Described;
  readonly items?: readonly Described[];
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
}

const texts = (
  '&counter|counter > 2|$pc|fib_cache|*p->name|main|app.c|0x4040c0|7f 45 ?? 4c|$trace_frame % 2 == 0|nowhere|a ==|' +
  '<b onclick=\'x\'>|$_regex($trace_func, "(a+)+$")|fib_cache@4000000|{{{|nextInstruction|__proto__|/x $sp|\u0000|'
).split('|');

/** Something that the schema takes, most likely. */
export function fromSchema(schema: v.GenericSchema, random: Random): unknown {
  const described: Described = schema;
  const { entries, options = [], wrapped, item, items = [] } = described;
  switch (schema.type) {
    case 'strict_object':
    case 'object':
      return Object.fromEntries(
        Object.entries(entries ?? {})
          .map(([name, each]) => [name, fromSchema(each, random)] as const)
          .filter(([, value]) => value !== undefined),
      );
    case 'variant':
    case 'union':
      return fromSchema(oneOf(options, random) as Described, random);
    case 'picklist':
      return oneOf(options, random);
    case 'literal':
      return described.literal;
    case 'optional':
    case 'exact_optional':
      return wrapped && random(3) > 0 ? fromSchema(wrapped, random) : undefined;
    case 'array':
      return Array.from({ length: random(4) }, () => item && fromSchema(item, random));
    case 'tuple':
    case 'strict_tuple':
      return items.map((each) => fromSchema(each, random));
    case 'boolean':
      return random(2) === 0;
    case 'number':
      return numberOf(described, random);
    case 'string':
      return textOf(described, random);
    default:
      throw new Error(`No data is made of a schema of the kind ${schema.type}.`);
  }
}

function limit({ pipe }: Described, type: string, otherwise: number): number {
  return Number(pipe?.find((each) => each.type === type)?.requirement ?? otherwise);
}

function numberOf(described: Described, random: Random): number {
  const least = limit(described, 'min_value', -3);
  const most = limit(described, 'max_value', Number.MAX_SAFE_INTEGER);
  const value = oneOf(
    [least, most, most - 1, random(25), random(25), random(25), random(5000)],
    random,
  );
  return Math.min(most, Math.max(least, value));
}

function textOf(described: Described, random: Random): string {
  if (described.pipe?.some(({ type }) => type === 'regex')) return '0x4040c0';
  const text =
    random(40) === 0 ? 'x'.repeat(limit(described, 'max_length', 5000)) : oneOf(texts, random);
  return text.slice(0, limit(described, 'max_length', Infinity));
}
