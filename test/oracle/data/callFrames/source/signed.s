// Signed return addresses (AArch64 pointer authentication).
	.text
	.globl	_start
_start:
	.cfi_startproc
	.cfi_b_key_frame
	hint	#27
	.cfi_negate_ra_state
	stp	x29, x30, [sp, #-32]!
	.cfi_def_cfa_offset 32
	.cfi_offset x29, -32
	.cfi_offset x30, -24
	ldp	x29, x30, [sp], #32
	.cfi_restore x29
	.cfi_restore x30
	.cfi_def_cfa_offset 0
	hint	#31
	.cfi_negate_ra_state
	ret
	.cfi_endproc
