# Types by rebuilt names.
# registers rbp rsp rip
# print sizeof(Box<double, 3>)
# print sizeof(Box<Box<int, 1>, 2>)
# print sizeof(Pack<int, char*, Box<unsigned int, 4> >)
# print sizeof(app::Cfg)
# print app::Cfg::slow
# print app::Cfg::Lv::hi
# print Mode::b
# print (Box<double, 3>*)0
# print global
# in work *b
# in work b->v[2]
# in work *c
# in work c->state == app::Cfg::slow
# in work sizeof(*b)
# in work texts.v[1]
# in work &nested.v[1]
# in work pack.n
# in work odd

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

trace names.cc:29
actions
collect $regs
collect *(unsigned char *) ($rsp - 64)@900
collect global
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
