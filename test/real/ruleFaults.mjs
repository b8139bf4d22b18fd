// What gdb 13 gets wrong by a rule, in any program. The program's own bytes prove it: the adapter is asked
// again with gdb's rule in place of its own, and a line that then is gdb's differs by that rule alone.
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { distFolder, root } from '../../scripts/steps/paths.mjs';
import { adapterAnswers } from './adapter.mjs';

/**
 * @typedef {'read-only memory' | 'overwritten registers' | 'cold parts' | 'entries of inlined functions' |
 *   'origins of origins' | 'moved sections' | 'synthetic pointers' | 'typedefs in names' | 'memory of enums' |
 *   'offsets in split files'} Rule
 */

/**
 * What proves gdb's rules wrong:
 * - `read-only memory`: the bytes are in a section of the ELF file that is loaded and never written, at its
 *   link-time address plus the slide. The manual promises them (Tracepoint Restrictions, and QTro in Tracepoint
 *   Packets); gdb 13 names the sections to the target and looks for them itself at link-time addresses
 *   alone (remote_target::remote_set_transparent_ranges, exec_read_partial_read_only).
 * - `overwritten registers`: call frame information has no rule for the register, and the ABI lets a call
 *   overwrite it (System V ABI x86-64, 3.2.1). gdb 13 takes what a callee left there
 *   (DWARF2_FRAME_REG_UNSPECIFIED in dwarf2_frame_prev_register).
 * - `cold parts`: DW_AT_ranges of the function that a tail call leads to (DW_AT_call_origin) have the part that
 *   it begins with and one for what seldom runs. gdb 13 takes the beginning of each for one more function that
 *   is called, finds none there, and gives up (call_site_target::iterate_over_addresses, func_addr_to_tail_call_list).
 * - `entries of inlined functions`: what is inlined has no entry of its own, so that its `x@entry` is that of the
 *   function around it, which its caller's DW_TAG_call_site describes: of that function gdb says the same as we.
 *   gdb 13 computes DW_AT_call_value with the registers of the next stack frame, which for what is inlined is one of
 *   the same function (value_of_dwarf_reg_entry, push_dwarf_reg_entry_value).
 * - `origins of origins`: DW_AT_abstract_origin of a function leads to an instance without code that has one
 *   itself, as link-time optimization writes them, and that of a variable with DW_AT_location to the one in this
 *   instance. gdb 13 follows it to the end, finds a variable of another function there, and so takes the one of the
 *   instance, which has no location, for a further variable, and by its name it finds that one (inherit_abstract_dies).
 * - `moved sections`: `info line *ADDRESS` gives the line that `info line FUNCTION` is refused for the same address.
 *   The section of a function that no symbol of the linker names, as of an inlined one, gdb 13 looks for in a
 *   program that was moved among addresses that it moves back (fixup_section). It takes the first section of the
 *   file, and where a symbol of data is there (`__ehdr_start` of a static-pie), takes the code for data
 *   (find_pc_sect_compunit_symtab).
 * - `synthetic pointers`: DW_AT_location is DW_OP_implicit_pointer, and gdb itself says `<synthetic pointer>` of
 *   the variable. Where a format is given, and where `x` begins, gdb 13 takes it for 0: the zeros in its value's
 *   contents (value_print_scalar_formatted, value_as_address).
 * - `typedefs in names`: gdb itself writes `f(size_t)` where it names an address: the function has no
 *   DW_AT_linkage_name, and a typedef as a parameter. In the name that it is given, but not in the function's,
 *   gdb 13 puts what a typedef stands for (cp_canonicalize_string_no_typedefs), and finds no such function.
 * - `memory of enums`: what the frame has of an object is not less because a discriminant in it was not collected,
 *   and DW_AT_type of the pointer says what its type is. A variable without DW_AT_location is nowhere (DWARF 5,
 *   2.6.1.1.4), and of those of other types gdb says `<optimized out>`. For what has a DW_TAG_variant_part gdb 13
 *   reads the discriminants first, and gives up where it cannot (compute_variant_fields_inner); where there is no
 *   location, at address 0 (language_defn::read_var_value), and takes zeros where only a type is wanted
 *   (evaluate_var_value).
 * - `offsets in split files`: DW_LLE_offset_pair counts from the base address that DW_LLE_base_addressx gave (DWARF 5,
 *   2.6.2 and 7.7.3), as clang writes it for -gsplit-dwarf. In a .dwo file gdb 13 does not add it, so that the range
 *   is in no code of the program (dwarf2_find_location_expression); with -gdwarf-4 it says the same as we.
 * @type {readonly Rule[]}
 */
const rules = [
  'read-only memory',
  'overwritten registers',
  'cold parts',
  'entries of inlined functions',
  'origins of origins',
  'moved sections',
  'synthetic pointers',
  'typedefs in names',
  'memory of enums',
  'offsets in split files',
];

/** Commands that others depend on: they select, set, or say where the next one goes on. */
const withEffect = /^(tfind|frame|down|set|x|list)\b/;

/**
 * @typedef {object} Trial what we would answer by rules of gdb's
 * @property {string} rules
 * @property {ReadonlyMap<number, string>} answers by the command's number, of those that were asked
 */

/**
 * Asks again by gdb's rules, where its answers are others than ours: by all, and where that makes a
 * difference by each alone, which comes first.
 * @param {import('./adapter.mjs').Launch} launch
 * @param {readonly string[]} commands
 * @param {readonly string[]} ours what we answered
 * @param {(number: number) => boolean} differs whether the answers to a command differ
 * @param {string} folder for the adapter
 * @returns {Promise<Trial[]>}
 */
export async function answersByRules(launch, commands, ours, differs, folder) {
  const adapter = join(folder, 'gdbRules.cjs');
  await bundleAdapter(adapter);
  /** @param {readonly Rule[]} tried @param {(number: number) => boolean} isWanted */
  const trial = async (tried, isWanted) => {
    const named = tried.join(' and ');
    const asked = commands.flatMap((command, number) =>
      isWanted(number) || withEffect.test(command) ? [number] : [],
    );
    const { answers } = await adapterAnswers(
      { ...launch, adapter, env: { ...process.env, GDB_RULES: named } },
      asked.map((number) => commands[number] ?? ''),
    );
    const byNumber = new Map(asked.map((number, i) => [number, answers[i] ?? '']));
    return { rules: named, answers: byNumber };
  };
  const together = await trial(rules, differs);
  const isMoved = (/** @type {number} */ number) =>
    differs(number) && unnumbered(together.answers.get(number)) !== unnumbered(ours[number]);
  /** @type {Trial[]} */
  const alone = [];
  if (ours.some((_, number) => isMoved(number))) {
    for (const rule of rules) alone.push(await trial([rule], isMoved));
  }
  return [...alone, together];
}

/** A value without its number in the history: fewer commands were asked. @param {string} [answer] */
function unnumbered(answer = '') {
  return answer.replace(/^\$\d+ = /, '');
}

/** @param {string} outfile */
async function bundleAdapter(outfile) {
  await esbuild.build({
    stdin: {
      contents: "import './test/real/gdbRules'; import './src/adapter/stdioSession';",
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // The scripts of its threads are those that ship.
    define: { __dirname: JSON.stringify(distFolder) },
    logLevel: 'warning',
  });
}
