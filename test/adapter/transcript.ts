// A conversation with the adapter as text: what was asked, what was answered, which events came,
// one line each. Those in golden/ were checked by hand against the recorded traces
// (test/corpus/**/*.oracle.txt). After a change that is meant, look at what it does to them:
//     UPDATE_GOLDEN=1 npx vitest run test/adapter && git diff test/adapter/golden
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { expect } from 'vitest';
import { corpus, TraceClient } from './client';
import { adapterHere } from './runningAdapter';

/** Events that a client answers nothing to, and of which each run has the same. */
const shownEvents = ['stopped', 'continued', 'breakpoint', 'output', 'terminated'];

/**
 * Records what a client and the adapter say to each other: each request, its answer, then the
 * events that came with it.
 */
export class Transcript {
  private readonly lines: string[] = [];
  private events: string[] = [];

  private constructor(private readonly client: TraceClient) {
    for (const event of shownEvents) {
      client.on(event, ({ body }: DebugProtocol.Event) => {
        this.events.push(`event ${event} ${JSON.stringify(body)}`);
      });
    }
  }

  /** Launches a trace of the corpus, and waits for its first stop. */
  static async of(args: object, adapter = adapterHere()): Promise<Transcript> {
    const client = await TraceClient.start('test', 'en', adapter);
    const transcript = new Transcript(client);
    await client.launchTrace(args);
    transcript.flush();
    return transcript;
  }

  /**
   * Sends a request and waits for its answer, and for as many more events of a name as follow it.
   */
  async ask(command: string, args: object = {}, ...events: string[]): Promise<unknown> {
    this.lines.push(`> ${command} ${JSON.stringify(args)}`);
    const awaited = this.next(events);
    const answer = await this.client.customRequest(command, args).then(
      ({ body }: DebugProtocol.Response): unknown => {
        this.lines.push(`< ${command} ${JSON.stringify(body ?? {})}`);
        return body;
      },
      (error: unknown) => {
        this.lines.push(`< ${command} failed: ${error instanceof Error ? error.message : ''}`);
      },
    );
    await awaited;
    this.flush();
    return answer;
  }

  /** Ends the session; the text, in which nothing differs from machine to machine. */
  async end(): Promise<string> {
    await this.client.stop();
    return `${this.lines.join('\n')}\n`.replaceAll(corpus('.'), '<corpus>');
  }

  private flush(): void {
    this.lines.push(...this.events);
    this.events = [];
  }

  private next(events: readonly string[]): Promise<void> {
    const missing = [...events];
    if (missing.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      for (const event of new Set(missing)) {
        const heard = () => {
          missing.splice(missing.indexOf(event), 1);
          if (!missing.includes(event)) this.client.removeListener(event, heard);
          if (missing.length === 0) resolve();
        };
        this.client.on(event, heard);
      }
    });
  }
}

/** Ends the session, and compares what was said with the conversation of a name in golden/. */
export async function golden(name: string, transcript: Transcript): Promise<void> {
  const said = await transcript.end();
  const file = join(import.meta.dirname, 'golden', `${name}.txt`);
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(file, said);
  expect(said).toBe(await readFile(file, 'utf8'));
}
