# Frames without a byte: a tracepoint without actions, and the hits of one that only steps.
# print i
# print *reading
# print depth
# print energy
# x readings

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./meter
break main
continue
delete 1

trace meter.c:61
trace meter.c:77
actions
while-stepping 2
collect i
end
end
passcount 6 2
break exit
tstart
continue

tstatus
info tracepoints
tsave meter.empty.tf
kill
quit
