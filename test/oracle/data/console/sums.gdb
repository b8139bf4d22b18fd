# Sums and counts over the frames, with commands of one's own.
set verbose off
set $calls = 0
set $sum = 0

define show_call
  if $argc == 1
    echo $arg0\040
    printf "n = %d\n", n
  else
    printf "n = %d (%d arguments)\n", n, $argc
  end
end
document show_call
Print the argument of a call.
The one argument is a title.
end

define count_down
  if $arg0 > 0
    output $arg0
    echo \040
    count_down $arg0-1
  else
    echo go\n
  end
end

tfind start
while $trace_frame != -1
  if $pc == 0x401159
    set $calls++
    set $sum += n
    if n == 2
      tfind
      loop_continue
    end
    show_call helper
    if $calls > 4
      loop_break
    end
  end
  tfind
end
printf "%d calls, sum %d\n", $calls, $sum
show_call
count_down 3
help show_call
set $i = 0
while $i < 3
  eval "set $v%d = %d", $i, $i * $i
  set $i = $i + 1
end
p $v0
p $v1 + $v2
p $i == 3 ? "three" : "more"
tfind none
printf "%d\n", $trace_frame
