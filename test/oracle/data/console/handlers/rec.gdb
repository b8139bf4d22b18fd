set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./handlers
break main
continue
delete 1
trace handlers.cc:8
actions
collect $regs
collect *(char *) $rsp@300
end
trace handlers.cc:30
actions
collect $regs
collect *(char *) $rsp@300
end
trace handlers.cc:35
actions
collect $regs
collect *(char *) $rsp@100
end
break exit
tstart
continue
tstop
tsave handlers.tf
kill
quit
