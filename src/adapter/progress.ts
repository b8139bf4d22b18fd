// DAP's progress events, for work that takes longer than the user waits without wondering.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Disposable } from '../trace/emitter';
import type { Client } from './client';

/** Work that ends sooner is not shown, in milliseconds. */
const shownAfter = 500;

/** One piece of work, shown until it is disposed of. A client that cannot show it hears nothing. */
export class Progress implements Disposable {
  private readonly timer: NodeJS.Timeout | undefined;
  private isShown = false;
  private fraction = 0;

  constructor(
    private readonly client: Client,
    readonly id: string,
    private readonly title: string,
  ) {
    if (!client.abilities.progress) return;
    this.timer = setTimeout(() => {
      this.show();
    }, shownAfter);
  }

  /** `fraction`: from 0 to 1. */
  update(fraction: number): void {
    this.fraction = fraction;
    if (this.isShown) this.send('progressUpdate', { percentage: this.percentage });
  }

  dispose(): void {
    clearTimeout(this.timer);
    if (this.isShown) this.send('progressEnd', {});
    this.isShown = false;
  }

  private show(): void {
    this.isShown = true;
    const { title, percentage } = this;
    this.send('progressStart', { title, cancellable: true, percentage });
  }

  private get percentage(): number {
    return Math.round(Math.min(1, Math.max(0, this.fraction)) * 100);
  }

  private send(event: string, body: object): void {
    const sent: DebugProtocol.Event = {
      seq: 0,
      type: 'event',
      event,
      body: { progressId: this.id, ...body },
    };
    this.client.send(sent);
  }
}
