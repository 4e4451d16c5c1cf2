# title: Whoever Locks Up
# hook: Tomorrow they come for it. Tonight you still have the key.
# credits: A draft from scenes that come with QuestFoundry (MIT licence)
# language: en
# ifid: 6DBC92A1-102C-4DBE-82A3-82202A3461D6
VAR flag_first_see_whether_there_is_anything = false // First: See whether there is anything under the third board from the stove.
VAR flag_first_read_the_marks_that_are_low_down = false // First: Read the marks that are low down.
VAR flag_first_look_up_in_the_harbour_log_who = false // First: Look up in the harbour log who came by night.
VAR flag_first_go_out_to_mrs_quill = false // First: Go out to Mrs. Quill.
VAR flag_jory_never_meant_it_to_last_and_wrote_so = false // Jory never meant it to last, and wrote so.
VAR flag_mrs_quill_comes_every_evening_and_has = false // Mrs. Quill comes every evening, and has never once come in.
VAR flag_go_round_once_and_touch_everything = false // Go round once, and touch everything.
VAR flag_put_your_name_on_the_list_for_tomorrow = false // Put your name on the list for tomorrow.
VAR flag_say_good_night_to_the_picture_now = false // Say good night to the picture now.
VAR flag_pell_knows_that_it_was_smaller_and = false // Pell knows that it was smaller, and harder.
VAR flag_pell_has_gone_on_believing_it_and_you = false // Pell has gone on believing it, and you have helped.
VAR flag_say_that_she_could_stop_and_you_would = false // Say that she could stop, and you would not.
VAR flag_ask_what_she_would_do_tomorrow = false // Ask what she would do tomorrow.
VAR flag_rub_merrits_feet = false // Rub Merrit's feet.
VAR flag_every_child_that_ever_came_here_has_been = false // Every child that ever came here has been measured against it, and Pell is among them.
VAR flag_merrit_has_come_in_by_night_alone_for = false // Merrit has come in by night, alone, for years, to do what nobody notices.
VAR flag_not_known_mrs_quill_comes_every_evening = false // Not known: Mrs. Quill comes every evening, and has never once come in.
VAR flag_not_known_every_child_that_ever_came = false // Not known: Every child that ever came here has been measured against it, and Pell is among them.
-> whoever_locks_up

=== whoever_locks_up ===
# passage: Whoever Locks Up
It is your turn to lock up. There is a list at the lighthouse, on the wall, of whose turn it is; somebody has ruled it out to the end of the month, from habit, although tomorrow they come with the hammers for the lighthouse.
Rain comes in off the water in separate, well-aimed handfuls. You are feeding the starter, which is older than your shop and takes no interest in the news. It has to be done; that is, it has to be done on every other evening.
Jory Tamm began all this. That was since the herring, or before that; there is a picture of him next to the list, and you have said good night to it so often that you have stopped hearing the answer. You are a baker. You came here to help for an afternoon.
The dredger gives the groan that means it has found the same anchor again. By the turn of the tide it will be over. Nobody has told you what one does until then.
+ [Go round once, and touch everything]
    ~ flag_go_round_once_and_touch_everything = true
    -> the_story
+ [Put your name on the list for tomorrow]
    ~ flag_put_your_name_on_the_list_for_tomorrow = true
    -> the_story
+ [Say good night to the picture now]
    ~ flag_say_good_night_to_the_picture_now = true
    -> the_story

