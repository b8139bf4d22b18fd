// The commands have what their questions ask for: an entry is an option, or stands here with what
// the command line has in its place.
import { expect, it } from 'vitest';
import { shellWords } from '../../../src/ask/option';
import { commandLineCommands } from '../../../src/commandLine/commands';
import { loadCommand } from '../../../src/commandLine/loadedCommand';
import { optionsOf } from '../../../src/commandLine/questionOptions';

/** Arguments, --limit, --frame and --where, and formats that are files. */
const inPlaceOf: Readonly<Record<string, readonly string[]>> = {
  frames: ['count'],
  frame: ['frame'],
  eval: ['frames', 'expressions'],
  gdb: ['frames', 'commands'],
  changes: ['expression', 'first', 'count'],
  groups: ['first', 'count'],
  intervals: ['first', 'count', 'firstUnpaired'],
  transitions: ['expression', 'first', 'count'],
  source: ['place'],
  export: ['format'],
};

it.each(commandLineCommands.map((command) => [command.name, command] as const))(
  '%s has an option for each entry of its question',
  async (name, command) => {
    const input = (await command.question?.())?.input;
    const { options } = await loadCommand(command);
    for (const option of Object.keys(input ? optionsOf(input) : {})) {
      expect(options).toHaveProperty(option);
    }
    const others = Object.entries(input?.entries ?? {}).filter(([, entry]) => !shellWords(entry));
    expect(others.map(([entry]) => entry)).toEqual(inPlaceOf[name] ?? []);
  },
);
