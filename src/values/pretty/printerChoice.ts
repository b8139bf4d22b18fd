// Which of many printers know a class: values of one class come by the thousand, and to ask each
// printer about each value takes longer than to show it.
import type { Printer } from './presentation';

/** Names of classes for which it is kept who knows them. */
const maxNames = 1000;

/** What is known of a list of printers. */
export class PrinterChoice {
  private static readonly choices = new WeakMap<readonly Printer[], PrinterChoice>();
  /** Those that also show what derives from a class. */
  readonly inheritable: readonly Printer[];
  private readonly byClass = new Map<string, readonly Printer[]>();

  private constructor(private readonly printers: readonly Printer[]) {
    this.inheritable = printers.filter((printer) => printer.inheritable);
  }

  /** The choice among printers, of which the list never changes. */
  static among(printers: readonly Printer[]): PrinterChoice {
    const known = this.choices.get(printers) ?? new PrinterChoice(printers);
    this.choices.set(printers, known);
    return known;
  }

  /** Those that know a class, in the order of the list. */
  of(className: string): readonly Printer[] {
    const known = this.byClass.get(className);
    if (known) return known;
    if (this.byClass.size === maxNames) this.byClass.clear();
    const found = this.printers.filter(({ type }) => type.test(className));
    this.byClass.set(className, found);
    return found;
  }
}
