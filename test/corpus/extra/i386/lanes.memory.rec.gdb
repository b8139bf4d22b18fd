# 32 bits without registers.
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
# frames 0-3

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./lanes
break main
continue
delete 1

trace lanes.c:24
actions
collect lanes, counts[1]@2
end
break exit
tstart
continue

tstop
tstatus
info tracepoints
tsave lanes.memory.tf
kill
quit