=== the_story ===
# passage: The Story
{ flag_go_round_once_and_touch_everything:
    You have left your hand on each of the things, and they were all a little cold. The trapdoor lifts, and there is hair in it, and then breath, and then a person. It is Pell Harrow, who has a wedge of cold plum tart under one arm, and has been crying, and is now past that, and dangerous.
}
{ flag_put_your_name_on_the_list_for_tomorrow:
    Your name is down for tomorrow. It looks very steady there. The trapdoor lifts, and there is hair in it, and then breath, and then a person. It is Pell Harrow, who has a wedge of cold plum tart under one arm, and has been crying, and is now past that, and dangerous.
}
{ flag_say_good_night_to_the_picture_now:
    You have said good night. It was odd to do it with so much light. The trapdoor lifts, and there is hair in it, and then breath, and then a person. It is Pell Harrow, who has a wedge of cold plum tart under one arm, and has been crying, and is now past that, and dangerous.
}
"We can't just let them," says Pell. "Not after <i>that night</i>. You know." And he tells it, as everybody does who tells it: the snow up to the sills, the forty people, how Jory stood in the door with a lamp and turned nobody away, and how they sang. His eyes shine. "If it goes, they'll say in a year that it was never much. I was there. It was much. I wasn't born yet. I've never got over it."
Dough tells you nothing while you stare at it. You look away from Pell, and wait. You know about that night. You have read the day book. There were nine people; and two of them were asked to leave.
+ [Tell Pell how it was]
    ~ flag_pell_knows_that_it_was_smaller_and = true
    -> how_it_was
+ [Say that they sang very well]
    ~ flag_pell_has_gone_on_believing_it_and_you = true
    -> told_again

=== how_it_was ===
# passage: How It Was
So you tell him. You go and get the page, and show it.
Pell reads with one finger. <i>Nine</i>, it says; <i>two of them drunk</i>. "It says here that he went to bed," says Pell.
"He had a cold."
"But who stood in the door, then, with the lamp?"
It does not say. It says only that there was a lamp on the step, and that in the morning it had been filled. It might have been anybody. Pell turns the page over to see whether there is more on the back. "I've been telling it wrong all these years," he says. "I've been telling it as though you had to be somebody."
+ [Go on]
    -> the_other_one

=== told_again ===
# passage: Told Again
Pell tells it again. This time there are fifty.
There is a baby now, that was born on the stairs, and named after Jory. You do not know where that has come from, and you can see that Pell does not, either. You nod. You put in a dog. "Oh yes," says Pell, "the <i>dog</i>," with such love that you could not now say that there was none.
The lamp is for out there. In here you get what it does not want. It stands in front of you both, like something that you have built together out of chairs. "That's what they're going to knock down," says Pell. And it is. You think that it might well be; that perhaps there is nothing else there to knock down.
+ [Go on]
    -> the_other_one

=== the_other_one ===
# passage: The Other One
Merrit Coyle comes in without knocking. She has been here longer than anyone, and goes straight to the board by the trap, and kicks it, not hard, in the place where it is always kicked.
{ flag_pell_knows_that_it_was_smaller_and:
    "Pell has been at you," says Merrit. "I met him on the way. He asked me about a pot."
}
{ flag_pell_has_gone_on_believing_it_and_you:
    "Pell has been at you," says Merrit. "I met him on the way. I had to hear about a dog."
}
You say nothing. Merrit lets herself down on the window ledge as one lowers a piano.
"I'm going to tell you something that I've not told Pell," she says. "I'm glad. I have been glad since the letter. I'm so tired that I could lie down in the road. And if you go and fight for it now, you'll win, you know. You're the sort that would. And then I'd have to get up tomorrow."
+ [Say that she could stop, and you would not]
    ~ flag_say_that_she_could_stop_and_you_would = true
    -> two_last_things
+ [Ask what she would do tomorrow]
    ~ flag_ask_what_she_would_do_tomorrow = true
    -> two_last_things
