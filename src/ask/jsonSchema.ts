// The schemas of the questions as JSON Schema (2020-12), which clients of the Model Context
// Protocol read.
import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The bounds of any whole number in JSON. */
const safeBounds: readonly unknown[] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** A model reads every character: what it has no use for is left out. */
const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  // The words of a shell.
  ignoreActions: ['metadata'],
  overrideAction: ({ valibotAction: { type }, jsonSchema }) =>
    type === 'safe_integer'
      ? without(jsonSchema, (_, value) => safeBounds.includes(value))
      : undefined,
  overrideSchema: ({ valibotSchema: { type }, jsonSchema }) => {
    // Any name is a text.
    if (type === 'record') return without(jsonSchema, (name) => name === 'propertyNames');
    // A type stands first, as everywhere else.
    return type === 'picklist' ? Object.assign({ type: jsonSchema.type }, jsonSchema) : undefined;
  },
};

/** A schema as JSON Schema; fails for a kind that has none. */
export function jsonSchema(schema: v.GenericSchema): JsonSchema {
  return without(toJsonSchema(schema, conversion), (name) => name === '$schema');
}

function without(schema: object, isLeftOut: (name: string, value: unknown) => boolean): JsonSchema {
  const entries = Object.entries(schema).filter(([name, value]) => !isLeftOut(name, value));
  return Object.fromEntries(entries);
}
