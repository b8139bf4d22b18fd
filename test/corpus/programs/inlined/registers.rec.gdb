# As plain, but only registers, or a little of the stack: callers and values at entry are out of reach.
# registers rbx rbp rsp rip r12 r13
# in lost first
# in lost second
# in lost name@entry
# in kept *reading
# in kept before
# in pieces sum
# in pieces pair
# in floating product
# in constants both
# in recurse kept_here
# in touch value
# in touch value@entry

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

trace *touch
actions
collect $regs
end
trace inlined.c:37
actions
collect $regs, *(unsigned char *) $rsp@8
end
trace inlined.c:73
actions
collect $regs, *(unsigned char *) $rsp@24
end
trace recurse
actions
collect $regs, *(unsigned char *) $rsp@24
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
