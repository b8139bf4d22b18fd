// The `tsv` lines: gdb manual, "Trace File Format" and "Tracepoint Packets" (qTfV):
// `tsv NUMBER:INITIAL VALUE:BUILTIN:NAME`, the value as 64 bits, the name as hexadecimal bytes.
import { fromHex } from '../bytes/hex';
import type { DescriptionLine, TraceStateVariable } from './description';
import { quote, type Findings } from './findings';
import { readHexNumber } from './hexNumber';

const prefix = 'tsv ';
const utf8 = new TextDecoder();

/** Reads a line that begins with `tsv `; undefined where it is none. */
export function readVariableLine(
  line: DescriptionLine,
  findings: Findings,
): TraceStateVariable | undefined {
  const text = line.text.slice(prefix.length);
  const [number, value, builtin, name] = text.split(':', 4);
  const read = [number, value, builtin].map((digits) => readHexNumber(digits ?? ''));
  const [readNumber, readValue, readBuiltin] = read;
  if (!readNumber || !readValue || !readBuiltin || name === undefined) {
    findings.add({
      severity: 'warning',
      code: 'malformed-variable',
      message: 'A trace state variable cannot be read.',
      offset: line.offset,
      expected: 'number:value:builtin:name',
      found: quote(text),
    });
    return undefined;
  }
  return {
    number: Number(BigInt.asIntN(32, readNumber.value)),
    name: utf8.decode(fromHex(name)),
    initialValue: BigInt.asIntN(64, readValue.value),
    builtin: readBuiltin.value !== 0n,
  };
}
