# Saved before any run: no frames, no tracepoints.
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

tstatus
info tracepoints
tsave meter.unstarted.tf
kill
quit
