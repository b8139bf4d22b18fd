# Tracepoints in a position-independent program and in its shared object; asked while they live.
# print gear
# print revolutions
# print geared
# print travelled
# print names
# x names
# x &shifts

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./gears
break main
continue
delete 1

trace turn
actions
collect $regs, $args
collect *(unsigned char *) $rsp@96
end
trace gears.c:29
actions
collect $regs, $locals
while-stepping 2
collect $regs
end
end
trace gearbox.c:24
actions
collect $regs, $args, shifts
end
trace gear_name
actions
collect $regs, $args
end
trace ratio
actions
collect $regs, $args
end
break exit
tstart
continue
tstop

tstatus
info tracepoints
info sharedlibrary
set $trace = "gears.both"
source ../../record/oracle.py
tfind none
tsave gears.both.tf
kill
quit
