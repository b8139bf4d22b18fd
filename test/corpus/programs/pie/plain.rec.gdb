# Where the program and its shared object ran is what gdb was told when it was asked.
# registers rbx rbp rsp rip r12
# print gauges
# print *gauges
# print gauges->warn
# print gauges->name
# print &depths
# print depths
# print names
# print names[0]
# print *names@2
# print &names[1]
# print first
# print warn
# print &watch
# print main
# print gauge_readings
# print &gauge_readings
# print gauge_read
# print scale
# print $pc
# print $rip
# in warn over
# in warn gauge->levels
# in warn *gauge
# in warn level - over
# in watch name
# in watch *level
# in watch warned
# in watch level
# in gauge_read before
# in gauge_read gauge->warn
# in gauge_read *gauge
# in gauge_read gauge->levels[1] * 2
# in scaled result
# in scaled scale
# in scaled gauge->name
# in main total
# in main names[i]

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

trace harbour.c:13
actions
collect $regs, first, gauges, depths, names, gauge_readings, scale
collect *((unsigned char *) $rsp - 128)@500
end
trace harbour.c:21
actions
collect $regs, first, gauges, depths, names
collect *((unsigned char *) $rsp - 128)@500
end
trace gauge.c:9
actions
collect $regs, first, gauge_readings, scale
collect *((unsigned char *) $rsp - 128)@500
end
trace gauge.c:16
actions
collect $regs, gauge_readings, *gauge
collect *((unsigned char *) $rsp - 128)@500
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
print &gauge_read
print &main
kill
quit
