// The file `metadata` of a trace that gdb's `tsave -ctf` wrote: it describes the datastream in the
// language of the Common Trace Format 1.8 (TSDL). gdb writes one fixed text, in which only the byte
// order and the size of a register block differ. So no TSDL is interpreted here: what the text says
// is compared with what is known.
import { t } from '@vscode/l10n';
import type { ByteOrder } from '../../bytes/cursor';
import type { Diagnostic } from '../../bytes/diagnostic';
import { Findings, quote } from '../findings';

/** The files in a folder that `tsave -ctf` wrote. */
export const ctfFileNames = { metadata: 'metadata', datastream: 'datastream' } as const;

/** The events of gdb's datastream, by their names in the metadata. */
export type EventName = 'register' | 'tsv' | 'memory' | 'frame' | 'status' | 'tsv_def' | 'tp_def';

/** What the metadata says of the datastream. */
export interface CtfMetadata {
  /**
   * Of the datastream's own numbers: the order of the machine on which gdb ran. Registers and
   * memory have the target's.
   */
  readonly order: ByteOrder;
  /** Bytes; 0 where the metadata describes no registers. */
  readonly registerBlockSize: number;
  /** By the number that begins an event. */
  readonly events: ReadonlyMap<number, EventName>;
}

interface EventLayout {
  /** The number that gdb gives it. */
  readonly id: number;
  /**
   * Its fields in the metadata, with one blank between words; `N` is the size of a register block.
   */
  readonly fields: string;
}

const layouts: Readonly<Record<EventName, EventLayout>> = {
  register: { id: 0, fields: 'ascii contents[N];' },
  tsv: { id: 1, fields: 'uint64_t val; uint32_t num;' },
  memory: { id: 2, fields: 'uint64_t address; uint16_t length; uint8_t contents[length];' },
  frame: { id: 3, fields: '' },
  status: {
    id: 4,
    fields:
      'int32_t stop_reason; int32_t stopping_tracepoint; int32_t traceframe_count; int32_t traceframes_created; ' +
      'int32_t buffer_free; int32_t buffer_size; int32_t disconnected_tracing; int32_t circular_buffer;',
  },
  tsv_def: {
    id: 5,
    fields: 'int64_t initial_value; int32_t number; int32_t builtin; chars name;',
  },
  tp_def: {
    id: 6,
    fields:
      'uint64_t addr; uint64_t traceframe_usage; int32_t number; int32_t enabled; int32_t step; int32_t pass; ' +
      'int32_t hit_count; int32_t type; chars cond; uint32_t action_num; chars actions[action_num]; ' +
      'uint32_t step_action_num; chars step_actions[step_action_num]; chars at_string; chars cond_string; ' +
      'uint32_t cmd_num; chars cmd_strings[cmd_num];',
  },
};

/** Bytes of a metadata file that are read; gdb writes two thousand. */
export const maxMetadataBytes = 1 << 20;
/** Descriptions of events that are read; gdb writes seven. */
const maxEvents = 64;
/** Bytes. The largest that gdb knows, of an AArch64 with SVE and SME, has less than 100,000. */
const maxRegisterBlock = 1 << 20;

/** Whether a metadata file describes what gdb writes: events of gdb's names. */
export function isGdbMetadata(text: string): boolean {
  return /^\s*\/\*\s*CTF\b/.test(text) && /\bname\s*=\s*"(register|memory|tp_def)"/.test(text);
}

/** Reads the text of a metadata file; fails, with a sentence, only where gdb did not write it. */
export function readMetadata(
  text: string,
): { metadata: CtfMetadata; diagnostics: Diagnostic[] } | { problem: string } {
  if (!isGdbMetadata(text)) {
    return {
      problem: t(
        'Its metadata describes none of gdb’s events: this is no trace that gdb’s “tsave -ctf” wrote.',
      ),
    };
  }
  return new MetadataReader(withoutComments(text)).read();
}

class MetadataReader {
  private readonly findings = new Findings();
  private readonly events = new Map<number, EventName>();
  private readonly described = new Set<EventName>();
  private registerBlockSize = 0;

