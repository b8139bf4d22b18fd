# 70000 bytes in one frame, in two blocks; the return address.
# print &history[65535]
# print history[65534]@3
# x &history[65530]

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./meter
break main
continue
delete 1

trace meter.c:81
actions
collect history, $_ret
end
break exit
tstart
continue

tstop
tstatus
info tracepoints
tsave meter.wide.tf
kill
quit
