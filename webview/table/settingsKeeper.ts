// Has the host keep what the user chose of the table, a moment after the last change: a column that is dragged wider
// changes with every move.
import type { TableSettings } from './tableSettings';

/** Milliseconds without a change. */
const restMs = 400;

export class SettingsKeeper {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly post: (settings: TableSettings) => void) {}

  keep(settings: TableSettings): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.post(settings);
    }, restMs);
  }
}
