# A few frames of each function.
# registers rbx rbp rsp rip
# print square
# print circle
# print *square.next
# print square.size.side
# print circle.size.circle
# print circle.size.circle.rim
# print &square.size
# print square.offset + 1
# print square.layer
# print square.kind == SQUARE
# print square.area
# print limits
# print limits[1]
# print *limits[1]@2
# print title
# print &title
# print &limits[1][2]
# print ticks
# print ticks + 1
# print sink
# print sizeof(shape)
# print sizeof(struct small)
# print (enum kind) 10
# print LINE
# print main
# print/x limits
# print/x square
# in total_area *list
# in total_area list->name
# in total_area *each
# in total_area each->next->name
# in total_area total * 2
# in total_area *count
# in total_area area
# in sum *numbers@length
# in sum numbers[1]
# in sum &numbers[1]
# in sum extra
# in sum extra.value + 1
# in sum i
# in sum result + part
# in sum (char) extra.tag
# in twice doubled
# in twice value + 1
# in down text
# in down depth
# in down mark
# in down local
# in down below
# in down *text@2
# in lengths n
# in lengths squares
# in lengths grid
# in lengths grid[1]
# in lengths sizeof(squares)
# in lengths sizeof(grid)
# in lengths &grid
# in lengths squares[1] + n
# in main area
# in main inner
# in main count
# in main argc
# in main argv

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

trace tour.c:54 if square.visible
actions
collect $regs, square, circle, limits, title, ticks
collect *((unsigned char *) $rsp - 128)@700
end
trace tour.c:64 if ticks < 2
actions
collect $regs, limits, ticks
collect *((unsigned char *) $rsp - 128)@700
end
trace tour.c:44 if ticks < 2
actions
collect $regs, limits
collect *((unsigned char *) $rsp - 128)@700
end
trace tour.c:73
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@700
end
trace tour.c:89
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@700
end
trace tour.c:102
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@700
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
