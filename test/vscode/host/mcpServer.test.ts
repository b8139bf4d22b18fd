// The MCP server is in VS Code without set-up: its tools answer about the workspace's traces.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually, file } from './workspace';

describe('the MCP server in VS Code', () => {
  it('is offered, started by VS Code, and answers about a trace of the workspace', async () => {
    const settings = vscode.workspace.getConfiguration('chat');
    await settings.update('disableAIFeatures', false, vscode.ConfigurationTarget.Global);
    try {
      const isTool = ({ name }: vscode.LanguageModelToolInformation) =>
        name.endsWith('trace_frames');
      await eventually('its tools are there', async () => {
        await vscode.commands.executeCommand('workbench.mcp.startServer', '*', {
          waitForLiveTools: true,
          autoTrustChanges: true,
        });
        return vscode.lm.tools.some(isTool);
      });
      const tool = vscode.lm.tools.find(isTool);
      assert.ok(tool);
      const { content } = await vscode.lm.invokeTool(tool.name, {
        input: {
          trace: file('callqueue.tf').fsPath,
          where: '$tracepoint == 4 && call->state == HUNG_UP',
          columns: ['call->number'],
        },
        toolInvocationToken: undefined,
      });
      assert.match(JSON.stringify(content), /\\"frame\\":152/);
      assert.match(JSON.stringify(content), /\\"call->number\\":74/);
    } finally {
      await settings.update('disableAIFeatures', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
