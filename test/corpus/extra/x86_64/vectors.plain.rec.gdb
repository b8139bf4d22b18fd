# Vector, mask and x87 registers with something in them.
# print $xmm1
# print $ymm2
# print $zmm3
# print $zmm20
# print $ymm20
# print $xmm20
# print $ymm2.v8_float
# print $zmm3.v16_float
# print $k1
# print $st0
# print $st1
# print $mm0
# print $mxcsr
# print $fctrl
# print $fstat
# print $ftag
# print $eflags
# print $rax
# print $eax
# print $ax
# print $al
# print $ah
# print $fs_base
# print $orig_rax

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./vectors
break main
continue
delete 1

trace vectors.c:16
actions
collect $regs, shift
end
break exit
tstart
continue

tstop
tstatus
info tracepoints
tsave vectors.plain.tf
kill
quit