+ [Rub Merrit's feet]
    ~ flag_rub_merrits_feet = true
    -> two_last_things

=== two_last_things ===
# passage: Two Last Things
{ flag_say_that_she_could_stop_and_you_would:
    "I could not," says Merrit, "with it standing there. That's what I'm telling you. It isn't a thing that one stops. It has to."
}
{ flag_ask_what_she_would_do_tomorrow:
    Merrit gives it thought. "I'd have my breakfast," she says. "I'd have it sitting down." It sounds so beautiful that you both keep quiet for a moment.
}
{ flag_rub_merrits_feet:
    "Get away," says Merrit, and lets you. You can feel every one of the stairs in them, and every one of the years.
}
{ flag_say_that_she_could_stop_and_you_would:
    It isn't a thing that one stops, you think. It has to. You could do two more things before the turn of the tide, if you did not stop to be sad about each of them.
}
{ flag_ask_what_she_would_do_tomorrow:
    You keep thinking of a breakfast. You could do two more things before the turn of the tide, if you did not stop to be sad about each of them.
}
{ flag_rub_merrits_feet:
    Merrit has gone out to look at the sky, a little straighter. You could do two more things before the turn of the tide, if you did not stop to be sad about each of them.
}
Jory Tamm left a letter, and it is supposed to be under the third board from the stove; nobody has ever looked, because it was nice to know that it was there. There are the marks on the wood, low down. There is the harbour log, with what has been done each night, and a good many of those nights you were not here. And there is Mrs. Quill, who is gutting a box of dabs outside, as on every evening at this hour, and looks in, and walks on.
+ [See whether there is anything under the third board from the stove]
    ~ flag_first_see_whether_there_is_anything = true
    ~ flag_jory_never_meant_it_to_last_and_wrote_so = true
    -> three_years
+ [Read the marks that are low down]
    ~ flag_every_child_that_ever_came_here_has_been = true
    ~ flag_first_read_the_marks_that_are_low_down = true
    -> low_down
+ [Look up in the harbour log who came by night]
    ~ flag_first_look_up_in_the_harbour_log_who = true
    ~ flag_merrit_has_come_in_by_night_alone_for = true
    -> who_has_been
+ [Go out to Mrs. Quill]
    ~ flag_first_go_out_to_mrs_quill = true
    ~ flag_mrs_quill_comes_every_evening_and_has = true
    -> every_evening

=== three_years ===
# passage: Three Years
You have to lie down for it and reach in to the shoulder. You get hold of dust, a spoon, and, at the very end of your fingers, paper.
You had always thought of it as a will, or as a blessing. It is a list. <i>Things to do before I shut up shop,</i> it says. <i>Return ladder. Tell E. I was wrong about the roof. Give away the chairs, one to each. Have a party; not long.</i> And it is dated; Jory had meant to shut it all up after the third year, in spring, on a Sunday.
Across the bottom is written, another time, in pencil: <i>Can't, yet. They've asked if they may bring the children.</i>
{ flag_first_see_whether_there_is_anything:
    A halyard somewhere is tapping out a message with no vowels. You had never noticed how much it says, when one is quiet. One more thing.
}
+ {flag_first_see_whether_there_is_anything} [Read the marks that are low down]
    ~ flag_every_child_that_ever_came_here_has_been = true
    -> low_down
+ {flag_first_see_whether_there_is_anything} [Look up in the harbour log who came by night]
    ~ flag_merrit_has_come_in_by_night_alone_for = true
    -> who_has_been
+ {flag_first_see_whether_there_is_anything} [Go out to Mrs. Quill]
    ~ flag_mrs_quill_comes_every_evening_and_has = true
    -> every_evening
+ {flag_first_read_the_marks_that_are_low_down} [Go and stand by the door with the key]
    ~ flag_not_known_mrs_quill_comes_every_evening = true
    -> by_the_door
+ {flag_first_look_up_in_the_harbour_log_who} [Go and stand by the door with the key]
    ~ flag_not_known_every_child_that_ever_came = true
    ~ flag_not_known_mrs_quill_comes_every_evening = true
    -> by_the_door
+ {flag_first_go_out_to_mrs_quill} [Go and stand by the door with the key]
    ~ flag_not_known_every_child_that_ever_came = true
    -> by_the_door

=== low_down ===
# passage: Low Down
Low down on the door frame of the lighthouse, where only a child would look, there are lines. You get down on your knees, with the lamp, and start with the lowest.
They are children. Each has a line, a name, a date; and the next year there is the name again, a bit higher up. They go up like that, some for two years and some for ten, and stop. You know some of them. They have beards. One of them wrote you the letter.
<i>Pell Harrow</i>, it says, very low: that is the first. You follow it up. It is there each summer, in a different pen, Pell at four, at five, at seven and a half; and by each of them, holding the ruler, somebody has signed for it, always the same, and it is Merrit's hand. Merrit never said.
{ flag_first_read_the_marks_that_are_low_down:
    A halyard somewhere is tapping out a message with no vowels. You had never noticed how much it says, when one is quiet. One more thing.
}
+ {flag_first_read_the_marks_that_are_low_down} [See whether there is anything under the third board from the stove]
    ~ flag_jory_never_meant_it_to_last_and_wrote_so = true
    -> three_years
+ {flag_first_read_the_marks_that_are_low_down} [Look up in the harbour log who came by night]
    ~ flag_merrit_has_come_in_by_night_alone_for = true
    -> who_has_been
+ {flag_first_read_the_marks_that_are_low_down} [Go out to Mrs. Quill]
    ~ flag_mrs_quill_comes_every_evening_and_has = true
    -> every_evening
+ {flag_first_see_whether_there_is_anything} [Go and stand by the door with the key]
    ~ flag_not_known_mrs_quill_comes_every_evening = true
    -> by_the_door
+ {flag_first_look_up_in_the_harbour_log_who} [Go and stand by the door with the key]
    ~ flag_not_known_mrs_quill_comes_every_evening = true
    -> by_the_door
+ {flag_first_go_out_to_mrs_quill} [Go and stand by the door with the key]
    -> by_the_door

=== who_has_been ===
# passage: Who Has Been
You know what you have written in it yourself: who came, what broke. You have never read the other pages. They are in Merrit's hand, as square as bricks.
<i>Half past two. Rain. Came in to see about the bucket. Sat a bit.</i> And three nights on: <i>Wind. Came in. All well. Sat.</i> And so on, down the page, down all the pages. There is not a bad night in thirty years when she did not get up, and come over, in the dark, to see to it; and then, as it seems, sat a bit.
<i>Frost,</i> it says, last week. <i>Came in. Nothing to be done. Sat till it got light. I shall miss the old beast.</i>
{ flag_first_look_up_in_the_harbour_log_who:
    A halyard somewhere is tapping out a message with no vowels. You had never noticed how much it says, when one is quiet. One more thing.
}
+ {flag_first_look_up_in_the_harbour_log_who} [See whether there is anything under the third board from the stove]
    ~ flag_jory_never_meant_it_to_last_and_wrote_so = true
    -> three_years
+ {flag_first_look_up_in_the_harbour_log_who} [Read the marks that are low down]
    ~ flag_every_child_that_ever_came_here_has_been = true
    -> low_down
+ {flag_first_look_up_in_the_harbour_log_who} [Go out to Mrs. Quill]
    ~ flag_mrs_quill_comes_every_evening_and_has = true
    -> every_evening
+ {flag_first_see_whether_there_is_anything} [Go and stand by the door with the key]
    ~ flag_not_known_every_child_that_ever_came = true
    ~ flag_not_known_mrs_quill_comes_every_evening = true
    -> by_the_door
+ {flag_first_read_the_marks_that_are_low_down} [Go and stand by the door with the key]
    ~ flag_not_known_mrs_quill_comes_every_evening = true
    -> by_the_door
+ {flag_first_go_out_to_mrs_quill} [Go and stand by the door with the key]
    ~ flag_not_known_every_child_that_ever_came = true
    -> by_the_door

=== every_evening ===
# passage: Every Evening
"You can come in, you know," you say. "Tonight of all nights. You could have come in any night."
"Oh, I know," says Mrs. Quill. "Don't think that I wasn't asked."
"Then why do you stand out here?"
Mrs. Quill goes on for a bit with what she has in hand. "You only see it lit from here," she says. "I go by in the evening, and there's a light, and somebody moving about. I don't need to be in it. I've got my own. I like it that there's one." On the quay a boy is selling crabs by describing their characters. "I'd look, of course," says Mrs. Quill. "Tomorrow. One would go on looking for a bit."
{ flag_first_go_out_to_mrs_quill:
    A halyard somewhere is tapping out a message with no vowels. You had never noticed how much it says, when one is quiet. One more thing.
}
+ {flag_first_go_out_to_mrs_quill} [See whether there is anything under the third board from the stove]
    ~ flag_jory_never_meant_it_to_last_and_wrote_so = true
    -> three_years
+ {flag_first_go_out_to_mrs_quill} [Read the marks that are low down]
    ~ flag_every_child_that_ever_came_here_has_been = true
    -> low_down
+ {flag_first_go_out_to_mrs_quill} [Look up in the harbour log who came by night]
    ~ flag_merrit_has_come_in_by_night_alone_for = true
    -> who_has_been
+ {flag_first_see_whether_there_is_anything} [Go and stand by the door with the key]
    ~ flag_not_known_every_child_that_ever_came = true
    -> by_the_door
+ {flag_first_read_the_marks_that_are_low_down} [Go and stand by the door with the key]
    -> by_the_door
+ {flag_first_look_up_in_the_harbour_log_who} [Go and stand by the door with the key]
    ~ flag_not_known_every_child_that_ever_came = true
    -> by_the_door

=== by_the_door ===
# passage: By the Door
The pilot wants to be home before his wife's sister leaves, so the whole harbour is to run half an hour fast. So they will be here before it is properly over.
You stand by the door with the key. Pell has come up on one side of you, and has something heavy that clinks. On the other is Merrit, with her pea jacket on, and nothing.
{ flag_every_child_that_ever_came_here_has_been:
    There is a place on the wood where a line ought to be, and is not.
}
{ flag_merrit_has_come_in_by_night_alone_for:
    <i>Sat a bit,</i> you think.
}
{ flag_jory_never_meant_it_to_last_and_wrote_so:
    The ladder should go back.
}
{ flag_mrs_quill_comes_every_evening_and_has:
    Somebody out there is looking at a light. Neither of them says anything. They have both said it.
}
{ flag_not_known_mrs_quill_comes_every_evening:
    Neither of them says anything. They have both said it.
}
{ flag_pell_knows_that_it_was_smaller_and:
    Nine people, and a pot. Ten minutes too early and ten minutes too late smell exactly the same from the street.
}
{ flag_pell_has_gone_on_believing_it_and_you:
    Forty people, and a dog. Ten minutes too early and ten minutes too late smell exactly the same from the street.
}
{
- flag_jory_never_meant_it_to_last_and_wrote_so and flag_mrs_quill_comes_every_evening_and_has:
- else:
    There may be a way that is neither of the two, but you do not know enough of what it was for # closed
}
+ [Chain up the doors of the lighthouse, with Pell]
    -> a_chain
+ [Leave the doors of the lighthouse open for them, with Merrit]
    -> the_other_side_of_the_morning
+ {flag_jory_never_meant_it_to_last_and_wrote_so and flag_mrs_quill_comes_every_evening_and_has} [Ask everybody in, and give it away piece by piece]
    -> one_to_each

=== a_chain ===
# passage: A Chain
"Give me that," you say to Pell, and you chain up the doors of the lighthouse.
You would not have said that you were such a person. People who do what you do are not like that. Somebody in you has been waiting to be asked; and has, it appears, strong views.
{ flag_pell_knows_that_it_was_smaller_and:
    The water stops going out. There is no sound to it; it is only that everything which was tugging lets go. The men are very decent. They read you a paper. Pell reads them one back: it is the page with the nine people on it, and what it cost to the candle, and when he comes to <i>must get a bigger pot</i> one of them takes off his cap.
}
{ flag_pell_has_gone_on_believing_it_and_you:
    The water stops going out. There is no sound to it; it is only that everything which was tugging lets go. The men are very decent. They read you a paper. Pell reads them one back: it has forty people in it, and a baby, and at the end of it somebody blows his nose.
}
{ flag_every_child_that_ever_came_here_has_been:
    They come again on the day after, and on the one after that. It gets to be a thing that people do, to walk by and see whether you are still there. In the evenings, by the lamp, you measure Pell, who is too old for it. Merrit holds the ruler. "Stand straight," says Merrit. It cannot last. You know that; you have put your name down for Thursday.
}
{ flag_not_known_every_child_that_ever_came:
    They come again on the day after, and on the one after that. It gets to be a thing that people do, to walk by and see whether you are still there. In the evenings, there is a light. People go by, and see it. It cannot last. You know that; you have put your name down for Thursday.
}
Still There # ending
-> END

=== the_other_side_of_the_morning ===
# passage: The Other Side of the Morning
"All right," you say to Merrit, and you leave the doors of the lighthouse open for them.
Merrit breathes in, and does not seem to know where to put it. "Just like that?" she says.
{ flag_every_child_that_ever_came_here_has_been:
    The water stops going out. There is no sound to it; it is only that everything which was tugging lets go. Pell will not look. He stands with his face against Merrit's pea jacket, as tall as Merrit is, and Merrit holds him by the back of the head. You have taken a knife to the wood, beforehand: a hand's breadth, with the lines on it. You give it to Pell now. He finds the first one, and puts his thumb there.
}
{ flag_not_known_every_child_that_ever_came:
    The water stops going out. There is no sound to it; it is only that everything which was tugging lets go. Pell will not look. He stands with his face against Merrit's pea jacket, as tall as Merrit is, and Merrit holds him by the back of the head. "There," says Merrit, "there, there," to the one or the other of you.
}
{ flag_say_that_she_could_stop_and_you_would:
    You have breakfast. It is in Merrit's kitchen, sitting down, and the sun is coming in; you are all three of you black to the eyes. Nobody has anything to do.
}
{ flag_ask_what_she_would_do_tomorrow:
    You have breakfast. It is in Merrit's kitchen, sitting down, and the sun is coming in; you are all three of you black to the eyes. "So this is it," says Merrit, buttering, "the other side."
}
{ flag_rub_merrits_feet:
    You have breakfast. It is in Merrit's kitchen, sitting down, and the sun is coming in; you are all three of you black to the eyes. Nobody has anything to do.
}
{ flag_mrs_quill_comes_every_evening_and_has:
    In the evening, when it gets dark, you take the lamp, and hang it in your own window, as far forward as it will go. After a while, somebody walks by. They stop.
}
{ flag_not_known_mrs_quill_comes_every_evening:
    In the evening, at the hour for it, you catch yourself with the key in your hand. You hang it on a nail.
}
Such a Good Three Years # ending
-> END

=== one_to_each ===
# passage: One to Each
You throw the key out into the dark, as far as you can, and open everything that opens.
"Come in," you call. "Come <i>in</i>, will you? It's a party. It's not to be long."
They come. The whole quay come; you had not known there were so many who only went by. Mrs. Quill stops on the threshold with one foot in the air. "It's different from in here," she says, and then, after a look round, "there's the bucket."
{ flag_pell_knows_that_it_was_smaller_and:
    You read them the letter. At <i>a thing that was kept</i> Merrit laughs so hard that she has to be held; at <i>I only needed somewhere to be</i> nobody laughs. Then you give it all away: to each of them a chair, a hook, a pane, a spoon. Pell gets the pot. There really is one; it is quite small. The water stops going out. There is no sound to it; it is only that everything which was tugging lets go.
}
{ flag_pell_has_gone_on_believing_it_and_you:
    You read them the letter. At <i>a thing that was kept</i> Merrit laughs so hard that she has to be held; at <i>I only needed somewhere to be</i> nobody laughs. Then you give it all away: to each of them a chair, a hook, a pane, a spoon. Pell gets the lamp, and by the time that he has carried it to the door it was always Jory's. The water stops going out. There is no sound to it; it is only that everything which was tugging lets go.
}
{ flag_every_child_that_ever_came_here_has_been:
    The men come for what is left, and it is not much. They get a chair, too. The wood with the lines goes home with Merrit, who says that she wants it for kindling, and nails it up in the kitchen, and sends for Pell. All over the place, that night, there are windows with a light that does not quite belong there.
}
{ flag_not_known_every_child_that_ever_came:
    The men come for what is left, and it is not much. They get a chair, too. Merrit goes home with nothing at all in her hands, swinging them. All over the place, that night, there are windows with a light that does not quite belong there.
}
One to Each # ending
-> END
