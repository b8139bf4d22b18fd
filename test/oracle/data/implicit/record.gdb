# Records PROGRAM.tf: registers and stack where the values are that have no address.
set pagination off
eval "target remote | gdbserver --once - ./%s", $program
break main
continue
delete 1
trace *((char *) scan + 0xe)
actions
collect $regs, *(unsigned char *) $rsp@128
end
trace *((char *) 'taken.constprop.0')
actions
collect $regs, *(unsigned char *) $rsp@128
end
trace *((char *) 'taken.constprop.0' + 6)
actions
collect $regs, *(unsigned char *) $rsp@128
end
break *((char *) main + 0x22)
tstart
continue
tstop
eval "tsave %s.tf", $program
kill
