// The tree of calls as a page has expanded it.
import type { Outline } from '../../trace/branch/outline';
import type { Disposable } from '../../trace/emitter';

/** An outline that stays as it is expanded until the blocks are followed again. */
export class OutlineView implements Disposable {
  constructor(readonly outline: Outline) {}

  readonly dispose = (): void => undefined;
}
