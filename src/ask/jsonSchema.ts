// The schemas of the questions as JSON Schema (2020-12), which clients of the Model Context
// Protocol read. It knows the kinds of schemas that the questions use.
import type * as v from 'valibot';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema as JSON Schema; fails for a kind that no question uses. */
export function jsonSchema(schema: v.GenericSchema): JsonSchema {
  return 'pipe' in schema && Array.isArray(schema.pipe)
    ? pipeSchema(schema.pipe as readonly PipeItem[])
    : bareSchema(schema as KnownSchema);
}

type PipeItem = v.GenericSchema | v.GenericPipeItem;

type KnownSchema =
  | v.StrictObjectSchema<v.ObjectEntries, undefined>
  | v.ArraySchema<v.GenericSchema, undefined>
  | v.OptionalSchema<v.GenericSchema, unknown>
  | v.PicklistSchema<v.PicklistOptions, undefined>
  | v.LiteralSchema<v.Literal, undefined>
  | v.UnionSchema<v.UnionOptions, undefined>
  | v.RecordSchema<v.StringSchema<undefined>, v.GenericSchema, undefined>
  | v.StringSchema<undefined>
  | v.NumberSchema<undefined>
  | v.BooleanSchema<undefined>;

function bareSchema(schema: KnownSchema): JsonSchema {
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type: schema.type };
    case 'strict_object':
      return objectSchema(schema.entries);
    case 'array':
      return { type: 'array', items: jsonSchema(schema.item) };
    case 'record':
      return { type: 'object', additionalProperties: jsonSchema(schema.value) };
    case 'optional': {
      const { wrapped, default: otherwise } = schema;
      return {
        ...jsonSchema(wrapped),
        ...(otherwise !== undefined && { default: otherwise }),
      };
    }
    case 'picklist':
      return { type: 'string', enum: [...schema.options] };
    case 'literal':
      return { const: schema.literal };
    case 'union':
      return { anyOf: schema.options.map((each) => jsonSchema(each)) };
  }
}

function objectSchema(entries: v.ObjectEntries): JsonSchema {
  const known = Object.entries(entries) as [string, v.GenericSchema][];
  return {
    type: 'object',
    properties: Object.fromEntries(known.map(([name, entry]) => [name, jsonSchema(entry)])),
    required: known.filter(([, { type }]) => type !== 'optional').map(([name]) => name),
    additionalProperties: false,
  };
}

/** JSON Schema's words for what a pipe requires. */
const requirementNames: Readonly<Record<string, (type: unknown) => string>> = {
  min_value: () => 'minimum',
  max_value: () => 'maximum',
  min_length: (type) => (type === 'array' ? 'minItems' : 'minLength'),
  max_length: (type) => (type === 'array' ? 'maxItems' : 'maxLength'),
};

function pipeSchema([first, ...rest]: readonly PipeItem[]): JsonSchema {
  let schema = jsonSchema(first as v.GenericSchema);
  for (const item of rest) {
    const { type } = item;
    const name = Object.hasOwn(requirementNames, type) ? requirementNames[type] : undefined;
    if (type === 'safe_integer') schema = { ...schema, type: 'integer' };
    else if (type === 'description') {
      schema = { ...schema, description: (item as { readonly description?: string }).description };
    } else if (name) {
      const { requirement } = item as { readonly requirement?: unknown };
      schema = { ...schema, [name(schema.type)]: requirement };
    } else throw new Error(`No JSON Schema is known for ${type}.`);
  }
  return schema;
}
