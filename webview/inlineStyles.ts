// Styles of an element that change with what is shown. The page's policy refuses the attribute
// `style`, which Lit's styleMap sets when it first draws an element: these are set one by one.
import { noChange } from 'lit/html.js';
import { Directive, directive, type ElementPart } from 'lit/directive.js';

/** By CSS name. */
type Styles = Readonly<Record<string, string>>;

/** What is needed of an element. */
interface Styled {
  readonly style: {
    setProperty(name: string, value: string): void;
    removeProperty(name: string): void;
  };
}

class InlineStyles extends Directive {
  private set: readonly string[] = [];

  /** Remembers what is set. */
  override render(styles: Styles): typeof noChange {
    this.set = Object.keys(styles);
    return noChange;
  }

  override update({ element }: ElementPart, [styles]: [Styles]): typeof noChange {
    const { style } = element as unknown as Styled;
    for (const name of this.set) if (!(name in styles)) style.removeProperty(name);
    for (const [name, value] of Object.entries(styles)) style.setProperty(name, value);
    return this.render(styles);
  }
}

/** To be put into an element's tag: `<li ${inlineStyles({ height: '20px' })}>`. */
export const inlineStyles = directive(InlineStyles);
