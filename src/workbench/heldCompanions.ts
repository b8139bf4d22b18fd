// Files beside a program that is not on disk: each is read whole, once, and held until the program is closed.
import type { ByteSource } from '../bytes/source';
import type { OwnedCompanions } from '../trace/programOpener';
import { uriOf } from './filePaths';
import { openUri } from './files';

/** The files of one program. */
export class HeldCompanions implements OwnedCompanions {
  readonly folders = [];
  private readonly opened = new Map<string, Promise<ByteSource | undefined>>();

  open(path: string): Promise<ByteSource | undefined> {
    let file = this.opened.get(path);
    if (!file) {
      file = openUri(uriOf(path)).then((source) => ('problem' in source ? undefined : source));
      this.opened.set(path, file);
    }
    return file;
  }

  close(): Promise<void> {
    this.opened.clear();
    return Promise.resolve();
  }
}
