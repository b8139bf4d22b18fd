// gdb's `info tracepoints` and `info tvariables` (gdb manual, "Listing Tracepoints", "Trace State
// Variables"). Numbers of tracepoints are the file's, and so are the places, at run-time addresses.
import { t } from '@vscode/l10n';
import { largest } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import type { Recording } from '../recording';
import type { ModuleList } from '../moduleList';
import { linkAddress } from '../../machine/stackFrame';
import type { FrameState } from '../../machine/frameState';
import type { Tracepoint, TracepointLocation } from '../../format/description';
import { spelled } from '../../values/symbolText';
import type { Trace } from '../trace';
import { codePlace } from '../text/codePlace';

/**
 * The table of some tracepoints, by default of all. It ends at so many characters, with what is
 * left out.
 */
export async function tracepointLines(
  trace: Trace,
  wanted: (number: number) => boolean,
  maxLength: number,
): Promise<string[]> {
  const tracepoints = trace.recording.description.tracepoints.filter(({ number }) =>
    wanted(number),
  );
  if (tracepoints.length === 0) return [];
  const width = largest(
    tracepoints.map((each) => typeOf(each).length),
    14,
  );
  const table = new Table(width, maxLength);
  const slice = new TimeSlice();
  for (const [i, tracepoint] of tracepoints.entries()) {
    if (table.isFull) {
      const next = `info tracepoints ${tracepoint.number}-${tracepoint.number + 999}`;
      table.add(
        t('... {0} more tracepoints: `{1}` lists the next ones.', tracepoints.length - i, next),
      );
      break;
    }
    await addEntry(table, trace, tracepoint);
    await slice.yieldIfDue();
  }
  return table.lines;
}

/** The lines of `info tracepoints`, up to a length in characters. */
class Table {
  readonly lines: string[];
  private length = 0;

  constructor(
    readonly width: number,
    private readonly maxLength: number,
  ) {
    this.lines = [`Num     ${'Type'.padEnd(width)} Disp Enb Address    What`];
  }

  get isFull(): boolean {
    return this.length >= this.maxLength;
  }

  add(line: string): void {
    this.lines.push(line);
    this.length += line.length + 1;
  }
}

function typeOf({ locations }: Tracepoint): string {
  const kind = locations[0]?.kind ?? 'trace';
  return kind === 'trace' ? 'tracepoint' : `${kind} tracepoint`;
}

async function addEntry(table: Table, trace: Trace, tracepoint: Tracepoint): Promise<void> {
  const { number, locations, enabled, condition, pass } = tracepoint;
  const { width } = table;
  const [only] = locations;
  const multiple = locations.length > 1;
  const where = multiple || !only ? '<MULTIPLE> ' : await placeText(trace, tracepoint, only);
  table.add(
    `${String(number).padEnd(7)} ${typeOf(tracepoint).padEnd(width)} keep ${flag(enabled)}   ${where}`,
  );
  if (condition !== undefined) table.add(`\ttrace only if ${condition}`);
  const { hits = 0, usage = 0 } = (await trace.recording.counters(tracepoint)) ?? {};
  if (hits > 0) table.add(`\ttracepoint already hit ${hits} time${hits === 1 ? '' : 's'}`);
  table.add(`\ttrace buffer usage ${usage} bytes`);
  await addCommands(table, tracepoint);
  if (pass > 0) table.add(`\tpass count ${pass} `);
  if (!multiple) {
    table.add(notInstalled);
    return;
  }
  const slice = new TimeSlice();
  for (const [i, location] of locations.entries()) {
    if (table.isFull) {
      table.add(t('... {0} more locations of tracepoint {1}.', locations.length - i, number));
      return;
    }
    const label = `${number}.${i + 1}`.padEnd(7 + 1 + width + 1 + 5);
    const place = await placeText(trace, tracepoint, location);
    table.add(`${label}${flag(location.enabled)}   ${place}`);
    table.add(notInstalled);
    await slice.yieldIfDue();
  }
}

/** gdb's line for every tracepoint of a trace file, which has no target. */
const notInstalled = '\tnot installed on target';

function flag(enabled: boolean): string {
  return enabled ? 'y' : 'n';
}

async function addCommands(table: Table, { number, commands }: Tracepoint): Promise<void> {
  const slice = new TimeSlice();
  let inside = '';
  for (const [i, command] of commands.entries()) {
    if (table.isFull) {
      table.add(t('        ... {0} more commands of tracepoint {1}.', commands.length - i, number));
      return;
    }
    if (command === 'end') inside = '';
    table.add(`        ${inside}${command}`);
    if (/^(while-stepping|stepping|ws)\b/.test(command)) inside = '  ';
    if (slice.usedUp) await slice.yieldIfDue();
  }
}

async function placeText(
  trace: Trace,
  { at }: Tracepoint,
  { address }: TracepointLocation,
): Promise<string> {
  const modules = trace.modules.current.loaded;
  const digits =
    (modules[0]?.program.elf.bits ?? trace.recording.layout?.architecture.bits ?? 64) / 4;
  const text = `0x${address.toString(16).padStart(digits, '0')} `;
  const place = await codePlace(modules, address);
  const name = await functionText(trace.modules.current, address);
  // Several lines may share an address: the requested one is shown.
  const [, asked] = /:(\d+)$/.exec(at ?? '') ?? [];
  if (place && name !== undefined)
    return `${text}in ${name} at ${place.file}:${asked ?? place.line}`;
  const symbol = await trace.modules.current.symbol(address);
  return symbol === undefined ? text : `${text}<${symbol}>`;
}

/** With its arguments, where the program is of C++. */
async function functionText(modules: ModuleList, address: bigint): Promise<string | undefined> {
  for (const { program, slide } of modules.loaded) {
    const found = await program.functionAt(linkAddress(address, slide));
    if (!found) continue;
    return spelled(found, program);
  }
  return undefined;
}

/** The lines of `info tvariables`. gdb lists first what was defined last. */
export async function tvariableLines(recording: Recording, machine: FrameState): Promise<string[]> {
  const { variables } = recording.description;
  if (variables.length === 0) return ['No trace state variables.'];
  const slice = new TimeSlice();
  const lines = [tvariableLine('Name', 'Initial', 'Current')];
  for (const { name, number, initialValue } of [...variables].reverse()) {
    const current = machine.variable(number)?.toString() ?? '<unknown>';
    lines.push(tvariableLine(`$${name}`, initialValue.toString(), current));
    if (slice.usedUp) await slice.yieldIfDue();
  }
  return lines;
}

function tvariableLine(name: string, initial: string, current: string): string {
  return `${name.padEnd(15)} ${initial.padEnd(11)} ${current.padEnd(11)} `;
}
