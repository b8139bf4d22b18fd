// The numbers of DWARF 5, section 7.5 to 7.25, under their own names; those that are read, with the
// GNU extensions among them.

/** Kinds of units, section 7.5.1. */
export const DW_UT = {
  compile: 0x01,
  type: 0x02,
  partial: 0x03,
  skeleton: 0x04,
  split_compile: 0x05,
  split_type: 0x06,
} as const;

/** Tags of debugging information entries, section 7.5.3. */
export const DW_TAG = {
  class_type: 0x02,
  enumeration_type: 0x04,
  formal_parameter: 0x05,
  compile_unit: 0x11,
  structure_type: 0x13,
  union_type: 0x17,
  inlined_subroutine: 0x1d,
  subprogram: 0x2e,
  variable: 0x34,
  interface_type: 0x38,
  namespace: 0x39,
  partial_unit: 0x3c,
  type_unit: 0x41,
  skeleton_unit: 0x4a,
} as const;

/** Attributes, section 7.5.4. */
export const DW_AT = {
  sibling: 0x01,
  location: 0x02,
  name: 0x03,
  stmt_list: 0x10,
  low_pc: 0x11,
  high_pc: 0x12,
  language: 0x13,
  comp_dir: 0x1b,
  producer: 0x25,
  abstract_origin: 0x31,
  declaration: 0x3c,
  specification: 0x47,
  entry_pc: 0x52,
  ranges: 0x55,
  linkage_name: 0x6e,
  str_offsets_base: 0x72,
  addr_base: 0x73,
  rnglists_base: 0x74,
  dwo_name: 0x76,
  loclists_base: 0x8c,
  MIPS_linkage_name: 0x2007,
  GNU_dwo_name: 0x2130,
  GNU_dwo_id: 0x2131,
  GNU_ranges_base: 0x2132,
  GNU_addr_base: 0x2133,
} as const;

/** Languages that gdb treats apart, section 7.12. */
export const DW_LANG = { Mips_Assembler: 0x8001 } as const;

/** Forms of attribute values, section 7.5.5. */
export const DW_FORM = {
  addr: 0x01,
  block2: 0x03,
  block4: 0x04,
  data2: 0x05,
  data4: 0x06,
  data8: 0x07,
  string: 0x08,
  block: 0x09,
  block1: 0x0a,
  data1: 0x0b,
  flag: 0x0c,
  sdata: 0x0d,
  strp: 0x0e,
  udata: 0x0f,
  ref_addr: 0x10,
  ref1: 0x11,
  ref2: 0x12,
  ref4: 0x13,
  ref8: 0x14,
  ref_udata: 0x15,
  indirect: 0x16,
  sec_offset: 0x17,
  exprloc: 0x18,
  flag_present: 0x19,
  strx: 0x1a,
  addrx: 0x1b,
  ref_sup4: 0x1c,
  strp_sup: 0x1d,
  data16: 0x1e,
  line_strp: 0x1f,
  ref_sig8: 0x20,
  implicit_const: 0x21,
  loclistx: 0x22,
  rnglistx: 0x23,
  ref_sup8: 0x24,
  strx1: 0x25,
  strx2: 0x26,
  strx3: 0x27,
  strx4: 0x28,
  addrx1: 0x29,
  addrx2: 0x2a,
  addrx3: 0x2b,
  addrx4: 0x2c,
  GNU_addr_index: 0x1f01,
  GNU_str_index: 0x1f02,
  GNU_ref_alt: 0x1f20,
  GNU_strp_alt: 0x1f21,
} as const;

/** Entries of a range list, section 7.25. */
export const DW_RLE = {
  end_of_list: 0x00,
  base_addressx: 0x01,
  startx_endx: 0x02,
  startx_length: 0x03,
  offset_pair: 0x04,
  base_address: 0x05,
  start_end: 0x06,
  start_length: 0x07,
} as const;

/** Standard opcodes of the line number program, section 7.22. */
export const DW_LNS = {
  copy: 0x01,
  advance_pc: 0x02,
  advance_line: 0x03,
  set_file: 0x04,
  set_column: 0x05,
  negate_stmt: 0x06,
  set_basic_block: 0x07,
  const_add_pc: 0x08,
  fixed_advance_pc: 0x09,
  set_prologue_end: 0x0a,
  set_epilogue_begin: 0x0b,
  set_isa: 0x0c,
} as const;

/** Extended opcodes of the line number program, section 7.22. */
export const DW_LNE = {
  end_sequence: 0x01,
  set_address: 0x02,
  define_file: 0x03,
  set_discriminator: 0x04,
} as const;

/** Content types of the line number header's tables, section 7.22. */
export const DW_LNCT = {
  path: 0x01,
  directory_index: 0x02,
  timestamp: 0x03,
  size: 0x04,
  MD5: 0x05,
} as const;
