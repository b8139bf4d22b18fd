// The policy of the pages: our own script by its nonce, our own files, and nothing else, whatever
// text stands in a page.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { pageHtml, pageOptions } from '../../../src/editor/page';

const vs = vi.hoisted(() => ({
  env: { language: 'en' },
  l10n: { bundle: undefined as Record<string, string> | undefined },
}));

vi.mock('vscode', () => ({
  ...vs,
  Uri: { joinPath: (_: unknown, ...parts: string[]) => parts.join('/') },
}));

const webview = {
  cspSource: 'https://own.example',
  asWebviewUri: (file: unknown) => `https://own.example/${String(file)}`,
} as unknown as vscode.Webview;
const extension = {} as vscode.Uri;
const root = path.join(import.meta.dirname, '../../..');

beforeEach(() => {
  vs.env.language = 'en';
  vs.l10n.bundle = undefined;
});

/** The directives of a page's policy. */
function policyOf(html: string): Map<string, string> {
  const [, content = ''] =
    /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  return new Map(
    content.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

/** The pages that there are, as their HTML is asked for and as scripts/build.mjs makes them. */
const pages = [
  ...readFileSync(path.join(root, 'scripts/build.mjs'), 'utf8').matchAll(/'webview\/(\w+)\.css'/g),
].map(([, name = '']) => name);

it('there are four pages', () => {
  expect(pages.sort()).toEqual(['branch', 'comparison', 'main', 'memory']);
});

describe.each(pages)('the page %s', (name) => {
  it('runs our own script alone, and loads our own files alone', () => {
    const policy = policyOf(pageHtml(webview, extension, name));
    const nonce = /^'nonce-([\da-f-]{36})'$/.exec(policy.get('script-src') ?? '')?.[1];
    expect(nonce).toBeDefined();
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'style-src': 'https://own.example',
      'font-src': 'https://own.example',
      'img-src': 'https://own.example',
      'script-src': `'nonce-${nonce ?? ''}'`,
      'base-uri': "'none'",
      'form-action': "'none'",
    });
  });

  it('has a nonce that no other page has, on its one script', () => {
    const [one, other] = [pageHtml(webview, extension, name), pageHtml(webview, extension, name)];
    expect(policyOf(one).get('script-src')).not.toBe(policyOf(other).get('script-src'));
    const scripts = [...one.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toHaveLength(1);
    expect(scripts[0]).toContain('src="https://own.example/dist/webview/main.js"');
    expect(one).toContain(`<body data-page="${name}"`);
    expect(one).not.toMatch(/<style|\son\w+=|javascript:|style="/);
  });

  it('keeps what a user wrote, and translators, as text', () => {
    const hostile = '"><script>x</script><!--</script>&quot;';
    vs.env.language = hostile;
    vs.l10n.bundle = { [hostile]: hostile };
    const html = pageHtml(webview, extension, name, hostile);
    expect([...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag.replace(/".*/s, ''))).toEqual([
      '<script type=',
      '<script nonce=',
    ]);
    const [, strings = ''] = /id="l10n">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(strings)).toEqual({ [hostile]: hostile });
  });
});

it('pages may read the files of dist/webview alone', () => {
  expect(pageOptions(extension)).toEqual({
    enableScripts: true,
    localResourceRoots: ['dist/webview'],
  });
});

describe('the code', () => {
  const codeOf = (folder: string) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map(
        (name) =>
          [`${folder}/${name}`, readFileSync(path.join(root, folder, name), 'utf8')] as const,
      );
  const code = [...codeOf('src'), ...codeOf('webview')];
  const holding = (pattern: RegExp) =>
    code.filter(([, text]) => pattern.test(text)).map(([name]) => name);

  it('makes the HTML of a page in one place', () => {
    expect(code.length).toBeGreaterThan(500);
    expect(holding(/<!DOCTYPE html|Content-Security-Policy/)).toEqual([
      'src/editor/pageDocument.ts',
    ]);
    const given = code.flatMap(([, text]) => [...text.matchAll(/\.html = (\w+)/g)]);
    expect(given.map(([, from]) => from)).toEqual(Array(4).fill('pageHtml'));
  });

  it('makes no HTML of text, and no code', () => {
    const made =
      /\b(innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|unsafeSVG|unsafeStatic|srcdoc|DOMParser)\b|document\.write|\beval\(|new Function\(/;
    // In a browser, nothing else loads the extension's own files.
    expect(holding(made)).toEqual(['src/platform/scripts.web.ts']);
  });

  it('takes nothing of what stands in Markdown for a command or HTML', () => {
    expect(holding(/\b(supportHtml|isTrusted)\s*[:=](?!=)/)).toEqual([]);
  });
});
