// The arguments of an attach request, checked: which target, what it records, and where the trace
// goes.
import { t } from '@vscode/l10n';
import type { Leaving, RunOptions } from '../../remote/client/recording';
import { RequestFailed } from '../../bytes/requestFailed';

/**
 * Attach arguments that make sense. They may hold those of a launch too, for the trace
 * that comes of it.
 */
export interface AttachArguments {
  /** As gdb's `target remote` takes it. */
  readonly target: string;
  /** The traced program; undefined for the target's own path of it. */
  readonly program: string | undefined;
  /**
   * gdb's commands; undefined to take up a run that continues. A path of a file that holds them is
   * `script`.
   */
  readonly commands: string | undefined;
  readonly script: string | undefined;
  /** Where the trace is written. */
  readonly save: string;
  readonly options: RunOptions;
  /** How the target is left when its frames are fetched, or the session ends before. */
  readonly leave: Leaving;
}

/**
 * Reads attach arguments; fails with a sentence for the person who wrote them. Null counts as not
 * given.
 */
export function readAttachArguments(given: unknown): AttachArguments {
  const args = new Map(Object.entries(given ?? {}).filter(([, value]) => value !== null));
  const bufferSize = number(args, 'bufferSize');
  const [user, notes] = [text(args, 'user'), text(args, 'notes')];
  const tracepoints: unknown = args.get('tracepoints');
  return {
    target: required(args, 'target', t('host:port, a socket, a device, or | and a command')),
    program: text(args, 'program'),
    ...readTracepoints(tracepoints),
    save: required(args, 'save', t('the trace file to write')),
    options: {
      circular: flag(args, 'circular', false),
      disconnected: flag(args, 'disconnected', false),
      holdAtExit: flag(args, 'holdAtExit', true),
      resume: flag(args, 'resume', true),
      ...(bufferSize !== undefined && { bufferSize }),
      ...(user !== undefined && { user }),
      ...(notes !== undefined && { notes }),
    },
    leave: readLeave(args.get('leave')),
  };
}

type Given = ReadonlyMap<string, unknown>;

function readTracepoints(value: unknown): Pick<AttachArguments, 'commands' | 'script'> {
  if (value === undefined) return { commands: undefined, script: undefined };
  if (typeof value === 'string' && value !== '') return { commands: undefined, script: value };
  if (Array.isArray(value) && value.every((line) => typeof line === 'string')) {
    return { commands: value.join('\n'), script: undefined };
  }
  throw new RequestFailed(
    t('"tracepoints" must be a list of gdb’s commands, or the path of a file that holds them.'),
  );
}

function readLeave(value: unknown): Leaving {
  if (value === undefined) return 'detach';
  if (value === 'detach' || value === 'disconnect' || value === 'kill') return value;
  throw new RequestFailed(t('"leave" must be "detach", "disconnect" or "kill".'));
}

function required(args: Given, name: string, what: string): string {
  const value = text(args, name);
  if (value === undefined) throw new RequestFailed(`Set "${name}": ${what}.`);
  return value;
}

function text(args: Given, name: string): string | undefined {
  const value = args.get(name);
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw new RequestFailed(t('"{0}" must be a text.', name));
  return value;
}

function flag(args: Given, name: string, otherwise: boolean): boolean {
  const value = args.get(name);
  if (value === undefined) return otherwise;
  if (typeof value !== 'boolean') throw new RequestFailed(t('"{0}" must be true or false.', name));
  return value;
}

function number(args: Given, name: string): number | undefined {
  const value = args.get(name);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new RequestFailed(t('"{0}" must be a number of bytes.', name));
}
