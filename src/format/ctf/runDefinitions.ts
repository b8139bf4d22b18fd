// The lines of a trace file's description that the datastream gives.
import type { Findings } from '../findings';
import { statusLine, tracepointDefinition, tsvLine, type CtfTracepoint } from './definitions';
import { cursorOver, type EventWalk } from './events';
import type { CtfMetadata } from './metadata';

/** Characters of all lines: more is no description. */
const longestDescription = 4 * 1024 * 1024;

/** Collects what the datastream defines. */
export class RunDefinitions {
  private status: string | undefined;
  private readonly variables: string[] = [];
  private readonly tracepoints: string[] = [];
  private length = 0;

  constructor(private readonly metadata: CtfMetadata) {}

  /** The lines, in their order in a trace file. */
  get lines(): string[] {
    return [this.status ?? [], this.variables, this.tracepoints].flat();
  }

  /**
   * Takes the event that was just passed, which ends at `end`; returns the tracepoint that it defines, if it does.
   * `packet` and `end` are offsets in `view`, in bytes.
   */
  take(
    { name, fields }: EventWalk,
    view: DataView,
    packet: number,
    end: number,
  ): CtfTracepoint | undefined {
    if (this.length > longestDescription) return undefined;
    const cursor = cursorOver(view, this.metadata, fields, end);
    if (name === 'status') this.status = statusLine(cursor);
    if (name === 'tsv_def') this.add(this.variables, tsvLine(cursor));
    if (name !== 'tp_def') return undefined;
    const definition = tracepointDefinition(cursor, packet);
    for (const line of definition.lines) this.add(this.tracepoints, line);
    return definition;
  }

  /** Says what was left out. */
  conclude(findings: Findings): void {
    if (this.length <= longestDescription) return;
    findings.conclude({
      severity: 'error',
      code: 'ctf-definitions-too-long',
      message: 'The datastream defines more than a run can hold; the rest is not read.',
    });
  }

  private add(lines: string[], line: string): void {
    lines.push(line);
    this.length += line.length;
  }
}
