// Sources that are not on this machine: a page of text takes their place, which says where they
// were looked for and what to do.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { baseName } from '../trace/paths';

/** Hands out DAP source references for recorded paths that were not found. */
export class MissingSources {
  private readonly recorded: string[] = [];
  private readonly tried = new Map<string, readonly string[]>();
  private readonly described = new Set<string>();

  /** Whether this source was not described before. */
  isNew(recorded: string): boolean {
    return !this.described.has(recorded);
  }

  /** One sentence for the console. */
  describe(recorded: string, tried: readonly string[]): string {
    this.described.add(recorded);
    const places = tried.length === 0 ? '' : ` Tried ${tried.join(', ')}.`;
    return `The source ${recorded} was not found.${places} Run “Locate Source File…”, or set "sourceMap".`;
  }

  /** The source to name in a stack frame or a list. */
  source(recorded: string, tried: readonly string[]): DebugProtocol.Source {
    if (!this.tried.has(recorded)) this.recorded.push(recorded);
    this.tried.set(recorded, tried);
    return {
      name: baseName(recorded),
      path: recorded,
      sourceReference: this.recorded.indexOf(recorded) + 1,
      presentationHint: 'deemphasize',
      origin: 'not found on this machine',
    };
  }

  /** The text to show in place of a source, or undefined where the reference is unknown. */
  explain(reference: number): string | undefined {
    const recorded = this.recorded[reference - 1];
    const tried = recorded === undefined ? undefined : this.tried.get(recorded);
    if (recorded === undefined || !tried) return undefined;
    const folder = recorded.slice(0, -baseName(recorded).length - 1) || recorded;
    return [
      `${baseName(recorded)} was not found on this machine.`,
      '',
      `The program records it as ${recorded}. It was looked for at:`,
      ...tried.map((path) => `    ${path}`),
      '',
      'Run the command “GDB Trace: Locate Source File…” and choose the file,',
      'or map its folder in the launch configuration:',
      `    "sourceMap": { ${JSON.stringify(folder)}: "…" }`,
    ].join('\n');
  }
}
