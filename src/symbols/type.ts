// The types of a program as its debugging information describes them (DWARF 5, chapter 5), as plain
// data. What a class or a function is made of is read when asked for, so that a recursive type is
// finite.
import type { BaseType } from './baseType';
import type { DwarfExpression } from './location';

/** A type. */
export type Type =
  | VoidType
  | NamespaceType
  | BaseType
  | PointerType
  | QualifiedType
  | Typedef
  | ArrayType
  | ClassType
  | EnumType
  | FunctionType
  | MemberPointerType
  | UnreadableType;

/** No type at all, or one without a description (`decltype(nullptr)`), which has a name. */
interface VoidType {
  readonly kind: 'void';
  readonly name?: string;
  readonly size?: number;
}

/** What gdb takes a namespace for where a type may be written. */
interface NamespaceType {
  readonly kind: 'namespace';
  /** With the namespaces around it. */
  readonly name: string;
}

/** An address of something. */
export interface PointerType {
  readonly kind: 'pointer' | 'reference' | 'rvalueReference';
  /** Rust names its pointers. */
  readonly name?: string;
  readonly target: Type;
  /** Bytes. */
  readonly size: number;
}

/** A type with a qualifier. */
export interface QualifiedType {
  readonly kind: 'const' | 'volatile' | 'restrict' | 'atomic';
  readonly target: Type;
}

/** Another name for a type. */
export interface Typedef {
  readonly kind: 'typedef';
  readonly name: string;
  readonly target: Type;
}

/** An array, of any rank; a vector of the processor if `vector`. */
export interface ArrayType {
  readonly kind: 'array';
  readonly name?: string;
  readonly element: Type;
  /** From the outermost to the innermost. */
  readonly dimensions: readonly Dimension[];
  readonly vector: boolean;
  /** Bytes, where the description gives them. */
  readonly size?: number;
  /** Of an array that is a descriptor in memory. */
  readonly descriptor?: ArrayDescriptor;
  /** Why the array has no elements: it is not allocated, or not associated. */
  readonly missing?: 'allocated' | 'associated';
}

/**
 * How a descriptor describes an array (DWARF 5, section 5.18): by expressions about the
 * descriptor's address.
 */
export interface ArrayDescriptor {
  /** Where the elements are. */
  readonly data?: DwarfExpression;
  /** Not 0 where there are elements. */
  readonly allocated?: DwarfExpression;
  /** Not 0 where the pointer points to an array. */
  readonly associated?: DwarfExpression;
}

/** How many elements an array has in one direction. */
export interface Dimension {
  /** Index of the first element, unless `lowerFrom` gives it. */
  readonly lower: bigint;
  /**
   * Gives the index of the first element; what gives `count` is then the index of the last one,
   * plus 1.
   */
  readonly lowerFrom?: Bound;
  /** Bits from the start of one element to that of the next, where they are not side by side. */
  readonly stride?: bigint | { readonly bytes: Bound };
  /**
   * Number of elements; a function of the stopped program for an array of variable length; absent
   * where unknown.
   */
  readonly count?: bigint | CountFrom;
}

/** A number that is known when the program runs. */
export interface CountFrom {
  /** An expression or a variable that gives it. */
  readonly from: Bound;
  /** What to add to it: 1 to the upper bound of an array that begins at 0. */
  readonly add: bigint;
}

/** Where the number comes from. */
export type Bound =
  | { readonly kind: 'expression'; readonly expression: DwarfExpression }
  /** As many bytes as `size` at the place that an expression gives. */
  | { readonly kind: 'stored'; readonly expression: DwarfExpression; readonly size: number }
  /** Offset in .debug_info of the variable that holds it. */
  | { readonly kind: 'variable'; readonly offset: number };

/** A struct, class or union. */
export interface ClassType {
  readonly kind: 'struct' | 'class' | 'union';
  /** With the namespaces and types around it; absent for an anonymous one. */
  readonly name?: string;
  /** Bytes; absent for one that is only declared. */
  readonly size?: number;
  /** True where its unit says only that it exists. */
  readonly incomplete: boolean;
  /** Of an incomplete one: looks for another unit of the program that says what it is. */
  definition?(): Promise<ClassType | undefined>;
  /** DW_LANG_… of its unit: Rust writes its values in another way. */
  readonly language: number | undefined;
  /** Identifies it in its program. */
  readonly offset: number;
  /** Reads what it is made of. */
  members(): Promise<ClassMembers>;
}

/** What a class is made of, each part in the order of the description. */
export interface ClassMembers {
  readonly bases: readonly BaseClass[];
  readonly members: readonly Member[];
  readonly statics: readonly StaticMember[];
  /** The variants of a Rust enum (DWARF 5, section 5.7.10). */
  readonly variants?: VariantPart;
  /** Arguments of a template, which Rust's containers need. */
  readonly templateArguments: readonly TemplateArgument[];
  readonly methods: readonly Method[];
  readonly typedefs?: readonly MemberTypedef[];
  /** The classes and enumerations in it, each read when asked for. */
  readonly nested?: readonly (() => Promise<Type>)[];
}

