# Adds up orders: definitions, paths, reduce, try, regular forms of strings.
def total: map(.count * .price) | add // 0;
def fib: if . < 2 then . else (. - 1 | fib) + (. - 2 | fib) end;
.orders
| group_by(.customer)
| map({customer: .[0].customer, total: total, items: [.[] | "\(.count) \(.item)"] | join(", ")})
| sort_by(-.total)
| (.[] |= (.short = (.customer | ascii_upcase | .[0:3])))
| {first: .[0], rest: .[1:], fib: (9 | fib), depth: ([paths] | length),
   failed: (try error({code: 42}) catch .code), dates: (1700000000 | todate),
   sum: (reduce range(20) as $i (0; . + $i * 2)), split: ("a,b;c" | [splits("[,;]")?] )}
