set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./tally
break main
continue
delete 1
trace add
actions
collect $regs, $args, $locals
end
break exit
tstart
continue

tstop
tsave tally.tf
kill
quit