/** Who may use a member; by default anyone, and in a class only the class itself. */
export type Access = 'public' | 'protected' | 'private';

/** A member function. */
export interface Method {
  readonly name: string;
  /** Its place in the table of virtual functions, from 0; absent for one that is not virtual. */
  readonly virtual?: { readonly slot: bigint };
  readonly access?: Access;
  /** Made by the compiler. */
  readonly artificial: boolean;
  /** Reads what it takes and gives. */
  signature(): Promise<MethodSignature>;
  /** Reads the name of its symbol; undefined where the compiler gives none. */
  linkageName(): Promise<string | undefined>;
}

/** What a member function takes and gives. */
export interface MethodSignature {
  readonly result: Type;
  /**
   * Those that the compiler adds are artificial: first the object itself, unless the function is
   * static.
   */
  readonly parameters: readonly { readonly type: Type; readonly artificial: boolean }[];
  readonly variadic: boolean;
}

/** A typedef in a class. */
export interface MemberTypedef {
  readonly name: string;
  readonly access?: Access;
  /** Reads the typedef. */
  readonly type: () => Promise<Type>;
}

/** A base class. */
export interface BaseClass {
  readonly type: ClassType;
  /** What the class calls it by, where that is another name. */
  readonly typedef?: Typedef;
  /** Bytes from the start of the object; an expression for a virtual base. */
  readonly offset: bigint | DwarfExpression;
  readonly virtual: boolean;
  readonly access?: Access;
}

/** A data member. */
export interface Member {
  /** Absent for an anonymous struct or union. */
  readonly name?: string;
  readonly type: Type;
  /** Bytes from the start of the object. */
  readonly offset: bigint | DwarfExpression;
  /**
   * For a bit field: its first bit and its length. `bit` counts from the object's start in memory
   * order: bytes ascending, and in a byte from the least significant bit where the program is
   * little-endian, from the most significant one where it is big-endian. `offset` is then the byte
   * that holds the first bit.
   */
  readonly bits?: { readonly bit: bigint; readonly size: number };
  /** Made by the compiler: `_vptr`. */
  readonly artificial: boolean;
  readonly access?: Access;
}

/** A static data member. */
export interface StaticMember {
  readonly name: string;
  readonly type: Type;
  /** Its value, where the class gives it. */
  readonly constant?: bigint | Uint8Array;
  /** Offset in .debug_info of its declaration. */
  readonly offset: number;
  /** How many data members the class declares before it. */
  readonly before: number;
  readonly access?: Access;
}

/** One of several shapes, distinguished by a member. */
export interface VariantPart {
  /** Absent where there is one shape. */
  readonly discriminant?: Member;
  readonly variants: readonly Variant[];
}

/** One shape. */
export interface Variant {
  /** Values of the discriminant, both ends inclusive; empty for the default. */
  readonly values: readonly { readonly low: bigint; readonly high: bigint }[];
  readonly members: readonly Member[];
}

/** An argument of a template. */
export interface TemplateArgument {
  readonly name?: string;
  readonly type: Type;
  /** Present for an argument that is a value. */
  readonly value?: bigint;
  /** True for an argument that is a type, and no part of a pack. */
  readonly isType?: boolean;
}

/** An enumeration. */
export interface EnumType {
  readonly kind: 'enum';
  readonly name?: string;
  /** What is around one without a name, where that is a namespace or a class. */
  readonly scope?: string;
  /** Bytes. */
  readonly size: number;
  readonly signed: boolean;
  /** Declared as `enum class`. */
  readonly scoped: boolean;
  /** Name of the type that its values have; absent where the compiler did not say. */
  readonly underlying?: string;
  /** True where its unit says only that it exists. */
  readonly incomplete: boolean;
  /** Of an incomplete one: looks for another unit of the program that says what it is. */
  definition?(): Promise<EnumType | undefined>;
  readonly enumerators: readonly { readonly name: string; readonly value: bigint }[];
  /** Of a set: the value of an enumerator is the number of its bit, from the lowest address. */
  readonly isSet?: true;
}

/** A function. */
export interface FunctionType {
  readonly kind: 'function';
  /** What gdb calls one that debugging information does not describe. */
  readonly name?: string;
  readonly result: Type;
  readonly prototyped: boolean;
  readonly variadic: boolean;
  /** Reads the types of its parameters. */
  parameters(): Promise<readonly Type[]>;
}

/** A pointer to a member of a class. */
export interface MemberPointerType {
  readonly kind: 'memberPointer';
  readonly target: Type;
  readonly of: Type;
  /** Bytes. */
  readonly size: number;
}

/** One whose description is damaged or in a file that is not there. */
interface UnreadableType {
  readonly kind: 'unreadable';
  /** For the user: what was expected and not found. */
  readonly why: string;
}
