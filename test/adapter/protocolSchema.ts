// What the Debug Adapter Protocol's own schema says of a message. It is draft 4 of JSON Schema, and
// uses nothing of it that later drafts changed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';

const file = path.join(import.meta.dirname, 'protocol/debugAdapterProtocol.json');

const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly definitions: Readonly<Record<string, object>>;
};

const integer = (least: number, most: number) => ({
  type: 'number' as const,
  validate: (value: number) => Number.isInteger(value) && value >= least && value <= most,
});

const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  keywords: ['_enum', 'enumDescriptions'],
  formats: {
    int32: integer(-(2 ** 31), 2 ** 31 - 1),
    uint32: integer(0, 2 ** 32 - 1),
    // A bound of 64 bits is none: JSON's numbers are exact to 53.
    int64: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    uint64: integer(0, Number.MAX_SAFE_INTEGER),
  },
});
ajv.addSchema({ definitions }, 'protocol');

/** Of a message, what says what it is. */
interface Envelope {
  readonly type?: unknown;
  readonly command?: unknown;
  readonly event?: unknown;
  readonly success?: unknown;
}

/** What a message violates, in sentences; none where it is as the schema says. */
export function protocolViolations(message: Envelope): string[] {
  const name = definitionOf(message);
  const validate = ajv.getSchema(`protocol#/definitions/${name}`) as ValidateFunction;
  if (validate(message)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message: what = '' }) => `${name}${instancePath} ${what}`,
  );
}

/** The definition of a message; the general one where the protocol does not know its name. */
function definitionOf({ type, command, event, success }: Envelope): string {
  if (type === 'event') return known(event, 'Event');
  if (type === 'request') return known(command, 'Request');
  if (type !== 'response') return 'ProtocolMessage';
  return success === false ? 'ErrorResponse' : known(command, 'Response');
}

function known(name: unknown, kind: string): string {
  const definition = String(name).replace(/^./, (first) => first.toUpperCase()) + kind;
  return definition in definitions ? definition : kind;
}
