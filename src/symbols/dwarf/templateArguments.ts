// Arguments of templates (DWARF 5, section 2.23), and GNU's packs of them.
import type { TemplateArgument } from '../type';
import { DW_AT, DW_TAG } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import type { Types } from './types';

/**
 * The arguments of the template that an entry instantiates, those without a name as gdb calls them; those of a
 * pack one by one.
 */
export async function readTemplateArguments(
  entries: Entries,
  types: Types,
  entry: Entry,
): Promise<TemplateArgument[]> {
  const found: TemplateArgument[] = [];
  let unnamed = 0;
  for (const child of argumentsIn(entry)) {
    const isInPack = child.parent?.offset !== entry.offset;
    const written = await entries.text(child, child.value(DW_AT.name));
    const name = written ?? (isInPack ? undefined : `<unnamed${unnamed++}>`);
    const value = child.number(DW_AT.const_value);
    found.push({
      ...(name === undefined ? {} : { name }),
      type: await types.of(child),
      ...(value === undefined ? {} : { value }),
      ...(!isInPack && child.tag === DW_TAG.template_type_parameter ? { isType: true } : {}),
    });
  }
  return found;
}

function* argumentsIn(entry: Entry): Generator<Entry> {
  for (const child of entry.children()) {
    if (isArgument(child)) yield child;
    if (child.tag === DW_TAG.GNU_template_parameter_pack) {
      for (const each of child.children()) if (isArgument(each)) yield each;
    }
  }
}

function isArgument({ tag }: Entry): boolean {
  return tag === DW_TAG.template_type_parameter || tag === DW_TAG.template_value_parameter;
}
