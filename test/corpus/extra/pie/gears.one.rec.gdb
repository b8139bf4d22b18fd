# One tracepoint, set at a function, without registers.
# print gear

set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./gears
break main
continue
delete 1

trace drive
actions
collect travelled
end
break exit
tstart
continue
tstop

tstatus
info tracepoints
set $trace = "gears.one"
source ../../record/oracle.py
tfind none
tsave gears.one.tf
kill
quit
