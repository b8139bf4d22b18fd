// The extension as VS Code knows it.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';

const id = 'gdb-trace-files.gdb-tracefile';

interface Contributions {
  readonly contributes: { readonly debuggers: readonly { readonly type: string }[] };
}

describe('the extension', () => {
  it('activates', async () => {
    const extension = vscode.extensions.getExtension(id);
    assert.ok(extension, `${id} is not there`);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('contributes the debug type tracefile', () => {
    const { contributes } = vscode.extensions.getExtension(id)?.packageJSON as Contributions;
    assert.deepEqual(
      contributes.debuggers.map(({ type }) => type),
      ['tracefile'],
    );
  });
});
