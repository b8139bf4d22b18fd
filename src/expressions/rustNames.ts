// What Rust's paths name at a place of a program, each looked up once (gdb 13, rust_parser::name_to_operation).
import type { Type } from '../symbols/type';
import { asClass } from '../values/types';
import { isDescribed } from './functionNames';
import type { NamePlace } from './meaning';
import { meaningOf } from './names';
import { Failure } from './problem';
import type { RustMeaning, RustNames, RustPath } from './rustTypes';
import type { TypeLookup } from './typeLookup';

/** A path whose meaning is not known yet: it is looked up, and the parser begins again. */
export class Sought extends Error {
  constructor(
    readonly path: RustPath,
    readonly as: 'meaning' | 'type',
  ) {
    super(`${path.name} is not known yet`);
  }
}

/** The names of a program. */
export class ProgramNames implements RustNames {
  private readonly known = new Map<string, RustMeaning>();

  constructor(
    private readonly place: NamePlace,
    private readonly types: TypeLookup,
  ) {}

  get function(): string | undefined {
    return this.place.frame?.scope?.name;
  }

  meaning(path: RustPath): RustMeaning {
    return this.knownAs('meaning', path);
  }

  type(path: RustPath): RustMeaning {
    return this.knownAs('type', path);
  }

  async lookUp({ path, as }: Sought): Promise<void> {
    const isValue = as === 'meaning' && (await this.isValue(path));
    this.known.set(keyOf(as, path), isValue ? 'value' : await this.typeOf(path));
  }

  private knownAs(as: Sought['as'], path: RustPath): RustMeaning {
    const key = keyOf(as, path);
    if (!this.known.has(key)) throw new Sought(path, as);
    return this.known.get(key);
  }

  private async isValue({ name, global }: RustPath): Promise<boolean> {
    try {
      const found = await meaningOf({ kind: 'name', at: 0, name, global }, this.place);
      return found.kind !== 'function' || isDescribed(found);
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }

  private async typeOf({ name }: RustPath): Promise<RustMeaning> {
    const type = await this.types.named(name);
    const isOfC = type?.kind === 'base' && !primitive.test(type.name);
    return type && !isOfC ? meaningOfType(type) : undefined;
  }
}

/** Rust's own types; those of C mean nothing to it. */
const primitive = /^(?:\(\)|!|bool|char|str|[iu](?:8|16|32|64|128|size)|f32|f64)$/;

function keyOf(as: Sought['as'], { name, global }: RustPath): string {
  return `${as} ${global} ${name}`;
}

async function meaningOfType(type: Type): Promise<RustMeaning> {
  const found = asClass(type);
  if (!found || found.kind === 'union' || found.name?.startsWith('(')) return 'type';
  const { members } = await found.members();
  const isTuple = members.length > 0 && members.every(({ name }, i) => name === `__${i}`);
  return isTuple ? 'tupleStruct' : 'struct';
}
