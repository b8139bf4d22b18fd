// What runs in a thread of its own: reads the names of a big program. Makes the parts and wires
// them, as extension.ts does.
import { append } from './bytes/arrays';
import { keepThread } from './bytes/timeSlice';
import { unchangedFile } from './bytes/source';
import { CompanionFiles } from './platform/companionFiles';
import { FileSource } from './platform/fileSource';
import { answerInThread } from './platform/thread';
import type { SeparateDebugFiles } from './symbols/separateDebugFiles';
import type { NameAnswer, NameQuestion } from './symbols/nameThread';
import { openProgram } from './symbols/openProgram';

/**
 * What read something else than the program that is asked about fails, and whoever asked reads the
 * names.
 */
const failed = (): void => undefined;

keepThread();
answerInThread(async (question) => {
  const { path, size, contents, folders, permitted, layout, share } = question as NameQuestion;
  const source = await FileSource.open(path);
  const now = (await source.stamp())?.contents;
  if (source.size !== size || (contents !== undefined && contents !== now))
    throw new Error('the file has changed');
  const companions = new CompanionFiles(folders);
  const withheld: string[] = [];
  const named: SeparateDebugFiles = {
    folders,
    ...(permitted && { permitted }),
    open: async (path) => {
      const file = await companions.open(path);
      return file && unchangedFile(file, path, failed);
    },
    withheld: (files) => {
      append(withheld, files);
    },
  };
  const opened = await openProgram(await unchangedFile(source, path, failed), path, named, layout);
  if ('problem' in opened) throw new Error(opened.problem);
  const { program } = opened;
  const columns = await program.namesOfShare(share);
  await Promise.all([source.close(), companions.close()]);
  const { starts, hashes, offsets } = columns;
  return {
    answer: { columns, diagnostics: program.diagnostics, withheld } satisfies NameAnswer,
    columns: [starts, hashes, offsets],
  };
});
