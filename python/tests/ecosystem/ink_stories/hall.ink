VAR seen = false
VAR n = 0
LIST mood = calm, (angry)
Hello {seen: there|you}.
-> hall
=== hall
~ temp t = n + 1
The hall{ - seen: , again | - else: , dark}. {one|two|three} {&a|b} {~x|y}
* [Go in] -> room
* (look) Look around.
  You look. ~ n++
  ** [Closer] nice
  ** {n > 1} [Leave]
     -> END
  -- (g) done looking
  -> hall
+ {seen && look} Wait {n}
  ~ seen = true
  -> hall
* -> fin
- -> hall
= inner
~ f(n)
-> tun -> 
<- thr
{mood ? calm: yes}
~ mood += calm
-> DONE
=== room
{ n:
- 0: zero
- 1: one -> fin
- else: more
}
{ seen:
  Text
  * A choice -> fin
  * B -> fin
}
- -> hall.inner
=== fin
The end. -> END
=== tun
in tunnel
* [back] ->->
* [elsewhere] ->-> fin
=== thr
* [threaded] -> fin
-> DONE
=== function f(ref x)
~ x = x + 1
~ return x
