# Optimised code, seen from a function that everything calls; inlined functions, instruction by instruction.
# registers rbx rbp rsp rip r12 r13 r14 r15
# print $_
# print sink
# print seed
# print counter
# print history
# in lost first
# in lost second + 1
# in lost first@entry
# in lost name
# in kept *reading
# in kept reading->value
# in kept before + first
# in pieces sum
# in pieces pair.low
# in pieces sum.low + sum.high
# in pieces &sum
# in pieces pair
# in constants pointer
# in constants *pointer
# in constants pointer->high
# in constants both
# in constants label
# in constants fixed + 1
# in constants unused
# in constants unused + 1
# in constants &fixed
# in floating x * y
# in floating product
# in recurse depth
# in recurse kept_here
# in chain value
# in scale value * factor
# in scale scaled
# in scale total
# in clamp low
# in clamp result
# in nested total
# in nested i
# in nested step
# in nested value + i
# in main reading
# in main argc
# in main total
# in main argv
# in last value

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
collect $regs, sink, seed, counter, history
collect *(unsigned char *) $rsp@384
end
trace *nested
actions
collect $regs
while-stepping 24
collect $regs, history, sink
collect *(unsigned char *) $rsp@256
end
end
trace inlined.c:73
actions
collect $regs
collect *(unsigned char *) $rsp@256
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
