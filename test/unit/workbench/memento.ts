// The state of a workspace, kept in a map.
import type * as vscode from 'vscode';

/** A memento with what it holds. */
export function memento(): vscode.Memento & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => (values.has(key) ? values.get(key) : otherwise),
    update: (key: string, value: unknown) => {
      values.set(key, value);
      return Promise.resolve();
    },
  } as vscode.Memento & { readonly values: Map<string, unknown> };
}
