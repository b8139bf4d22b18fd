// gdb's `set print …` (gdb manual, "Print Settings"), with its defaults.

export interface PrintSettings {
  /** Elements of an array or string that are printed. */
  readonly elements: number;
  /** Equal neighbours beyond this number are counted. */
  readonly repeats: number;
  /** How deep classes in classes are printed. */
  readonly depth: number;
  readonly addresses: boolean;
  readonly symbols: boolean;
  readonly unions: boolean;
  readonly staticMembers: boolean;
  /** Classes over several lines. */
  readonly pretty: boolean;
  /** Arrays over several lines. */
  readonly arrays: boolean;
  readonly arrayIndexes: boolean;
  /** Arrays of characters end at the first NUL. */
  readonly nullStop: boolean;
}

export const defaultSettings: PrintSettings = {
  elements: 200,
  repeats: 10,
  depth: 20,
  addresses: true,
  symbols: true,
  unions: true,
  staticMembers: true,
  pretty: false,
  arrays: false,
  arrayIndexes: false,
  nullStop: false,
};
