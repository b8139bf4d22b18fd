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
trace visit
actions
collect $regs
collect *(unsigned char *) $rsp@256
collect *shelf, shelf[1], front, current, painter, report, ignorers
end
break _exit
tstart
continue
tstop
eval "tsave %s.tf", $trace
kill
quit
