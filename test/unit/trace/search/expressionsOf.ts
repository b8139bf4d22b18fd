// Conditions on a trace that are made of what its program has: every variable that some frame can
// see, with the types that they have, and every kind of operator.
import type { Type } from '../../../../src/symbols/type';
import { asClass, elementType, isReference, strip } from '../../../../src/values/types';
import type { Trace } from '../../../../src/trace/trace';

/** Names seen from frames, with their types. */
async function variablesOf(trace: Trace): Promise<ReadonlyMap<string, Type>> {
  const variables = new Map<string, Type>();
  const places = new Set<bigint | undefined>();
  for (let frame = 0; frame < trace.recording.index.count; frame++) {
    const pc = trace.recording.pc(frame)?.pc;
    if (places.has(pc)) continue;
    places.add(pc);
    const scope = (await trace.callStack(frame)).frames[0]?.scope;
    for (const { name, type } of scope?.parameters ?? []) variables.set(name, type);
    for (const { variables: inBlock } of scope?.blocks ?? []) {
      for (const { name, type } of inBlock) variables.set(name, type);
    }
  }
  for (const { program } of trace.modules.current.loaded) {
    for await (const { name, type } of program.globals()) {
      if (variables.size < maxVariables) variables.set(name, type);
    }
  }
  return variables;
}

const maxVariables = 60;

/** What can be asked of something of a type. */
async function* of(text: string, type: Type, depth = 0): AsyncIterable<string> {
  const bare = strip(type);
  yield text;
  if (depth > 2) return;
  if (bare.kind === 'base' || bare.kind === 'enum') {
    if (depth > 0) return;
    yield* [`${text} > 3`, `${text} + 1 == 2u`, `-${text} * 2 < 7`, `(char) ${text} == 5`];
    yield* [`~${text} & 1`, `${text} == 1 ? 2 : 3`, `${text} / 2.5 > 1`, `(long) ${text} << 2`];
  } else if (bare.kind === 'pointer' || isReference(bare)) {
    if (depth === 0) yield* [`${text} != 0`, `${text} + 1`, `${text}[0]`, `(long) ${text}`];
    yield* of(bare.kind === 'pointer' ? `(*${text})` : text, bare.target, depth + 1);
  } else if (bare.kind === 'array') {
    yield* [`*${text}`, `&${text}[1]`];
    yield* of(`${text}[1]`, elementType(bare), depth + 1);
  }
  const members = (await asClass(bare)?.members())?.members ?? [];
  for (const member of members.slice(0, 6)) {
    if (member.name !== undefined) yield* of(`${text}.${member.name}`, member.type, depth + 1);
  }
}

/** Expressions for one trace, none twice. */
export async function expressionsOf(trace: Trace): Promise<string[]> {
  const made = new Set<string>(fixed);
  for (const { name } of trace.recording.layout?.registers ?? []) {
    if (name !== '' && made.size < maxRegisters) made.add(`$${name}`);
  }
  for (const { name } of trace.recording.description.variables) {
    for (const text of [`$${name}`, `$${name} > 2`, `$${name} < 3u`, `$_changed($${name})`]) {
      made.add(text);
    }
  }
  for (const [name, type] of await variablesOf(trace)) {
    for (const text of [`$_collected(${name})`, `$_changed(${name})`, `&${name}`]) made.add(text);
    for await (const text of of(name, type)) made.add(text);
  }
  return [...made];
}

const maxRegisters = 60;

const fixed = [
  '$pc == 0x401159',
  '$pc',
  '$sp + 8',
  '(int) $sp & 0xff',
  '$sp > $pc',
  '*(char *) $sp',
  '((unsigned char *) $sp)[3]',
  '{long} $sp',
  '{int} ($sp + 6)',
  '{long} $pc',
  '*(short *) ($pc + 4094)',
  '$trace_frame > 10 && $tracepoint == 2',
  '$_streq($trace_func, "helper")',
  '!$_regex($trace_func, "m.*")',
  '$trace_line * 2',
  '$xmm0.v4_int32[1]',
  '$xmm1.v2_double[0] > 1',
  '$eflags & 0x40',
  '$al',
  '1 || nosuch',
  '1 || $sp->nosuch',
  '$tracepoint == 2 && $_strlen((char *) $sp) > 2',
  '$trace_frame / ($tracepoint - 2)',
  '$sp ? 1 : 2',
  '5',
  'sizeof(int) == 4',
];
