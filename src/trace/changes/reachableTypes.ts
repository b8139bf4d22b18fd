// The types that code can reach: of the variables of a function and of its file, and of what they
// point to. Code that knows no pointer to a class does not write its members by their names.
import type { Program } from '../../symbols/program';
import type { FunctionScope } from '../../symbols/scope';
import type { Type } from '../../symbols/type';
import { argumentsOf, localsOf } from '../../values/frameVariables';
import { isClass, sizeOf, strip, targetOf } from '../../values/types';
import { partsOfClass, typeKey } from './storeTarget';

/** Types looked at for one place; a program has some thousand. */
const maxTypes = 5000;

/** The types of one place. */
export class TypesReached {
  /** Keys of types that are pointed to, or that objects have. */
  readonly keys = new Set<string>();
  /** Those of them that are pointed to. */
  readonly pointed = new Set<string>();
  /** Places of numbers and pointers in classes: `8:4`. */
  private readonly members = new Set<string>();
  private readonly seen = new Set<string>();

  /** Whether a class has something of a size, in bytes, at an offset. */
  has(offset: number, size: number): boolean {
    return this.members.has(`${offset}:${size}`);
  }

  /** Adds a type and all that it leads to. */
  async add(first: Type): Promise<void> {
    const left: Type[] = [first];
    for (let type = left.pop(); type; type = left.pop()) {
      const bare = strip(type);
      const inner = bare.kind === 'array' ? bare.element : targetOf(bare);
      const innerKey = inner && typeKey(inner);
      if (inner) left.push(inner);
      if (innerKey !== undefined) this.keys.add(innerKey);
      if (innerKey !== undefined && bare.kind !== 'array') this.pointed.add(innerKey);
      const key = isClass(bare) ? typeKey(bare) : undefined;
      if (!isClass(bare) || key === undefined || this.seen.has(key)) continue;
      if (this.seen.size >= maxTypes) return;
      this.seen.add(key);
      this.keys.add(key);
      const whole = bare.incomplete ? ((await bare.definition?.()) ?? bare) : bare;
      for (const part of await partsOfClass(whole)) {
        left.push(part.type);
        await this.note(part.type, part.offset);
      }
    }
  }

  private async note(type: Type, offset: number, depth = 0): Promise<void> {
    const bare = strip(type);
    if (isClass(bare) && depth < 8) {
      for (const { type: inner, offset: within } of await partsOfClass(bare)) {
        await this.note(inner, offset + within, depth + 1);
      }
      return;
    }
    const size = sizeOf(bare);
    if (size !== undefined) this.members.add(`${offset}:${size}`);
  }
}

/** The types that the code of one program reaches. */
export class ReachableTypes {
  /** By the innermost block: those of a function declare different variables. */
  private readonly ofBlocks = new Map<string, Promise<TypesReached>>();

  constructor(private readonly program: Program) {}

  /** Those at a link-time address; undefined where no debugging information describes the code. */
  async at(link: bigint): Promise<TypesReached | undefined> {
    const scopes = await this.program.scopesAt(link);
    const [innermost] = scopes;
    if (!innermost) return undefined;
    const key = `${innermost.offset} ${innermost.blocks[0]?.ranges[0]?.start ?? ''}`;
    const known = this.ofBlocks.get(key) ?? this.read(scopes, link);
    this.ofBlocks.set(key, known);
    return known;
  }

  private async read(scopes: readonly FunctionScope[], link: bigint): Promise<TypesReached> {
    const reached = new TypesReached();
    for (const scope of scopes) {
      for (const { type } of [...argumentsOf(scope), ...localsOf(scope)]) await reached.add(type);
    }
    for (const { type } of await this.program.globalsAt(link)) await reached.add(type);
    return reached;
  }
}
