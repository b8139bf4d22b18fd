// Where a target is, as gdb's `target remote` takes it: gdb manual, "Connecting to a Remote
// Target".
import { t } from '@vscode/l10n';

/**
 * What `target remote` would connect to. A path is a Unix socket or a device; the file's type
 * decides.
 */
export type TargetAddress =
  | {
      readonly kind: 'tcp';
      readonly host: string;
      readonly port: number;
      readonly family: 0 | 4 | 6;
    }
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'command'; readonly command: string };

/**
 * Reads an address; the problem is a sentence. The words `target remote` before it are read over.
 */
export function readTargetAddress(text: string): TargetAddress | { readonly problem: string } {
  const given = text.trim().replace(/^target\s+(extended-)?remote(\s+|$)/, '');
  if (given === '')
    return { problem: t('Name a target: host:port, a socket, a device, or | and a command.') };
  if (given.startsWith('|')) {
    const command = given.slice(1).trim();
    return command === ''
      ? { problem: t('No command stands behind the |.') }
      : { kind: 'command', command };
  }
  if (given.startsWith('unix:')) return { kind: 'socket', path: given.slice('unix:'.length) };
  if (/^udp[46]?:/.test(given)) {
    return { problem: t('A target is not spoken to by UDP, which loses packets: use TCP.') };
  }
  const prefix = /^tcp([46])?:/.exec(given);
  const place = prefix ? given.slice(prefix[0].length) : given;
  const family = prefix?.[1] === '4' ? 4 : prefix?.[1] === '6' ? 6 : 0;
  if (!prefix && (/^[/~.]/.test(place) || /^COM\d+$/i.test(place) || !place.includes(':'))) {
    return { kind: 'path', path: place };
  }
  return readPlace(place, family);
}

/**
 * `host:port`, `:port`, `[address]:port`, or an IPv6 address with the port after its last colon.
 */
function readPlace(place: string, family: 0 | 4 | 6): TargetAddress | { readonly problem: string } {
  const match = /^(?:\[([^\]]+)\]|(.*)):(\d+)$/.exec(place);
  const port = Number(match?.[3]);
  if (!match || !(port > 0 && port < 65536)) {
    return {
      problem: t('“{0}” is no target: it should end with : and a port, 1 to 65535.', place),
    };
  }
  return { kind: 'tcp', host: match[1] ?? (match[2] || 'localhost'), port, family };
}
