// Connects to a target for a recording; what the target's command says, and its program, goes to an output channel.
import * as vscode from 'vscode';
import { readTargetAddress } from '../../platform/targetAddress';
import { connectTarget } from '../../platform/targetConnection';
import { connectRecording, type ConnectOptions } from '../../remote/client/connectRecording';
import type { Recording } from '../../remote/client/recording';
import type { Transport } from '../../remote/transport';
import { progressNotification } from '../notify';

/** Characters of what a command said that are shown with a problem. */
const mostWords = 300;

interface Problem {
  readonly problem: string;
}

/** Makes connections. */
export class Connecting implements vscode.Disposable {
  private readonly output = vscode.window.createOutputChannel(vscode.l10n.t('Recorded Program'));

  dispose(): void {
    this.output.dispose();
  }

  /** A recording on a target that is named as gdb's `target remote` takes it. */
  to(target: string): Promise<Recording | { readonly problem: string }> {
    return this.by(target, async (connection, options) => {
      const made = await connectRecording(connection, options);
      return 'problem' in made ? made : made.recording;
    });
  }

  /** What `greet` makes of a connection to a target. */
  async by<Made extends object>(
    target: string,
    greet: (connection: Transport, options: ConnectOptions) => Promise<Made | Problem>,
  ): Promise<Made | Problem> {
    const address = readTargetAddress(target);
    if ('problem' in address) return address;
    return vscode.window.withProgress(
      progressNotification(vscode.l10n.t('Connecting to {0}', target)),
      async () => {
        let words = '';
        const onWords = (text: string) => {
          words += text;
          this.output.append(text);
        };
        const connected = await connectTarget(address, { onWords });
        if ('problem' in connected) return connected;
        const { connection, reliable } = connected;
        const made = await greet(connection, { reliable });
        if (!('problem' in made)) return made;
        return { problem: [made.problem, words.trim().slice(-mostWords)].join(' ').trim() };
      },
    );
  }
}
