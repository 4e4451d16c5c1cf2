{!once|} {~a|b|c} {stopping:
 - x
 - y
}
{shuffle once:
 - p
 - q
}
{shuffle stopping:
 - p
 - q
 - last
}
-> hub
=== hub
* A -> hub
* B -> hub
+ {CHOICE_COUNT() == 0} [Leave] -> END
