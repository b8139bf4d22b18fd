# 32 bits: registers, arguments, globals, the stack.
# print lane
# print *lane
# print *lane->next
# print lane->name
# print cars
# print depth
# print mean
# print lanes
# print counts
# print magic
# print $eax
# print $ax
# print $al
# print $st0
# print $xmm0
# x lanes
# x &counts
# x &magic

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./lanes
break main
continue
delete 1

tvariable $crossed
trace lanes.c:22
actions
collect $regs, $args, $locals
collect *lane, counts
collect *(unsigned char *) $esp@256
teval $crossed = $crossed + cars
collect $crossed
end
trace lanes.c:24 if depth == 2
actions
collect $regs
while-stepping 2
collect $regs, lanes
end
end
break exit
tstart
continue

tstop
tstatus
info tracepoints
tsave lanes.plain.tf
kill
quit
