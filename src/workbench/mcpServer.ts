// The command line's MCP server, for the assistants of VS Code: it is there without set-up, answers
// about the traces in the workspace's folders, and is run by VS Code's own Node.
import * as vscode from 'vscode';
import { nodePath } from '../platform/nodeProgram';

/** As package.json names it. */
const providerId = 'tracefile.mcp';

/** Offers the server; disposing of the result takes it back. */
export function registerMcpServer({ extension }: vscode.ExtensionContext): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const change = (): void => {
    changed.fire();
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.onDidChangeWorkspaceFolders(change),
    vscode.workspace.onDidGrantWorkspaceTrust(change),
    vscode.lm.registerMcpServerDefinitionProvider(providerId, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => definitions(extension),
    }),
  );
}

/** None where there is no folder to read, or the workspace is not trusted. */
function definitions({
  extensionUri,
  packageJSON,
}: vscode.Extension<unknown>): vscode.McpStdioServerDefinition[] {
  const folders = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
  if (!vscode.workspace.isTrusted || folders.length === 0) return [];
  const script = vscode.Uri.joinPath(extensionUri, 'dist', 'cli.js').fsPath;
  const { version } = packageJSON as { readonly version: string };
  return [
    new vscode.McpStdioServerDefinition(
      vscode.l10n.t('GDB Trace Files'),
      nodePath,
      [script, 'mcp', ...folders],
      // Electron is Node then.
      { ELECTRON_RUN_AS_NODE: '1' },
      version,
    ),
  ];
}
