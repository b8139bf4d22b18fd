// The schemas of the questions as JSON Schema: they take and refuse what the questions do.
import Ajv2020 from 'ajv/dist/2020';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { jsonSchema } from '../../../src/ask/jsonSchema';
import { option } from '../../../src/ask/option';
import { questions } from '../../../src/ask/questions';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

const inputs: Readonly<Record<string, readonly unknown[]>> = {
  describe: [{}, { more: 1 }],
  frames: [
    {},
    { where: 'n > 5', columns: ['n', 'size'], sort: { by: 'n', descending: true }, first: 3 },
    { columns: [] },
    { count: 1001 },
    { sort: {} },
    { where: '' },
    { first: -1 },
    { count: 1.5 },
    { where: 'n'.repeat(10_001) },
  ],
  frame: [
    { frame: 3 },
    { frame: 3, registers: 'all', level: 1 },
    { registers: 'all' },
    { frame: '3' },
    { frame: 0, registers: 'some' },
  ],
  evaluate: [
    { frames: [1], expressions: ['n'] },
    { frames: [], expressions: ['n'] },
    { frames: [1] },
  ],
  gdb: [
    { commands: ['bt'] },
    { commands: [] },
    { commands: ['bt'], frames: [0, 1] },
    { commands: [1] },
  ],
  groups: [{ by: 'all' }, { by: 'nothing' }, {}],
  export: [{ format: 'csv' }, { format: 'trace' }],
};

describe('an input as JSON Schema', () => {
  it('takes and refuses the same as the question', () => {
    let taken = 0;
    let refused = 0;
    for (const { name, input } of questions) {
      const validate = ajv.compile(jsonSchema(input));
      for (const given of inputs[name] ?? []) {
        const isTaken = v.is(input, given);
        expect(validate(given), `${name} ${JSON.stringify(given)}`).toBe(isTaken);
        if (isTaken) taken++;
        else refused++;
      }
    }
    expect([taken, refused]).toEqual([10, 18]);
  });

  it('says what its parts are for', () => {
    const frames = jsonSchema(questions.find(({ name }) => name === 'frames')?.input ?? v.any());
    const { where, count } = frames.properties as Record<string, Record<string, unknown>>;
    expect(where?.description).toMatch(/condition/i);
    expect(count).toMatchObject({ type: 'integer', minimum: 0, maximum: 1000, default: 50 });
  });

  it('has no words that a model does not need', () => {
    const atLeastOne = v.pipe(v.number(), v.minValue(1), v.safeInteger());
    expect(jsonSchema(option(atLeastOne, () => 'For a shell'))).toEqual({
      type: 'integer',
      minimum: 1,
    });
    expect(jsonSchema(v.record(v.string(), v.picklist(['a'])))).toEqual({
      type: 'object',
      additionalProperties: { type: 'string', enum: ['a'] },
    });
  });

  it('is refused for a kind of schema that JSON does not have', () => {
    expect(() => jsonSchema(v.strictObject({ at: v.bigint() }))).toThrow(
      'The "bigint" schema cannot be converted to JSON Schema.',
    );
  });
});

it('has a result schema for every question', () => {
  for (const { result } of questions) {
    expect(() => ajv.compile(jsonSchema(result))).not.toThrow();
  }
  expect(questions.map(({ name }) => name)).toEqual([
    'describe',
    'frames',
    'frame',
    'evaluate',
    'gdb',
    'changes',
    'stores',
    'groups',
    'intervals',
    'transitions',
    'source',
    'memory',
    'export',
    'problems',
  ]);
});
