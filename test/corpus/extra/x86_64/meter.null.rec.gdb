# Memory that cannot be read is recorded as if it could.
# print i
# print *reading
# print depth
# print energy
# x readings
# print missing
# print *missing
# x missing
# x 0xffffffffff000000
# frames 0-5

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./meter
break main
continue
delete 1

trace meter.c:61
actions
collect missing, *missing
collect missing->before, *(long *) 0xffffffffff000000
collect i
end
trace meter.c:77 if missing->channel == 0
actions
collect $regs, total
end
break exit
tstart
continue

tstop
tstatus
info tracepoints
tsave meter.null.tf
kill
quit
