// The target description that a trace file carries in its `tdesc` lines: which registers a register
// block holds, and how their bits read. gdb manual, "Target Descriptions", "Target Description
// Format". The reader takes the XML as it was recorded: it knows nothing of any architecture,
// expands no entities and includes no files.
import { t } from '@vscode/l10n';
import { SaxesParser } from 'saxes';
import type { SaxesTagPlain } from 'saxes';
import type { Diagnostic } from '../bytes/diagnostic';

/** A `<target>` element. */
export interface TargetDescription {
  /** `<architecture>`, as gdb's `set architecture` names it. */
  readonly architecture: string | undefined;
  /** `<osabi>`, as gdb's `set osabi` names it. */
  readonly osabi: string | undefined;
  /** In the order of the description. */
  readonly features: readonly TargetFeature[];
}

/** A `<feature>`: registers that belong together, with the types that they use. */
export interface TargetFeature {
  readonly name: string;
  /** In the order of the description; a type names only types before it. */
  readonly types: readonly TargetType[];
  /** In the order of the description, which need not be that of their numbers. */
  readonly registers: readonly TargetRegister[];
}

/** A `<reg>`. */
export interface TargetRegister {
  readonly name: string;
  /** `regnum=`, else one more than the register before it in the whole description. */
  readonly number: number;
  /** 0 where the description does not say. */
  readonly bitSize: number;
  /** A predefined type, `int`, `float`, or the id of a type of the feature. */
  readonly type: string;
  readonly group: string | undefined;
  /** Whether a debugger that calls a function saves and restores the register. */
  readonly saveRestore: boolean;
}

/** A type that a feature defines; `id` is how registers and later types name it. */
export type TargetType =
  | {
      readonly kind: 'vector';
      readonly id: string;
      readonly element: string;
      readonly count: number;
    }
  | { readonly kind: 'union'; readonly id: string; readonly fields: readonly TargetField[] }
  | {
      readonly kind: 'struct';
      readonly id: string;
      /** Bytes; present where the fields are bit fields. */
      readonly size: number | undefined;
      readonly fields: readonly TargetField[];
    }
  | {
      readonly kind: 'flags';
      readonly id: string;
      /** Bytes. */
      readonly size: number;
      readonly fields: readonly TargetField[];
    }
  | {
      readonly kind: 'enum';
      readonly id: string;
      /** Bytes. */
      readonly size: number;
      readonly values: readonly { readonly name: string; readonly value: bigint }[];
    };

/** A `<field>`. Bits count from the least significant one, both ends belong to the field. */
export interface TargetField {
  /** Empty for bits that have no meaning. */
  readonly name: string;
  /**
   * Absent for a bit field that does not say: a flag where it is one bit, else an unsigned number.
   */
  readonly type: string | undefined;
  readonly bits: { readonly start: number; readonly end: number } | undefined;
}

/**
 * Far above any real description (RISC-V with all its CSRs: 0.4 million characters, 5000 elements).
 */
const maxLength = 1 << 23;
const maxElements = 1 << 16;
const maxDepth = 16;
const chunkLength = 1 << 16;

/**
 * Reads the XML of a target description. Whatever it says, the result is what could be read before
 * the first error; `target` is absent where not even a `<target>` was found. Lines in messages
 * count from the first `tdesc` line.
 */
export function readTargetDescription(xml: string): {
  target: TargetDescription | undefined;
  diagnostics: Diagnostic[];
} {
  const reader = new Reader();
  reader.read(xml);
  return { target: reader.target(), diagnostics: reader.diagnostics };
}

type Attributes = Readonly<Record<string, string>>;

interface OpenFeature {
  name: string;
  types: TargetType[];
  registers: TargetRegister[];
}

class Reader {
  readonly diagnostics: Diagnostic[] = [];
  private readonly parser = new SaxesParser();
  private readonly features: OpenFeature[] = [];
  private readonly text = { architecture: '', osabi: '' };
  private sawTarget = false;
  private linesBefore = 0;
  private path: string[] = [];
  private depth = 0;
  private elements = 0;
  private nextNumber = 0;
  private fields: TargetField[] = [];
  private values: { name: string; value: bigint }[] = [];
  private stopped = false;

  constructor() {
    this.parser.on('opentag', (tag) => {
      if (!this.stopped) this.open(tag);
    });
    this.parser.on('closetag', (tag) => {
      if (!this.stopped) this.close(tag);
    });
    this.parser.on('text', (text) => {
      const parent = this.path.at(-1);
      if (parent === 'architecture' || parent === 'osabi') this.text[parent] += text;
    });
    this.parser.on('error', (error) => {
      const reason = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
      this.stop('target-xml', t('The target description is not well-formed XML: {0}.', reason));
    });
  }

