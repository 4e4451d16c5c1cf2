VAR x = 1
Begin.
* A
  ** B
  ** C
* {x > 5} D
* E
  ~ x = x * 3
- {x == 3: Three.}
+ [Again] -> again
=== again
* [F] -> again
* [G] -> again
+ {again > 2} [H] -> again.sub
-> DONE
= sub
{ fact(3) == 6: ok | -> wrong }
-> END
=== wrong
-> END
=== function fact(n)
{ n <= 1:
  ~ return 1
}
~ return n * fact(n - 1)
