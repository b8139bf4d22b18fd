# What compilers seldom write: line 0, rows without instructions, marks, views, a checksum, a far jump of
# lines, two sequences that go backward, and a file that no row names.
	.text
	.file 0 "/build" "lines.s" md5 0x00112233445566778899aabbccddeeff
	.file 1 "dir/first.c" md5 0xffeeddccbbaa99887766554433221100
	.file 2 "/absolute/second.c" md5 0x0123456789abcdef0123456789abcdef
	.file 3 "dir/../unnamed.c" md5 0x0123456789abcdef0123456789abcdee
	.globl main
	.type main, @function
main:
	.loc 1 10 2 prologue_end
	nop
	.loc 1 10 7 is_stmt 0 view .LVU1
	nop
	.loc 1 0 0
	nop
	.loc 1 12 3 is_stmt 1 discriminator 4
	.loc 1 13 5
	nop
	.loc 2 70000 9 basic_block
	nop
	.loc 2 5 1 epilogue_begin
	nop
	.loc 1 14 300 isa 2
	ret
	.size main, . - main
	.section .text.later, "ax", @progbits
	.globl later
	.type later, @function
later:
	.loc 1 30 1
	nop
	.skip 3000, 0x90
	.loc 1 31 1
	ret
	.size later, . - later
label:
	.loc 1 40 1
	nop
