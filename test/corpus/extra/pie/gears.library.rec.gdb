# Tracepoints in the shared object alone.
# print gear

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./gears
break main
continue
delete 1

trace shift
actions
collect $regs, $args
collect *(unsigned char *) $rsp@96
end
trace gearbox.c:25
actions
collect $regs, $locals
end
break exit
tstart
continue
tstop

tstatus
info tracepoints
set $trace = "gears.library"
source ../../record/oracle.py
tfind none
tsave gears.library.tf
kill
quit
