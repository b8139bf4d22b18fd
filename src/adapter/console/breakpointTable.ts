// `info breakpoints` and `info watchpoints`: typed breakpoints as gdb lists them (gdb manual, "Set
// Breaks"), and behind them those of the client's list.
import type { Breakpoint } from '../breakpoints/breakpoint';
import type { BreakpointLocation, TypedBreakpoint } from './breakpoints';
import { numbersGiven, text } from './command';
import type { ConsoleState } from './consoleState';
import { scriptLines } from './script';

/** `info breakpoints [NUMBER…]`, or `info watchpoints`. */
export async function infoBreakpoints(
  args: string,
  kind: 'breakpoints' | 'watchpoints',
  state: ConsoleState,
): Promise<string> {
  const wanted = args === '' ? undefined : new Set(await numbersGiven(args, 'breakpoint', state));
  const isShown = (number: number, isData: boolean) =>
    (wanted?.has(number) ?? true) && (kind === 'breakpoints' || isData);
  const typed = state.breakpoints.list.filter(({ number, where }) =>
    isShown(number, where.kind === 'data'),
  );
  const clients = state.breakpoints.clients.filter(({ id, asked }) =>
    isShown(id, asked.kind === 'data'),
  );
  if (typed.length === 0 && clients.length === 0) return none(args, kind);
  const { addressSize } = await state.context();
  const rows = [
    ...typed.map((each) => rowOf(each, addressSize)),
    ...(await Promise.all(clients.map((each) => rowOfClients(each, addressSize, state)))),
  ].sort((one, other) => one.number - other.number);
  const hasAddress = rows.some(({ address }) => address !== '');
  const width = hasAddress ? 2 + 2 * addressSize : 10;
  const head = `Num     Type           Disp Enb ${'Address'.padEnd(width)} What`;
  return text([head, ...rows.flatMap((row) => linesOf(row, width))]);
}

function none(args: string, kind: 'breakpoints' | 'watchpoints'): string {
  if (kind === 'watchpoints') {
    return args === '' ? 'No watchpoints.' : `No watchpoint matching '${args}'.`;
  }
  return args === ''
    ? 'No breakpoints or watchpoints.'
    : `No breakpoint or watchpoint matching '${args}'.`;
}

interface Row {
  readonly number: number;
  /** Where it has several. */
  readonly locations: readonly { readonly address: string; readonly what: string }[];
  readonly type: 'breakpoint' | 'hw watchpoint';
  readonly disposition: string;
  readonly isEnabled: boolean;
  readonly address: string;
  readonly what: string;
  readonly details: readonly string[];
}

function rowOf(breakpoint: TypedBreakpoint, addressSize: number): Row {
  const { number, where, disposition, isEnabled, what, locations } = breakpoint;
  const [only] = locations;
  const several = locations.length > 1;
  const { condition, hits, hitsLeft = 0, ignored, commands } = breakpoint;
  return {
    number,
    disposition,
    isEnabled,
    what: several ? '' : only ? locationText(only) : what,
    type: where.kind === 'data' ? 'hw watchpoint' : 'breakpoint',
    address: several ? '<MULTIPLE>' : only ? wide(only.address, addressSize) : '',
    locations: several
      ? locations.map((each) => {
          return { address: wide(each.address, addressSize), what: locationText(each) };
        })
      : [],
    details: [
      ...(condition === undefined ? [] : [`\tstop only if ${condition}`]),
      ...(hits === 0 ? [] : [`\tbreakpoint already hit ${hits} time${hits === 1 ? '' : 's'}`]),
      ...(hitsLeft > 1 ? [`\tdisable after next ${hitsLeft} hits`] : []),
      ...(ignored ? [`\tignore next ${ignored.count} hits`] : []),
      ...scriptLines(commands, 8),
    ],
  };
}

/** `in helper at app.c:13`; empty where no line is known. */
function locationText({ at, functionName }: BreakpointLocation): string {
  if (!at) return '';
  const line = `${at.file}:${at.line}`;
  return functionName === undefined ? line : `in ${functionName} at ${line}`;
}

async function rowOfClients(
  { id: number, asked, place, problem }: Breakpoint,
  addressSize: number,
  { trace }: ConsoleState,
): Promise<Row> {
  const [address] = [...(place?.addresses ?? [])];
  const { condition } = asked.terms;
  const what =
    asked.kind === 'data'
      ? asked.followed.expression
      : (problem ?? (await whereText(asked, address, trace)));
  return {
    number,
    what,
    disposition: 'keep',
    isEnabled: true,
    locations: [],
    type: asked.kind === 'data' ? 'hw watchpoint' : 'breakpoint',
    address: address === undefined ? '' : wide(address, addressSize),
    details: condition === undefined || condition === '' ? [] : [`\tstop only if ${condition}`],
  };
}

async function whereText(
  asked: Breakpoint['asked'],
  address: bigint | undefined,
  trace: ConsoleState['trace'],
): Promise<string> {
  if (asked.kind === 'function') return asked.name;
  if (address === undefined) return '';
  const { functionName, source } = await trace.modules.current.locate(address);
  const at = source ? `${source.file.split('/').at(-1) ?? ''}:${source.line}` : '';
  return functionName === undefined ? at : `in ${functionName} at ${at}`;
}

function wide(address: bigint, addressSize: number): string {
  return `0x${address.toString(16).padStart(2 * addressSize, '0')}`;
}

function linesOf(row: Row, width: number): string[] {
  const { number, type, disposition, isEnabled, address, what, locations, details } = row;
  const line = (name: string, kind: readonly string[], at: string, rest: string): string =>
    [name.padEnd(7), ...kind, isEnabled ? 'y  ' : 'n  ', at.padEnd(width), rest].join(' ');
  const kind = [type.padEnd(14), disposition.padEnd(4)];
  const whole = line(String(number), kind, address, what);
  return [
    locations.length > 0 ? whole : whole.trimEnd(),
    ...details,
    ...locations.map((each, i) =>
      line(`${number}.${i + 1}`, [''.padEnd(14), ''.padEnd(4)], each.address, each.what),
    ),
  ];
}
