"""Macros in whose place the programs of Twine's formats show an error, and macros that they run.

The programs give the same answers; see tests/ecosystem/test_twine_grammar.py.
"""

SUGARCUBE_REFUSES = [
    *("<<append>>x<</append>>", "<<prepend>>x<</prepend>>", "<<replace>>x<</replace>>"),
    *("<<copy>>", "<<remove>>", "<<removeclass>>", "<<addclass 'body'>>", "<<toggleclass>>"),
    *("<<toggleclass 'body'>>", "<<copy '#none'>>", "<<toggleclass '#none' 'x'>>"),
    *("<<link>>x<</link>>", "<<button>>x<</button>>", "<<linkappend>>x<</linkappend>>"),
    *("<<goto>>", "<<include>>", "<<choice>>", "<<set>>", "<<unset>>", "<<run>>", "<<print>>"),
    *("<<checkbox '$a' 1>>", "<<radiobutton '$a'>>", "<<textbox '$a'>>", "<<textarea '$a'>>"),
    *("<<cycle '$a'>><</cycle>>", "<<listbox '$a'>>x<</listbox>>", "<<option 'a'>>"),
    *("<<cycle>><<option 1>><</cycle>>", "<<listbox '$a'>><<option>><</listbox>>", "<<next>>"),
    *("<<switch>><<case 1>>x<</switch>>", "<<switch 1>>x<</switch>>", "<<repeat>>x<</repeat>>"),
    *("<<switch 1>><<case>>x<</switch>>", "<<switch 1>><<default 2>>x<</switch>>"),
    *("<<timed 'x'>>y<</timed>>", "<<capture>>x<</capture>>", "<<widget>>x<</widget>>"),
    *("<<set $x to>>", "<<set to 1>>", "<<set $x to (1>>", "<<= 1 +>>", "<<set $x to 1,>>"),
    *("<</set>>", "<<if true>>x<</else>><</if>>"),
    *("<<audio>>", "<<audio 'x'>>", "<<cacheaudio 'x'>>"),
]
SUGARCUBE_ACCEPTS = [
    *("<<append 'body'>>x<</append>>", "<<addclass 'body' 'x'>>", "<<removeclass 'body'>>"),
    *("<nowiki>x", "<html>x", "<svg>x", "<style>x", "<script>x"),
    *("<<removeclass '#passages' 'x'>>", "<<link ''>>x<</link>>", "<<print ''>>", "<<set $x++>>"),
    *("<<set $x to 'a = (b'>>", "<<set $r to /[(]/>>", "<<set $x to {a: 1}>>", "<<actions>>"),
    *("<<timed .5s t8n>>x<<next>>y<</timed>>", "<<set $t to '1s'>><<timed $t>>x<</timed>>"),
    *("<<cycle '$a'>><<option 1>><</cycle>>", "<<cycle '$a'>><<optionsfrom ['a']>><</cycle>>"),
    *(
        "<<checkbox '$a' 1 2>>",
        "<<radiobutton '$a' 1>>",
        "<<textbox '$a' ''>>",
        "<<if not $z>><</if>>",
    ),
    *("<<switch 2>><<case 1>>x<<default>>y<</switch>>", "<<run 'x'>>", "<<= $x ? 1 : 2>>"),
]

HARLOWE_REFUSES = [
    *("(if:)[x]", "(unless: )[x]", "(if: false)[x](else-if:)[y]", "(event:)[x]", "(IF:)[x]"),
    *("(link:)[x]", "(link-replace:)[x]", "(link-reveal:)[x]", "(link-repeat:)[x]"),
    *("(link-goto:)", "(Link_Goto:)", "(link-undo:)", "(link-reveal-goto:)[x]", "(link-show:)"),
    *("(go-to:)", "(display:)", "(print:)", "(num:)"),
    *("(set:)", "(put:)", "(move:)", "(set: $a)", "(set: $b to)", "(set: to 1)", "(set: 'x')"),
    *(
        "(put: 1)",
        "(put: $a)",
        "(put: into $a)",
        "(put: 1 into)",
        "(set: $a to )",
        "(set: $a into)",
    ),
    *(
        "(set: $a to 1 +)",
        "(if: $a is)[x]",
        "(if: $a is in)[x]",
        "(unless: $a >)[x]",
        "(print: 1 -)",
    ),
    *("(print: $a and)", "(if: $a contains)[x]", "(if: false)[x](else-if: $a or)[y]"),
    *(
        "(else:)[x]",
        "a (else:)[x]",
        "(else-if: true)[x]",
        "(if: true)[(else:)[x]]",
        "[[B]](else:)[x]",
    ),
    *(
        "(if: true)[x](else: true)[y]",
        "(set: $a to 1)(else:)[x]",
        "(print: '(if: true)[x]')(else:)[y]",
    ),
    *("(click:)[x]", "(mouseover-append:)[x]", "(append:)[x]", "(replace:)[x]", "(css:)[x]"),
    *("(text-style:)[x]", "(colour:)[x]", "(font:)[x]", "(align:)[x]", "(t8n:)[x]", "(hook:)[x]"),
    *("(dropdown:)", "(cycling-link:)", "(cond:)", "(for:)[x]", "(save-game:)", "(uppercase:)"),
]
HARLOWE_ACCEPTS = [
    *(
        "(if: true)[x]",
        "(if: is 1)[x]",
        "(if: true)[x] (else:)[y]",
        "(link: 'x')[y]",
        "(print: '')",
    ),
    *("(if: false)[x](else-if: true)[y]", "(text-style: 'bold')[x](else:)[y]", "(live:)[x]"),
    *("(set: $c to (if: true))$c[x](else:)[y]", "(link: 'a')[x](else:)[y]", "(hidden:)[x]"),
    *(
        "(set: $a to 1)",
        "(set:$a to'x')",
        "(put: 1 into $a)",
        "(set: $a to -1)",
        "(set: $a to 'b is')",
    ),
    *("(set: $to to 1)(set: $a to $to)", "(set: $is to 1)(print: $is)", "(print: 'a' + 'b +')"),
    *(
        "(set: $d to (dm: 'is', 1))(print: $d's is)",
        "(set: $d to (dm: 'to', 1))(set: $a to $d's to)",
    ),
    *("(print: '>')", "(a:)", "(history:)", "(if: 'a is' is 'b')[x]", "`(if:)`", "<!--(if:)-->"),
]
