# Records $trace.tf.
set pagination off
set confirm off
set width 0
set sysroot /
set debuginfod enabled off
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1
trace suite.c:24
actions
collect $regs, *(unsigned char *) $rsp@256, shelf, ratio, mixed, hidden
end
trace suite.c:30
actions
collect $regs, *(unsigned char *) $rsp@256, shelf, ratio, mixed, hidden
end
break _exit
tstart
continue
tstop
eval "tsave %s.tf", $trace
kill
quit
