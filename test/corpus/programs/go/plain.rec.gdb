# Go's values.
# registers rbp rsp rip
# print visits
# print main.visits
# print motto
# print &visits
# in main.slices numbers
# in main.slices numbers[1]
# in main.slices word
# in main.slices len(word)
# in main.slices len(numbers)
# in main.slices rest
# in main.slices total
# in main.slices err
# in main.slices fixed
# in main.slices fixed[1]
# in main.slices grid
# in main.slices none
# in main.slices part
# in main.slices cap(part)
# in main.slices letter
# in main.slices raw
# in main.slices ages
# in main.slices halves
# in main.slices words
# in main.slices z
# in main.slices small
# in main.slices big
# in main.slices yes
# in main.slices !yes
# in main.slices small + 1
# in main.slices total == 0
# in main.slices "text"
# in main.slices 'x'
# in main.slices missing
# in main.slices nil
# in main.slices true
# in main.slices uint8(300)
# in main.slices &total
# in main.slices *numbers
# in main.slices unsafe.Sizeof(total)
# in main.slices n
# in main.slices i
# in main.objects here
# in main.objects here.name
# in main.objects here.tags
# in main.objects there
# in main.objects *there
# in main.objects there.next
# in main.objects *there.next
# in main.objects there.next.name
# in main.objects what
# in main.objects held
# in main.objects nothing
# in main.objects failed
# in main.objects of
# in main.objects bush
# in main.objects done
# in main.objects count
# in main.objects grow
# in main.objects points
# in main.objects function
# in main.square.area s
# in main.square.area *s
# in main.square.area s.side
# in main.square.area scale
# in main.square.area s.place

set language c
set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main.main
continue
delete 1

trace harvest.go:33
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
end
trace harvest.go:38
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
end
trace harvest.go:58
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
collect *numbers.__values@4
collect *(unsigned char *) rest.__values@32
end
trace harvest.go:80
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1500
collect *there
collect *there->next
collect *(unsigned char *) held.__object@80
collect (int) 'main.visits'
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
