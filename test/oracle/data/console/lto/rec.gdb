set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./lto
break main
continue
delete 1
trace counted_calls
actions
collect $regs, $args, $locals
end
trace log.c:13
actions
collect $regs, $args
end
break exit
tstart
continue

tstop
tsave lto.tf
kill
quit
