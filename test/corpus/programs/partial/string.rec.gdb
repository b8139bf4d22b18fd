# Strings: gdb refuses such a tracepoint in a file, and shows the frames all the same.
# registers rbp rsp rip
# print name
# print text
# print *text@6
# print text[5]
# print global.name
# print heap
# print record->name
# print (char *) 0
# in deepest text
# in deepest record

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

trace partial.c:51
actions
collect/s text, name, heap, record->name
collect/s3 global.name
collect $regs
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
