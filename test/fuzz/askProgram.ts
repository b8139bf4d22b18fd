// Asks a program everything that the rest of this extension asks of one, and says in plain data
// what came of it.
import assert from 'node:assert/strict';
import { typeName } from '../../src/values/typeName';
import { macroScope } from '../../src/symbols/macros';
import type { Program } from '../../src/symbols/program';
import type { Type } from '../../src/symbols/type';

/** Asks everything, at these addresses. */
export async function askProgram(program: Program, addresses: readonly bigint[]): Promise<unknown> {
  const types: Type[] = [];
  const answers: unknown[] = [];
  for (const address of addresses) {
    const scopes = await program.scopesAt(address);
    for (const scope of scopes) {
      for (const site of await program.callSitesOf(scope)) {
        answers.push(typeof (await site.target()), (await site.parameters()).length);
      }
    }
    const variables = scopes.flatMap(({ blocks }) => blocks.flatMap((block) => block.variables));
    types.push(...variables.map(({ type }) => type));
    answers.push(await program.functionAt(address), await program.lines.lineAt(address));
    answers.push(await program.symbolAt(address), await program.callFrameAt(address));
    answers.push(variables.map(({ name, location }) => [name, location.kind]));
    const macros = await program.lines.macrosAt(address);
    const scope = macros && (await macroScope(macros, '', 100));
    answers.push([...(scope?.definitions.values() ?? [])].map(({ name, place }) => [name, place]));
    assert.ok((await program.readLoaded(address, 64)).length <= 64);
  }
  for (const file of (await program.sourceFiles()).slice(0, 4)) {
    for (const line of (await program.lines.linesWithCode(file)).slice(0, 8)) {
      answers.push(await program.addressesOfLine(file, line));
    }
  }
  for (const name of ['main', 'helper', 'geometry::Circle::area', '']) {
    answers.push(await program.addressesOfFunction(name));
  }
  for (const name of ['int', 'point', 'geometry::Circle']) {
    const type = await program.typeNamed(name);
    if (type) types.push(type);
  }
  for (const name of ['counter', 'origin', 'geometry::Shape::count']) {
    for (const { offset, type } of await program.globalsNamed(name)) {
      types.push(type);
      answers.push((await program.variableAt(offset))?.name);
    }
  }
  for (const type of types.slice(0, 40)) answers.push(await typeName(type));
  assert.ok(program.diagnostics.every(({ message }) => message !== ''));
  return { answers, diagnostics: program.diagnostics };
}
