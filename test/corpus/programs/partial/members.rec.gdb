# One line after another, of which something else is collected each time.
# registers rbx rbp rsp rip
# print global
# print global.x
# print global.in
# print global.in.text
# print global.list
# print global.list[2]@4
# print *global.next
# print global.next
# print global.name
# print global.low
# print global.high
# print global.ratio
# print array
# print array[1]
# print array[1].x
# print &array[1].in
# print numbers
# print numbers[3]
# print numbers[0]@6
# print letters
# print letters[1]@4
# print &letters
# print united
# print wide
# print (short) wide
# print real
# print complicated
# print state
# print pointer
# print *pointer
# print *pointer@3
# print pointer[-1]
# print name
# print *name
# print heap
# print *heap@4
# print fixed
# print fixed + 1
# print sink
# print sink + 1
# print/x global
# print/x numbers
# print/c letters
# print/x wide
# print/s name
# print/x letters[0]@3
# print sizeof(global)
# print global.x == 1
# print global.x && 0
# print 0 && global.x
# print 1 || global.x
# print &global.y
# print (long) &global.y - (long) &global
# print $rax
# print $xmm0.v2_int64
# print $eflags
# in deepest record
# in deepest *record
# in deepest record->x
# in deepest record->in.text
# in deepest copy
# in deepest copy.x
# in deepest copy.list
# in deepest copy.list[1]@3
# in deepest n
# in deepest text
# in deepest sums
# in deepest sums[1]
# in deepest word
# in deepest &word
# in deepest local
# in deepest local + n
# in deepest &copy.in
# in middle by_value
# in middle by_value.in
# in middle kept
# in middle n
# in main total
# in main i

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

trace partial.c:44
actions
collect $regs
end
trace partial.c:45
actions
collect $regs, global.x, global.in.b, global.list[2]@3, array[1].x, array[1].in.text, numbers[0]@5, numbers[290]@10
collect letters[0]@4, letters[160]@100, united.halves[1], *((char *) &wide)@2, pointer, *pointer@2, name, copy.x, copy.list[1]@2
collect sums[1]@2, word[0]@4, record->x, $rip
end
trace partial.c:46
actions
collect $args
end
trace partial.c:47
actions
collect $locals
collect global, array, numbers, letters, united, wide, real, complicated, state, pointer, name, heap, sink
end
trace partial.c:48
actions
collect $regs, *((unsigned char *) $rbp)@16
collect global.in, global.name, global.next, *(short *) &real
end
trace partial.c:49
actions
collect $regs, *(unsigned char *) $rbp@40
collect *record, *text@7
end
trace partial.c:50
actions
collect global, numbers, sink, wide
end
trace partial.c:51
actions
collect $_ret
end
trace middle
actions
collect $_ret, $args, $locals
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
