# Every call frame instruction that rows can show (x86-64), in the section that record.sh names.
	.cfi_sections SECTION
	.text
	.globl	_start
_start:
	.cfi_startproc
	.cfi_personality 0x9b, personality_pointer
	.cfi_lsda 0x1b, lsda
	nop
	.cfi_def_cfa_offset 16
	.cfi_offset rbx, -16
	nop
	.cfi_def_cfa_register rbp
	.cfi_offset xmm16, -48
	nop
	.cfi_remember_state
	.cfi_def_cfa rsp, 8
	.cfi_restore rbx
	.cfi_same_value r12
	.cfi_undefined r13
	nop
	.cfi_restore_state
	.cfi_register r14, r15
	.cfi_rel_offset r12, 8
	nop
	.cfi_val_offset r13, -32
	nop
	.cfi_def_cfa_offset 1000000
	.cfi_adjust_cfa_offset 24
	nop
	# DW_CFA_offset_extended_sf r12, 3 * -8; DW_CFA_val_offset_sf r13, -2 * -8
	.cfi_escape 0x11, 12, 3, 0x15, 13, 0x7e
	nop
	# DW_CFA_def_cfa_sf rbp, -2 * -8
	.cfi_escape 0x12, 6, 0x7e
	nop
	# DW_CFA_def_cfa_offset_sf -4 * -8
	.cfi_escape 0x13, 0x7c
	nop
	# DW_CFA_expression rbx: DW_OP_breg7 8; DW_CFA_val_expression rbp: DW_OP_breg7 16, DW_OP_deref
	.cfi_escape 0x10, 3, 2, 0x77, 8, 0x16, 6, 3, 0x77, 16, 0x06
	nop
	# DW_CFA_def_cfa_expression: DW_OP_breg6 0, DW_OP_deref
	.cfi_escape 0x0f, 3, 0x76, 0, 0x06
	nop
	# DW_CFA_GNU_args_size 300; DW_CFA_nop; DW_CFA_restore_extended rbx
	.cfi_escape 0x2e, 0xac, 0x02, 0x00, 0x06, 3
	nop
	.skip	300, 0x90
	.cfi_def_cfa rsp, 24
	.skip	66000, 0x90
	.cfi_def_cfa_offset 32
	ret
	.cfi_endproc

	.globl	trampoline
trampoline:
	.cfi_startproc simple
	.cfi_signal_frame
	.cfi_def_cfa rsp, 160
	.cfi_offset rip, -160
	.cfi_undefined rbx
	mov	$15, %eax
	syscall
	.cfi_endproc

	.globl	other_column
other_column:
	.cfi_startproc
	.cfi_return_column r11
	.cfi_register r11, rax
	nop
	.cfi_undefined r11
	ret
	.cfi_endproc

	.globl	empty
empty:
	.cfi_startproc
	.cfi_endproc

personality:
	ret
	.data
personality_pointer:
	.quad	personality
	.section .gcc_except_table,"a"
lsda:
	.byte	0xff, 0xff, 1, 0
