// What a name of the program can mean, and where it is looked up.
import type { FunctionScope, Variable } from '../symbols/scope';
import type {
  ClassType,
  EnumType,
  FunctionType,
  Member,
  Method,
  StaticMember,
} from '../symbols/type';
import type { LoadedModule, StackFrame } from '../machine/stackFrame';

/** What a name means. */
export type Meaning =
  /** A parameter or a variable of a block. */
  | { readonly kind: 'local'; readonly variable: Variable }
  /** `f::x`: of the innermost stack frame of the function that is not inside the one stopped in. */
  | {
      readonly kind: 'ofFunction';
      readonly variable: Variable;
      readonly scope: FunctionScope;
      readonly placement: LoadedModule;
    }
  /** What a parameter was when the function was called: `x@entry`. */
  | { readonly kind: 'entry'; readonly parameter: Variable }
  /** A member of the object that the function was called for. */
  | { readonly kind: 'field'; readonly name: string; readonly self: Variable }
  | { readonly kind: 'global'; readonly variable: Variable; readonly placement: LoadedModule }
  | { readonly kind: 'enumerator'; readonly type: EnumType; readonly value: bigint }
  /** `address`: of its entry, at run time. */
  | { readonly kind: 'function'; readonly type: FunctionType; readonly address: bigint }
  | { readonly kind: 'static'; readonly owner: ClassType; readonly member: StaticMember }
  /** `C::x`, a data member: `&C::x` is a pointer to it. */
  | {
      readonly kind: 'dataMember';
      readonly owner: ClassType;
      readonly member: Member;
      /** Bytes from the start of the owner, of which the member's class may be a base. */
      readonly offset: bigint;
      /** The object that the function was called for. */
      readonly self: Variable | undefined;
    }
  /** `C::f`, a member function: `&C::f` is a pointer to it. */
  | {
      readonly kind: 'method';
      /** The class that declares it. */
      readonly owner: ClassType;
      readonly method: Method;
      /** As the class declares it, with the object as its first parameter. */
      readonly type: FunctionType;
      /** The function that defines it; absent for a virtual one, which the object decides. */
      readonly definition?: Meaning & { readonly kind: 'function' };
    };

/** Where names are looked up. */
export interface NamePlace {
  readonly placements: readonly LoadedModule[];
  readonly frame: StackFrame | undefined;
}

/** The program that holds the PC answers before the others. */
export function ownFirst({ placements, frame }: NamePlace): readonly LoadedModule[] {
  const own = frame?.placement;
  return own ? [own, ...placements.filter(({ program }) => program !== own.program)] : placements;
}

/** The object that a function is called for. */
export function thisOf({ parameters }: FunctionScope): Variable | undefined {
  return parameters.find(({ name }) => name === 'this');
}

/** The function that is stopped in, where it is of a program. */
export function ownScope(
  { program }: LoadedModule,
  { frame }: NamePlace,
): FunctionScope | undefined {
  return program === frame?.placement?.program ? frame.scope : undefined;
}
