// Sources that are not on this machine: a page of text takes their place, which says where they
// were looked for and what to do.
import { t } from '@vscode/l10n';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { baseName } from '../trace/paths';

/** What a client shows of a stack frame without a source. */
export type WithoutSource = 'disassembly' | 'page';

/** A stack frame's name and place, as the client counts. */
type NamedPlace = Pick<DebugProtocol.StackFrame, 'name' | 'line' | 'column'>;

const noLineText = () => t('The program does not say which source line this code is from.');

const noProgramText = () =>
  [
    t('No program is known for this code, so there is neither source nor disassembly.'),
    '',
    t('Registers and collected memory are in the Variables view.'),
    t('Run the command “GDB Trace: Choose Program…” to name the program that was traced.'),
  ].join('\n');

/**
 * Hands out DAP source references for recorded paths that were not found, and for stacks that are
 * not known.
 */
export class MissingSources {
  /** By reference, from 1: a recorded path, or why there is no stack. */
  private readonly handedOut: string[] = [];
  private readonly tried = new Map<string, readonly string[]>();
  private readonly described = new Set<string>();

  constructor(readonly shownBy?: WithoutSource) {}

  /** Whether this source was not described before. */
  isNew(recorded: string): boolean {
    return !this.described.has(recorded);
  }

  /** One sentence for the console. */
  describe(recorded: string, tried: readonly string[]): string {
    this.described.add(recorded);
    const places = tried.length === 0 ? '' : t(' Tried {0}.', tried.join(', '));
    return t(
      'The source {0} was not found.{1} Run “Locate Source File…”, or set "sourceMap".',
      recorded,
      places,
    );
  }

  /** The source to name in a stack frame or a list. */
  source(recorded: string, tried: readonly string[]): DebugProtocol.Source {
    this.tried.set(recorded, tried);
    return {
      name: baseName(recorded),
      path: recorded,
      sourceReference: this.referenceTo(recorded),
      origin: t('not found on this machine'),
    };
  }

  /**
   * A stack frame's name and place. Where no line can be shown the name says which it is (DAP,
   * StackFrame.line).
   */
  stackFrame(
    recorded: NamedPlace,
    { file, line }: { readonly file: string; readonly line: number },
    tried: readonly string[],
  ): NamedPlace & Pick<DebugProtocol.StackFrame, 'source'> {
    const source = this.source(file, tried);
    if (this.shownBy === undefined) return { ...recorded, source };
    const named = { name: `${recorded.name} · ${baseName(file)}:${line}`, line: 0, column: 0 };
    return this.shownBy === 'page' ? { ...named, source } : named;
  }

  /** The page to name where a frame has no stack at all, which says why. */
  noStack(why: string): DebugProtocol.Source {
    return { name: t('No call stack'), sourceReference: this.referenceTo(why) };
  }

  /** The page to name where the code of the innermost stack frame has no line. */
  noLine(hasProgram: boolean): DebugProtocol.Source {
    const name = hasProgram ? t('No source') : t('No program');
    return { name, sourceReference: this.referenceTo(hasProgram ? noLineText() : noProgramText()) };
  }

  /** The page to show in place of a source, or undefined where the reference is unknown. */
  page(reference: number): DebugProtocol.SourceResponse['body'] | undefined {
    const content = this.explain(this.handedOut[reference - 1]);
    // Or a client takes it for text of the source's language.
    return content === undefined ? undefined : { content, mimeType: 'text/plain' };
  }

  private referenceTo(text: string): number {
    if (!this.handedOut.includes(text)) this.handedOut.push(text);
    return this.handedOut.indexOf(text) + 1;
  }

  private explain(recorded: string | undefined): string | undefined {
    const tried = recorded === undefined ? undefined : this.tried.get(recorded);
    if (recorded === undefined || !tried) return recorded;
    const folder = recorded.slice(0, -baseName(recorded).length - 1) || recorded;
    return [
      t('{0} was not found on this machine.', baseName(recorded)),
      '',
      t('The program records it as {0}. It was looked for at:', recorded),
      ...tried.map((path) => `    ${path}`),
      '',
      t('Run the command “GDB Trace: Locate Source File…” and choose the file,'),
      t('or map its folder in the launch configuration:'),
      `    "sourceMap": { ${JSON.stringify(folder)}: "…" }`,
    ].join('\n');
  }
}
