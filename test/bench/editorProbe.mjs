// Runs in the extension host in the place of the extension's entry (instrumented.mjs): notes when a trace editor is resolved
// and when it posts its first rows, offers an editor with an empty page for comparison, and on a command writes what the
// extension host has held and keeps. Times are milliseconds since 1970, as the browser has them.

/**
 * @param {NodeJS.Require} require
 * @param {{ activate?: (context: any) => unknown }} exports
 * @param {string} folder of the extension
 * @param {string} entry the extension's own
 */
export function editorProbe(require, exports, folder, entry) {
  const { appendFileSync, readFileSync } = require('node:fs');
  const { join } = require('node:path');
  const { setFlagsFromString } = require('node:v8');
  const { runInNewContext } = require('node:vm');
  const vscode = require('vscode');

  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  const now = () => performance.timeOrigin + performance.now();
  const note = (event, more) =>
    appendFileSync(join(folder, 'notes'), JSON.stringify({ event, at: now(), ...more }) + '\n');

  const register = vscode.window.registerCustomEditorProvider;
  vscode.window.registerCustomEditorProvider = (viewType, provider, options) => {
    const resolveCustomEditor = (document, panel, token) => {
      note('resolved', { viewType });
      watchRows(panel.webview);
      return provider.resolveCustomEditor(document, panel, token);
    };
    const watched = Object.create(provider, {
      resolveCustomEditor: { value: resolveCustomEditor },
    });
    return register(viewType, watched, options);
  };

  function watchRows(webview) {
    const post = webview.postMessage.bind(webview);
    let isFirst = true;
    webview.postMessage = (message) => {
      const posted = post(message);
      if (isFirst && message.type === 'rows') {
        isFirst = false;
        note('rows');
      }
      return posted;
    };
  }

  const emptyEditor = {
    openCustomDocument: (uri) => ({ uri, dispose() {} }),
    resolveCustomEditor: (_, { webview }) => {
      webview.options = { enableScripts: true };
      webview.html = '<!DOCTYPE html><body><div class="shown">empty</div></body>';
    },
  };

  /** The longest time in which no timer was served, in milliseconds that the processor spent on this thread. */
  let longest = 0;
  let last = look();

  function look() {
    const [onProcessor = 0] = readFileSync('/proc/self/schedstat', 'latin1').split(' ', 1);
    return { clock: performance.now(), processor: Number(onProcessor) / 1e6 };
  }

  function watch() {
    const now = look();
    const held = Math.min(now.clock - last.clock, now.processor - last.processor);
    longest = Math.max(longest, held);
    last = now;
  }

  /** What was held since it was asked last, and what is kept now. */
  async function measure() {
    watch();
    const held = longest;
    for (let i = 0; i < 3; i++) {
      collectGarbage();
      await new Promise(setImmediate);
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    note('measured', { held, kept: heapUsed + arrayBuffers });
    last = look();
    longest = 0;
  }

  exports.activate = (context) => {
    context.subscriptions.push(
      vscode.window.registerCustomEditorProvider('bench.empty', emptyEditor),
      vscode.commands.registerCommand('bench.measure', measure),
    );
    setInterval(watch, 1);
    return require(entry).activate(context);
  };
}
