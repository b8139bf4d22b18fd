set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./twice
break main
continue
delete 1
trace twice
actions
collect $regs
collect *(char *) $rsp@64
end
break exit
tstart
continue
tstop
tsave twice.tf
kill
quit
