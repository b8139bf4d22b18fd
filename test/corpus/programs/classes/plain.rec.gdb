# The C++ language. Objects with virtual bases come last: gdb 13.1 dies of some.
# registers rbp rsp rip
# print shadowed
# print secret
# in references '(anonymous namespace)::secret'
# in references (anonymous namespace)::secret
# print store::Box::made
# in references store::Box::limit
# in references store::Box::ratio
# in references store::Kind::large
# in references store::Kind::large == store::Kind::small
# in references (store::Kind) 7
# in references (store::Kind) 3
# in references store::second
# in references store::Box::open
# print store::inner::depth
# print store::inner::hidden
# in references store::inner::version
# print store::inner::v1::version
# in references alias::depth
# print store::Stack<int, 4>::pushes
# in references per_thread
# in references sizeof(store::Box)
# in references sizeof(store::Diamond)
# in references store::larger<int>
# in references &store::Box::weigh
# in references &store::Thing::number
# in references true
# in references false
# in references !true
# in references nullptr
# in references static_cast<char>(65)
# in references reinterpret_cast<long>(&shadowed)
# in references (long) &secret != 0
# in references store::missing
# in references nothing::here
# in references store::Box::nothing
# in references left
# in references &left
# in references again + 1
# in references *&left
# in references box
# in references box.edge
# in references box.kind
# in references box.small
# in references box.lid.height
# in references box.number
# in references box.name
# in references box.made
# in references &box
# in references &box.edge
# in references moved
# in references moved * 2
# in references fixed
# in references plain
# in references plain + 1
# in references own
# in references own.value
# in references both
# in references both.state
# in references array
# in references array[1]
# in references *array@2
# in references flag
# in references !flag
# in references null
# in references narrow
# in references sixteen
# in references thirty_two
# in references sizeof(box)
# in references (store::Thing) box
# in references *(store::Thing *) &box
# in references static_cast<const store::Thing &>(box)
# in references values
# in bases box
# in bases sliced
# in bases &sliced
# in bases *thing
# in bases thing->number
# in bases *(store::Box *) thing
# in bases dynamic_cast<store::Box *>(thing)
# in bases root->root
# in bases *root
# in bases right->right
# in bases pointer->tip
# in bases diamond.left
# in bases left.left
# in bases &diamond
# in members data
# in members none
# in members method
# in members direct
# in members plain
# in members box->*data
# in members (*box).*data
# in members *box
# in members box->state
# in members plain == store::larger<int>
# in templates numbers
# in templates numbers.items[1]
# in templates numbers.pushes
# in templates nested
# in templates nested.items[1].items[0]
# in templates either
# in templates either.real
# in templates empty
# in templates pair
# in templates pair.reference
# in templates &pair.reference
# in templates pair.constant + 1
# in lambdas add
# in lambdas add.__base
# in lambdas none
# in lambdas all
# in lambdas shadowed
# in lambdas ::shadowed
# in lambdas &shadowed
# in store::Box::weigh this
# in store::Box::weigh *this
# in store::Box::weigh edge
# in store::Box::weigh this->edge
# in store::Box::weigh made
# in store::Box::weigh number
# in store::Box::weigh kind
# in store::Box::weigh result
# in store::Box::weigh limit
# in store::Box::weigh touched
# in store::Box::weigh State::closed
# in store::Box::weigh closed
# in store::larger<int> chosen
# in store::larger<int> a
# in store::larger<int> a < b
# in store::larger<double> a
# in store::larger<double> &b
# in store::larger<double> chosen + a
# in store::Stack<int, 4>::push *this
# in store::Stack<int, 4>::push item
# in store::Stack<int, 4>::push used
# in store::Stack<int, 4>::push items[0]
# in main value
# in main box

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

trace classes.cc:30
actions
collect $regs, store::Box::made, *(unsigned char *) this@sizeof(store::Box)
collect *((unsigned char *) $rsp - 128)@1028
end
trace classes.cc:75
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1028
end
trace classes.cc:123
actions
collect $regs, store::Box::made, secret, store::inner::hidden, store::inner::v1::version, shadowed
collect *((unsigned char *) $rsp - 128)@1028
end
trace classes.cc:132
actions
collect $regs, store::Box::made
collect *((unsigned char *) $rsp - 128)@1028
end
trace classes.cc:141
actions
collect $regs, store::Box::made
collect *((unsigned char *) $rsp - 128)@1028
end
trace classes.cc:155
actions
collect $regs, store::Stack<int, 4>::pushes
collect *((unsigned char *) $rsp - 128)@1028
end
trace classes.cc:164
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1028
end
trace classes.cc:168
actions
collect $regs, shadowed
collect *((unsigned char *) $rsp - 128)@1028
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
