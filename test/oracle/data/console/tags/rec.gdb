set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./tags
break main
continue
delete 1
trace lengths
actions
collect $regs
collect *(char *) $rsp@64
end
break exit
tstart
continue
tstop
tsave tags.tf
kill
quit
