// Options that several commands have.
import { t } from '@vscode/l10n';
import type { CommandOption } from './command';

/** Options of every command that opens a trace. */
export const traceOptions = {
  program: {
    value: 'FILE[@OFFSET]',
    multiple: true,
    isFile: true,
    help: () =>
      t(
        'The traced program; further ones are shared objects. Without any, it is looked for beside the trace and in this folder. @OFFSET: run-time minus link-time address',
      ),
  },
  'source-map': {
    value: 'FROM=TO',
    multiple: true,
    help: () => t('Where sources are that the program records elsewhere'),
  },
  json: { help: () => t('Write a JSON value a line') },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** Options of commands that ask in some frames. */
export const frameOptions = {
  frame: { value: 'N,A-B', help: () => t('In these frames: 7, or 3,5-9') },
  where: { value: 'CONDITION', help: () => t('In the frames in which this holds') },
} as const satisfies Readonly<Record<string, CommandOption>>;
