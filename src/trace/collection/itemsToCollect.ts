// What the commands of a tracepoint say that it collects: gdb manual, "Tracepoint Actions".
import { append } from '../../bytes/arrays';
import type { Tracepoint } from '../../format/description';

/** What the commands collect at a hit, or at a step after it, in order. */
export function itemsToCollect(
  { commands }: Pick<Tracepoint, 'commands'>,
  atStep: boolean,
): string[] {
  const items: string[] = [];
  let stepping = false;
  for (const command of commands) {
    const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*)/s.exec(command) ?? [];
    if (/^(while-stepping|stepping|ws)$/.test(word)) stepping = true;
    else if (word === 'end') stepping = false;
    else if (/^collect(\/.*)?$/.test(word) && stepping === atStep) append(items, listed(rest));
  }
  return items;
}

/** The parts of a list with commas between; commas inside of brackets and quotes part nothing. */
function listed(text: string): string[] {
  const withoutModifier = text.replace(/^\/s\d*\s+/, '');
  const parts = withoutModifier.match(/(?:\([^()]*\)|\[[^[\]]*\]|"[^"]*"|'[^']*'|[^,])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
