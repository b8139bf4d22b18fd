// Where each register is in a register block: in the order of their numbers, packed without
// gaps (gdb's `g` packet). The numbers come from the trace's target description, or from gdb's own
// knowledge of the architecture.
import { t } from '@vscode/l10n';
import type { Diagnostic } from '../bytes/diagnostic';
import type { TargetDescription, TargetRegister } from '../format/targetDescription';
import type { Architecture, PseudoRegister, RawRegister } from './arch/architecture';
import { architectureOf, type ProgramMachine } from './arch/index';
import {
  FeatureTypes,
  isFloatRegister,
  isVectorType,
  maxRegisterSize,
  type RegisterType,
} from './registerType';

/** A register as gdb knows it. */
export interface Register {
  readonly name: string;
  /** gdb's remote number; pseudo registers are counted on from the last one. */
  readonly number: number;
  readonly bitSize: number;
  readonly type: RegisterType;
  /**
   * gdb's register group: `general`, `float`, `vector`, `system`, … `other` for what gdb lists in
   * none.
   */
  readonly group: string;
  /** Bytes from the start of a register block; absent for pseudo registers. */
  readonly offset?: number;
  /** True where the value is computed from other registers. */
  readonly pseudo: boolean;
  /** How it is computed; present for pseudo registers. */
  readonly derivation?: Pick<PseudoRegister, 'from' | 'value'>;
}

/** All registers of a trace. */
export interface RegisterLayout {
  readonly architecture: Architecture;
  /** Those of the register block in its order, then the pseudo registers. */
  readonly registers: readonly Register[];
  /** Bytes of a whole register block. */
  readonly size: number;
  readonly from: 'target-description' | 'built-in';
}

/**
 * The registers of a trace: those of its target description, or else those that gdb takes for
 * granted on the architecture of the program. `registerBlockSize`, in bytes, chooses among built-in
 * layouts; 0 if it is not known.
 */
export function registerLayout(
  target: TargetDescription | undefined,
  program: ProgramMachine | undefined,
  registerBlockSize: number,
): { layout: RegisterLayout | undefined; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const architecture = architectureOf(target, program);
  if (!architecture) return { layout: undefined, diagnostics: [unknownArchitecture(target)] };
  const described = target && describedRegisters(target, architecture, diagnostics);
  const known = described && described.length > 0;
  const raw = place(known ? described : builtIn(architecture, registerBlockSize));
  const layout: RegisterLayout = {
    architecture,
    registers: withPseudoRegisters(raw, architecture),
    size: raw.reduce((size, register) => size + Math.ceil(register.bitSize / 8), 0),
    from: known ? 'target-description' : 'built-in',
  };
  if (registerBlockSize !== 0 && registerBlockSize !== layout.size) {
    diagnostics.push(otherSize(layout, registerBlockSize));
  }
  return { layout, diagnostics };
}

/**
 * Where a register block holds the PC: bytes from its start, and the bits that count, if not all
 * do.
 */
export function pcField(
  layout: RegisterLayout,
): { offset: number; size: number; mask?: bigint } | undefined {
  const { pc, pcHolder } = layout.architecture;
  const holder = layout.registers.find(({ name }) => name === (pcHolder?.register ?? pc));
  if (holder?.offset === undefined) return undefined;
  const size = Math.ceil(holder.bitSize / 8);
  return {
    offset: holder.offset,
    size,
    ...(pcHolder?.mask !== undefined && { mask: pcHolder.mask }),
  };
}