  read(xml: string): void {
    // An XML declaration must come first, but gdb writes its line break before the description.
    const text = xml.trimStart();
    this.linesBefore = xml.slice(0, xml.length - text.length).split('\n').length - 1;
    if (text.length > maxLength) {
      this.stop('target-too-long', t('The target description has {0} characters.', text.length));
      return;
    }
    for (let at = 0; at < text.length && !this.stopped; at += chunkLength) {
      this.parser.write(text.slice(at, at + chunkLength));
    }
    if (!this.stopped) this.parser.close();
    if (!this.stopped && !this.sawTarget) {
      this.report('target-missing', t('The tdesc lines hold no <target> element.'));
    }
  }

  target(): TargetDescription | undefined {
    if (!this.sawTarget) return undefined;
    return {
      architecture: this.text.architecture.trim() || undefined,
      osabi: this.text.osabi.trim() || undefined,
      features: this.features,
    };
  }

  private open(tag: SaxesTagPlain): void {
    if (++this.elements > maxElements || ++this.depth > maxDepth) {
      this.stop('target-too-big', t('The target description has too many or too deep elements.'));
      return;
    }
    this.path.push(tag.name);
    this.element(tag.name, tag.attributes);
  }

  private close(tag: SaxesTagPlain): void {
    this.depth--;
    this.path.pop();
    const feature = this.features.at(-1);
    if (feature && isComposite(tag.name)) this.define(feature, tag.name, tag.attributes);
  }

  private element(name: string, attributes: Attributes): void {
    const feature = this.features.at(-1);
    if (name === 'target') this.sawTarget = true;
    else if (name === 'feature') this.openFeature(attributes);
    else if (name === 'xi:include') this.include(attributes);
    else if (!feature) return;
    else if (name === 'reg') this.register(feature, attributes);
    else if (name === 'vector') this.vector(feature, attributes);
    else if (name === 'field') this.fields.push(this.field(attributes));
    else if (name === 'evalue') this.value(attributes);
    else if (isComposite(name)) this.openType();
  }

  private openFeature({ name = '' }: Attributes): void {
    this.features.push({ name, types: [], registers: [] });
  }

  private openType(): void {
    this.fields = [];
    this.values = [];
  }

  private include({ href = '' }: Attributes): void {
    this.report(
      'target-include',
      t(
        'The target description includes "{0}", which is not in the trace file. The registers that it describes are missing.',
        href,
      ),
    );
  }

  private register(feature: OpenFeature, attributes: Attributes): void {
    const number = this.number(attributes, 'regnum') ?? this.nextNumber;
    this.nextNumber = number + 1;
    const bitSize = this.number(attributes, 'bitsize') ?? 0;
    if (bitSize === 0) {
      this.report('target-register-size', t('Register "{0}" has no size.', attributes.name ?? ''));
    }
    feature.registers.push({
      name: attributes.name ?? '',
      number,
      bitSize,
      type: attributes.type ?? 'int',
      group: attributes.group,
      saveRestore: attributes['save-restore'] !== 'no',
    });
  }

  private vector(feature: OpenFeature, attributes: Attributes): void {
    feature.types.push({
      kind: 'vector',
      id: attributes.id ?? '',
      element: attributes.type ?? '',
      count: this.number(attributes, 'count') ?? 0,
    });
  }

  private field(attributes: Attributes): TargetField {
    const start = this.number(attributes, 'start');
    const bits =
      start === undefined ? undefined : { start, end: this.number(attributes, 'end') ?? start };
    return { name: attributes.name ?? '', type: attributes.type, bits };
  }

  private value(attributes: Attributes): void {
    this.values.push({
      name: attributes.name ?? '',
      value: BigInt(this.number(attributes, 'value') ?? 0),
    });
  }

  /** A type is complete when its element closes. */
  private define(feature: OpenFeature, kind: Composite, attributes: Attributes): void {
    const id = attributes.id ?? '';
    const size = this.number(attributes, 'size');
    if (kind === 'union') feature.types.push({ kind, id, fields: this.fields });
    else if (kind === 'struct') feature.types.push({ kind, id, size, fields: this.fields });
    else if (kind === 'flags')
      feature.types.push({ kind, id, size: size ?? 4, fields: this.fields });
    else feature.types.push({ kind, id, size: size ?? 4, values: this.values });
  }

  /**
   * An attribute that holds an unsigned number, decimal or with `0x`; absent where it holds
   * anything else.
   */
  private number(attributes: Attributes, name: string): number | undefined {
    const text = attributes[name]?.trim();
    if (text === undefined) return undefined;
    const value = /^(0x[0-9a-f]+|[0-9]+)$/i.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value)) return value;
    this.report(
      'target-number',
      t('Attribute {0}="{1}" is not a number that can be used.', name, text),
    );
    return undefined;
  }

  private report(code: string, message: string): void {
    const where = t('Line {0} of the target description.', this.linesBefore + this.parser.line);
    this.diagnostics.push({ severity: 'error', code, message: `${message} ${where}` });
  }

  private stop(code: string, message: string): void {
    if (this.stopped) return;
    this.report(code, t('{0} It is used as far as it was read.', message));
    this.stopped = true;
  }
}

type Composite = 'union' | 'struct' | 'flags' | 'enum';

function isComposite(name: string): name is Composite {
  return name === 'union' || name === 'struct' || name === 'flags' || name === 'enum';
}
