// The elements of a Natvis file with the lines where they begin. No entities are expanded but XML's
// own, and no files are included.
import { t } from '@vscode/l10n';
import { SaxesParser } from 'saxes';

/** An element. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** From 1. */
  readonly line: number;
  readonly children: readonly XmlElement[];
  /** Its own characters, without those of its children. */
  readonly text: string;
}

/** What is wrong in a file, and where. */
export interface FileProblem {
  /** From 1. */
  readonly line: number;
  readonly problem: string;
}

/** Far above any real file: the largest that Visual Studio has are 200 kB. */
const maxLength = 1 << 22;
const maxElements = 1 << 16;
const maxDepth = 64;
const chunkLength = 1 << 16;

interface OpenElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  line: number;
  children: OpenElement[];
  text: string;
}

/** Reads XML up to its first error, which is the problem. */
export function readElements(xml: string): {
  readonly root: XmlElement | undefined;
  readonly problem: FileProblem | undefined;
} {
  if (xml.length > maxLength) {
    const problem = t('The file has {0} characters; at most {1} are read.', xml.length, maxLength);
    return { root: undefined, problem: { line: 1, problem } };
  }
  return new ElementReader().read(xml);
}

class ElementReader {
  private readonly parser = new SaxesParser();
  private readonly open: OpenElement[] = [];
  private root: OpenElement | undefined;
  private elements = 0;
  private line = 1;
  private problem: FileProblem | undefined;

  constructor() {
    const { parser } = this;
    parser.on('opentagstart', () => {
      this.line = parser.line;
    });
    parser.on('opentag', ({ name, attributes }) => {
      if (!this.problem) this.begin(name, attributes);
    });
    parser.on('closetag', () => {
      if (!this.problem) this.open.pop();
    });
    const addText = (text: string): void => {
      const element = this.open.at(-1);
      if (element && !this.problem) element.text += text;
    };
    parser.on('text', addText);
    parser.on('cdata', addText);
    parser.on('error', ({ message }) => {
      const reason = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
      this.stop(parser.line, t('The file is not well-formed XML: {0}.', reason));
    });
  }

  read(xml: string): ReturnType<typeof readElements> {
    for (let at = 0; at < xml.length && !this.problem; at += chunkLength) {
      this.parser.write(xml.slice(at, at + chunkLength));
    }
    if (!this.problem) this.parser.close();
    return { root: this.root, problem: this.problem };
  }

  private begin(name: string, attributes: Readonly<Record<string, string>>): void {
    const { line } = this;
    if (++this.elements > maxElements || this.open.length >= maxDepth) {
      this.stop(line, t('The file has too many or too deep elements.'));
      return;
    }
    const element: OpenElement = { name, attributes, line, children: [], text: '' };
    this.open.at(-1)?.children.push(element);
    this.root ??= element;
    this.open.push(element);
  }

  private stop(line: number, problem: string): void {
    this.problem ??= { line, problem };
  }
}
