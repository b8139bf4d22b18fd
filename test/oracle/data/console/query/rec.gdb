set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./query
break main
continue
delete 1
trace shop::asked
actions
collect $regs, $args, $locals
collect query
end
break exit
tstart
continue

tstop
tsave query.tf
kill
quit
