// `node scripts/lint/ownChecks.mjs`: what no linter checks of what ships, and of its tests; of the
// files that are named, what is told of each by itself.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { bundleFile, bundleText } from '../language.mjs';
import { root } from '../steps/paths.mjs';
import { unboundedArguments } from './boundedArguments.mjs';
import { namesExportedTwice } from './exportedNames.mjs';
import { fixedWaits } from './fixedWaits.mjs';
import { parsed, shippedSources, testSources } from './sources.mjs';
import { stringsFor } from './strings.mjs';
import { wideLines } from './wideLines.mjs';

/**
 * Gives programs of files that are parsed already.
 * @param {readonly ts.SourceFile[]} sources
 * @returns {(paths: readonly string[]) => ts.Program}
 */
function programs(sources) {
  const known = new Map(sources.map((file) => [join(file.fileName), file]));
  const host = ts.createCompilerHost(compilerOptions(), true);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => known.get(join(name)) ?? parse(name, ...rest);
  host.getCurrentDirectory = () => root;
  return (paths) => ts.createProgram([...paths], compilerOptions(), host);
}

/** Those of the page, and what the extension knows beside. */
function compilerOptions() {
  const { sys } = ts;
  const onUnRecoverableConfigFileDiagnostic = () => undefined;
  const read = { ...sys, onUnRecoverableConfigFileDiagnostic };
  const path = join(root, 'webview', 'tsconfig.json');
  const options = ts.getParsedCommandLineOfConfigFile(path, {}, read)?.options;
  return { ...options, types: ['node'] };
}

/** @param {readonly ts.SourceFile[]} sources */
function staleBundle(sources) {
  return bundleText(stringsFor(sources)) === readFileSync(bundleFile, 'utf8')
    ? []
    : ['l10n/bundle.l10n.json is not up to date: run node scripts/language.mjs.'];
}

function problemsOfAll() {
  const sources = shippedSources();
  const tests = testSources();
  return [
    ...namesExportedTwice(sources),
    ...unboundedArguments(sources, programs(sources)),
    ...staleBundle(sources),
    ...fixedWaits(tests),
    ...wideLines([...sources, ...tests]),
  ];
}

/** @param {readonly string[]} paths from the project's folder */
function problemsOf(paths) {
  const files = paths.map((path) => parsed(join(root, path)));
  const tests = files.filter(({ fileName }) => fileName.startsWith(join(root, 'test')));
  return [...fixedWaits(tests), ...wideLines(files)];
}

const named = process.argv.slice(2);
const problems = named.length > 0 ? problemsOf(named) : problemsOfAll();
console.log(problems.join('\n'));
process.exitCode = problems.length > 0 ? 1 : 0;