  constructor(private readonly text: string) {}

  read(): { metadata: CtfMetadata; diagnostics: Diagnostic[] } {
    const order = this.readOrder();
    const begin = /\bevent\s*\{/g;
    for (let events = 0; events < maxEvents && begin.test(this.text); events++) {
      const start = begin.lastIndex;
      begin.lastIndex = closingBrace(this.text, start);
      this.readEvent(start, begin.lastIndex);
    }
    this.addMissing();
    const { events, registerBlockSize } = this;
    return { metadata: { order, events, registerBlockSize }, diagnostics: this.findings.list };
  }

  private readOrder(): ByteOrder {
    const match = /\bbyte_order\s*=\s*(\w*)/.exec(this.text);
    const word = match?.[1] ?? '';
    if (word === 'le') return 'little';
    if (word === 'be' || word === 'network') return 'big';
    const message = t('The metadata does not say the byte order; little-endian is assumed');
    this.report(message, match?.index ?? this.text.length, 'byte_order = le or be', word);
    return 'little';
  }

  /** Reads an event whose body is from `start` to `end`, between its braces. */
  private readEvent(start: number, end: number): void {
    const body = this.text.slice(start, end);
    const name = /\bname\s*=\s*"(\w*)"/.exec(body)?.[1] ?? '';
    const id = /\bid\s*=\s*(\d{1,10})\b/.exec(body)?.[1];
    if (!isEventName(name)) {
      this.report(
        t('An event is none that gdb writes; it is not read'),
        start,
        t('one of gdb’s'),
        name,
      );
      return;
    }
    this.described.add(name);
    if (id === undefined || !this.hasKnownFields(name, body)) {
      const message = t(
        'The event “{0}” is not described as gdb describes it, and is not read',
        name,
      );
      this.report(message, start, layouts[name].fields, fieldsOf(body) ?? t('no fields'));
      return;
    }
    this.events.set(Number(id), name);
  }

  private hasKnownFields(name: EventName, body: string): boolean {
    const fields = fieldsOf(body);
    if (name !== 'register') return fields === layouts[name].fields;
    const size = Number(/^ascii contents\[(\d{1,10})\];$/.exec(fields ?? '')?.[1] ?? NaN);
    if (!(size <= maxRegisterBlock)) return false;
    this.registerBlockSize = size;
    return true;
  }

  /** A file that was cut describes what comes first: gdb’s numbers are the same in every file. */
  private addMissing(): void {
    for (const [name, { id }] of Object.entries(layouts)) {
      if (!isEventName(name) || this.described.has(name)) continue;
      const isRead = name !== 'register' && !this.events.has(id);
      if (isRead) this.events.set(id, name);
      const consequence = isRead
        ? t('it is read as number {0}', id)
        : t('registers cannot be read');
      const message = t('The metadata does not describe the event “{0}”; {1}', name, consequence);
      this.report(message, this.text.length, t('the event “{0}”', name), t('the end of the file'));
    }
  }

  private report(message: string, at: number, expected: string, found: string): void {
    const line = this.text.slice(0, at).split('\n').length;
    this.findings.add({
      severity: 'warning',
      code: 'ctf-metadata',
      message: t('{0} (metadata, line {1}).', message, line),
      expected: quote(expected),
      found: quote(found),
    });
  }
}

function isEventName(name: string): name is EventName {
  return Object.hasOwn(layouts, name);
}

/**
 * The fields of an event's body as {@link EventLayout} has them; undefined where it has no closed
 * list of them.
 */
function fieldsOf(body: string): string | undefined {
  const fields = /\bfields\s*:=\s*struct\s*\{([^{}]*)\}/.exec(body)?.[1];
  return fields
    ?.trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([;[\]]) ?/g, '$1')
    .replaceAll(';', '; ')
    .trim();
}

/**
 * Where the brace that was opened before `start` is closed; the end of the text where it is not.
 */
function closingBrace(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
}

/** The text, its comments blank, its lines where they were. */
function withoutComments(text: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ');
  return text.replace(/\/\*[\s\S]*?(\*\/|$)|\/\/[^\n]*/g, blank);
}
