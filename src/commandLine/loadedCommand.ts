// A command with its options, which are known once its question is loaded.
import type { CommandLineCommand, CommandOptions } from './command';

/** A command whose options are known. */
export interface LoadedCommand extends Pick<
  CommandLineCommand,
  'name' | 'arguments' | 'summary' | 'examples'
> {
  readonly options: CommandOptions;
}

/** Loads the question of a command. */
export async function loadCommand({
  question,
  options,
  ...command
}: CommandLineCommand): Promise<LoadedCommand> {
  if (!question) return { ...command, options: options({}) };
  const [{ input }, { optionsOf }] = [await question(), await import('./questionOptions')];
  return { ...command, options: options(optionsOf(input)) };
}
