# What a person looks at, frame by frame.
set print pretty on
set $frames = 0
tfind 1
while $trace_frame != -1 && $frames < 2
  bt
  info locals
  print *p
  x/2i $pc
  frame apply all -q p $sp
  with print pretty off -- p *p
  up
  down
  set $frames = $frames + 1
  tfind $trace_frame + 5
end
set print pretty off
tfind 4
info frame
ptype p
whatis $frames
display n
tfind
if $_streq($trace_func, "helper")
  echo in helper\n
else
  echo elsewhere\n
end
undisplay
list 12,14
thread apply all p $frames
tdump
nosuch command
echo not reached\n
