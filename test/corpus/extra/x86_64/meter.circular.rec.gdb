# A circular buffer that wrapped: gdbserver sends stale bytes, one frame of the file is damaged.
# print i
# print *reading
# print depth
# print energy
# x readings
# frames 0-15, 17-33

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./meter
break main
continue
delete 1

set circular-trace-buffer on
set trace-buffer-size 4000
trace meter.c:45
actions
collect energy, averages
end
trace meter.c:61
actions
collect readings
end
break exit
tstart
continue

tstop
tstatus
info tracepoints
tsave meter.circular.tf
kill
quit
