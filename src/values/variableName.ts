// Names of variables outside of functions as gdb prints them: those of C++ with the tags of their
// types' ABI, which are in the linker's names alone.
import { demangle } from '../symbols/demangle/index';

interface NamedVariable {
  /** With namespaces and types around it. */
  readonly name: string;
  readonly linkageName?: string;
}

/** `ns::label[abi:cxx11]` */
export function variableName({ name, linkageName }: NamedVariable): string {
  // B begins a tag (Itanium C++ ABI, "Mangling", abi-tags).
  if (linkageName?.includes('B') !== true) return name;
  const linked = demangle(linkageName);
  return linked !== undefined && withoutTags(linked) === name ? linked : name;
}

/** `ns::label` of `ns::label[abi:cxx11]`. */
export function withoutTags(name: string): string {
  return name.replace(/\[abi:\w+\]/g, '');
}
