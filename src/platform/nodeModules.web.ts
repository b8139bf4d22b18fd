// The parts of node's modules that libraries need in a browser: @vscode/debugadapter's session is
// an emitter, and it parses file URLs. Capstone's loader asks for node:fs only in node.

type Listener = (...given: unknown[]) => void;

/** As in `node:events`. */
export class EventEmitter {
  private readonly listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): this {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
    return this;
  }

  emit(event: string, ...given: unknown[]): boolean {
    const listeners = this.listeners.get(event) ?? [];
    for (const listener of listeners) listener(...given);
    return listeners.length > 0;
  }
}

/** As in `node:url`. */
export const { URL } = globalThis;
