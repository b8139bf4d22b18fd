// Types by the way they are written: the program's, else C's own.
import { splitName } from '../symbols/dwarf/qualifiedName';
import type { Type } from '../symbols/type';
import { styleOf } from '../values/language';

import type { BaseTypes } from './baseTypes';
import type { NamePlace } from './meaning';
import { complexType } from './complexNumbers';
import { namespaceNamed } from './names';
import { Failure } from './problem';
import type { Expression, Tag, TypeName } from './syntax';

/** Finds types. */
export class TypeLookup {
  /** `typeOf`: the type of an expression, which is not evaluated. */
  constructor(
    private readonly place: NamePlace,
    private readonly types: BaseTypes,
    private readonly typeOf: (expression: Expression) => Promise<Type>,
  ) {}

  /** The type that is written; fails with gdb's words where there is none. */
  async find(name: TypeName): Promise<Type> {
    switch (name.kind) {
      case 'base':
        return this.base(name.name, name.at);
      case 'tagged':
        return this.tagged(name.tag, name.name, name.at);
      case 'named':
        return (await this.named(name.name)) ?? noSymbol(name.name, name.at);
      case 'qualified':
        return { kind: name.qualifier, target: await this.find(name.of) };
      case 'pointer':
        return this.types.pointerTo(await this.find(name.to));
      case 'reference':
      case 'rvalueReference':
        return { ...this.types.pointerTo(await this.find(name.to)), kind: name.kind };
      case 'array':
        return this.array(await this.find(name.of), name.count);
      case 'function':
        return this.function(name);
      case 'memberPointer':
        return this.memberPointer(name);
      case 'typeOf':
        return this.typeOf(name.expression);
    }
  }

  /** A type by a name of the program or of C's headers, or a namespace, which gdb takes for one. */
  async named(name: string): Promise<Type | undefined> {
    const { placements, frame } = this.place;
    for (const { program } of placements) {
      const scope = program === frame?.placement?.program ? frame.scope : undefined;
      const found = await program.typeNamed(name, undefined, scope);
      if (found) return found;
    }
    return this.types.named(name) ?? this.namespace(name);
  }

  /** To gdb's Rust one inside of another, by its whole name. */
  private async namespace(name: string): Promise<Type | undefined> {
    const style = styleOf(this.place.frame?.scope?.language);
    if (style !== 'c++' && style !== 'rust') return undefined;
    const found = await namespaceNamed(name, this.place);
    if (found === undefined) return undefined;
    const isType = style === 'c++' || (found === name && name.includes('::'));
    return isType ? { kind: 'namespace', name: found } : undefined;
  }

  private async base(name: string, at: number): Promise<Type> {
    if (name === 'void') return { kind: 'void' };
    if (name.startsWith('complex ')) {
      const part = this.types.named(name.slice('complex '.length));
      return part ? complexType(part) : noSymbol(name, at);
    }
    return this.types.named(name) ?? (await this.named(name)) ?? noSymbol(name, at);
  }

  private async tagged(tag: Tag, name: string, at: number): Promise<Type> {
    // gdb reads a qualified name part by part, as far as it knows them.
    const parts = splitName(name);
    for (let known = 1; known < parts.length; known++) {
      if (!(await this.named(parts.slice(0, known).join('::')))) {
        return noTag(tag, parts.slice(0, Math.max(1, known - 1)).join('::'), at);
      }
    }
    const { placements, frame } = this.place;
    for (const { program } of placements) {
      const scope = program === frame?.placement?.program ? frame.scope : undefined;
      const found = await program.typeNamed(name, tag, scope);
      if (found) return found;
    }
    return noTag(tag, name, at);
  }

  private array(element: Type, count: bigint | undefined): Type {
    const outer = { lower: 0n, ...(count !== undefined && { count }) };
    if (element.kind === 'array' && !element.vector) {
      const dimensions = [outer, ...element.dimensions];
      return { kind: 'array', element: element.element, dimensions, vector: false };
    }
    return { kind: 'array', element, dimensions: [outer], vector: false };
  }

  private async function(name: TypeName & { kind: 'function' }): Promise<Type> {
    const result = await this.find(name.result);
    const parameters: Type[] = [];
    for (const parameter of name.parameters) parameters.push(await this.find(parameter));
    return {
      kind: 'function',
      result,
      prototyped: true,
      variadic: name.variadic,
      parameters: () => Promise.resolve(parameters),
    };
  }

  private async memberPointer(name: TypeName & { kind: 'memberPointer' }): Promise<Type> {
    const target = await this.find(name.to);
    const { size } = this.types.pointerTo(target);
    const of = await this.find(name.of);
    return {
      kind: 'memberPointer',
      target,
      of,
      size: target.kind === 'function' ? 2 * size : size,
    };
  }
}

function noTag(tag: Tag, name: string, at: number): never {
  throw new Failure(`No ${tag === 'class' ? 'struct' : tag} type named ${name}.`, at);
}

function noSymbol(name: string, at: number): never {
  throw new Failure(`No symbol "${name}" in current context.`, at);
}