/** The registers of a description in the order of their numbers, under gdb's names. */
function describedRegisters(
  target: TargetDescription,
  architecture: Architecture,
  diagnostics: Diagnostic[],
): RawRegister[] {
  const registers = target.features.flatMap((feature) => {
    const types = new FeatureTypes(feature, architecture.bits / 8, diagnostics);
    return feature.registers.map((register) => ({ register, types }));
  });
  registers.sort((a, b) => a.register.number - b.register.number);
  const unusable = registers.findIndex(({ register }) => !hasUsableSize(register));
  if (unusable >= 0) diagnostics.push(cutShort(registers[unusable]?.register.name ?? ''));
  return registers
    .slice(0, unusable < 0 ? registers.length : unusable)
    .map(({ register, types }) => {
      const { name, number, bitSize, group } = register;
      const raw = { name, number, bitSize, group, type: types.of(register) };
      return architecture.adapt?.(raw) ?? raw;
    });
}

function hasUsableSize({ bitSize }: TargetRegister): boolean {
  return bitSize > 0 && bitSize <= 8 * maxRegisterSize;
}

/**
 * The built-in layout that a block of `size` bytes is a beginning of, cut there; else the first.
 */
function builtIn({ builtIn: layouts }: Architecture, size: number): readonly RawRegister[] {
  for (const registers of layouts) {
    let end = 0;
    for (const [index, { bitSize }] of registers.entries()) {
      end += Math.ceil(bitSize / 8);
      if (end === size) return registers.slice(0, index + 1);
    }
  }
  return layouts[0] ?? [];
}

function place(registers: readonly RawRegister[]): Register[] {
  let offset = 0;
  return registers.map(({ name, number, bitSize, type, group }, index) => {
    const register = {
      name,
      number: number ?? index,
      bitSize,
      type,
      group: group ?? groupOf(type),
      offset,
      pseudo: false,
    };
    offset += Math.ceil(bitSize / 8);
    return register;
  });
}

/** gdb's default groups. */
function groupOf(type: RegisterType): string {
  if (isVectorType(type)) return 'vector';
  return isFloatRegister(type) ? 'float' : 'general';
}

/**
 * Adds the pseudo registers that can be computed from the raw ones, and hides what is shown as part
 * of them.
 */
function withPseudoRegisters(raw: readonly Register[], architecture: Architecture): Register[] {
  const names = new Set(raw.map(({ name }) => name));
  const pseudo: Register[] = [];
  const hidden = new Set<string>();
  let number = raw.reduce((last, register) => Math.max(last, register.number), -1);
  for (const definition of architecture.pseudoRegisters(names)) {
    const { name, type, group, from, value, hides = [] } = definition;
    if (names.has(name) || !from.every((part) => names.has(part))) continue;
    names.add(name);
    for (const part of hides) hidden.add(part);
    pseudo.push({
      name,
      number: ++number,
      bitSize: 8 * type.size,
      type,
      group: group ?? groupOf(type),
      pseudo: true,
      derivation: { from, value },
    });
  }
  return [...raw, ...pseudo].map((register) =>
    hidden.has(register.name) ? { ...register, group: 'other' } : register,
  );
}

function unknownArchitecture(target: TargetDescription | undefined): Diagnostic {
  const named = target?.architecture;
  return {
    severity: 'warning',
    code: 'unknown-architecture',
    message: named
      ? t('The registers of architecture "{0}" are not known.', named)
      : t('The file does not say what its registers are. Choose the program that was traced.'),
  };
}

function cutShort(name: string): Diagnostic {
  return {
    severity: 'error',
    code: 'target-register-size',
    message: t(
      'The size of register "{0}" cannot be used: it and those after it are not shown.',
      name,
    ),
  };
}

function otherSize({ size, from }: RegisterLayout, registerBlockSize: number): Diagnostic {
  const registers =
    from === 'built-in' ? t('the registers of the architecture') : t('the described registers');
  return {
    severity: 'info',
    code: 'register-block-size',
    message:
      registerBlockSize < size
        ? t('A register block ends before {0} do: the last ones are unavailable.', registers)
        : t('A register block goes on after {0}: its end is ignored.', registers),
    expected: t('{0} bytes', size),
    found: t('{0} bytes', registerBlockSize),
  };
}
