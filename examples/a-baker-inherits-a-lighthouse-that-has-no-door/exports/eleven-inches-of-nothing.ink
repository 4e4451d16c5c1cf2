# title: Eleven Inches of Nothing
# hook: A whole town is waiting for eleven inches of type, and they are not written.
# credits: A draft from scenes that come with QuestFoundry (MIT licence); The scenes ask a general question at the end; the idea's own stays open
# language: en
# ifid: C9D7A0F2-B3D5-40B0-9E20-399A58A269A6
VAR flag_first_go_down_into_the_square_and_ask = false // First: Go down into the square, and ask the first one in the queue.
VAR flag_first_look_into_the_basket_under_the = false // First: Look into the basket under the proofreader's desk.
VAR flag_first_ask_bruno_why_he_has_locked_the = false // First: Ask Bruno why he has locked the drawer.
VAR flag_bruno_knows_who_wrote_the_story = false // Bruno knows who wrote the story.
VAR flag_the_last_part_has_been_written_eleven = false // The last part has been written eleven times, and thrown away eleven times.
VAR flag_ask_how_long_the_presses_can_be_held = false // Ask how long the presses can be held.
VAR flag_ask_what_is_to_go_in_if_nothing_comes = false // Ask what is to go in, if nothing comes.
VAR flag_say_nothing_and_fill_your_stick_with = false // Say nothing, and fill your stick with letters.
VAR flag_ask_tilly_how_she_would_like_it_to_go = false // Ask Tilly how she would like it to go.
VAR flag_look_at_the_manuscript_for_how_she_makes = false // Look at the manuscript, for how she makes her letters.
VAR flag_look_out_at_the_square = false // Look out at the square.
VAR flag_bruno_does_not_know_who_wrote_the_story = false // Bruno does not know who wrote the story.
VAR flag_set_the_heading_first = false // Set the heading first.
VAR flag_set_the_last_full_stop_first_at_the = false // Set the last full stop first, at the bottom of the column.
VAR flag_set_the_question_once_more_at_the_top = false // Set the question once more, at the top.
VAR flag_half_the_town_has_bet_on_the_one_answer = false // Half the town has bet on the one answer and half on the other, and both halves would rather lose.
VAR flag_not_known_half_the_town_has_bet_on_the = false // Not known: Half the town has bet on the one answer and half on the other, and both halves would rather lose.
VAR flag_somebody_in_the_square_has_had_every = false // Somebody in the square has had every part read aloud at a window, to somebody who is ill.
VAR flag_not_known_somebody_in_the_square_has_had = false // Not known: Somebody in the square has had every part read aloud at a window, to somebody who is ill.
VAR flag_not_known_the_last_part_has_been_written = false // Not known: The last part has been written eleven times, and thrown away eleven times.
VAR the_town = 0 // Does the town wait with you, or for you?
-> page_four

=== page_four ===
# passage: Page Four
<i>A baker inherits a lighthouse that has no door.</i>
That was how it started, ninety days ago, at the top of page four: a few lines in small type, between the tides and a pill. You set it yourself. You thought no more of it. Then the tides were moved to page six, to make room.
It is three in the morning. The rest of tomorrow is already standing in its frame, shut tight, the wrong way round: the tides, the pill, a fire. On page four there is a hole in it, one column wide, eleven inches deep.
"She's never been late," says Bruno, the editor. He has been saying it since midnight. "There's a boy at her lodgings. There's a boy at the station. She can't not <i>end</i> it. I've put it on the bills." He has; you set those, too. CONCLUDED TOMORROW, they say, in wood, as high as a child.
+ [Ask how long the presses can be held]
    ~ flag_ask_how_long_the_presses_can_be_held = true
    ~ the_town -= 1
    -> ninety_days
+ [Ask what is to go in, if nothing comes]
    ~ flag_ask_what_is_to_go_in_if_nothing_comes = true
    -> ninety_days
+ [Say nothing, and fill your stick with letters]
    ~ flag_say_nothing_and_fill_your_stick_with = true
    ~ the_town += 1
    -> ninety_days

=== ninety_days ===
# passage: Ninety Days
{ flag_ask_how_long_the_presses_can_be_held:
    "Four," says Bruno. "At four the carts go. If it's got a hole in it they'll go with a hole in it." Somewhere below you a boiler agrees with him.
}
{ flag_ask_what_is_to_go_in_if_nothing_comes:
    "There's an advertisement for trusses," says Bruno. You both try to see it, there, tomorrow, at twenty thousand breakfasts.
}
{ flag_say_nothing_and_fill_your_stick_with:
    You take what is always needed: e's, t's, a good many full stops. It is a comfort to hear them go in. Bruno looks at your hands as if they might know something.
}
You have Tilly bring up the file. She reads the proofs. She is nineteen, and has never in her life let anything pass.
You go through it together. You both remember the Thursday after which nobody slept, and the week when nobody in the town had any hope for the baker. There are people who have bought tickets, to go and look. There has been a cocktail named after the baker, and a dog, and two infants. And the chandler has had all of it in his window, in wax.
{ flag_ask_how_long_the_presses_can_be_held:
    It is ten past three. You feel it in the soles of your feet, how they warm up down there.
}
{ flag_ask_what_is_to_go_in_if_nothing_comes:
    Every now and again Tilly whispers, "<i>Trusses</i>," and shuts her eyes.
}
{ flag_say_nothing_and_fill_your_stick_with:
    You keep the stick in your hand. Nobody sets a type in it.
}
And at the end of the eighty-ninth it is asked, and there you stand.
+ [Ask Tilly how she would like it to go]
    ~ flag_ask_tilly_how_she_would_like_it_to_go = true
    -> from_right_to_left
+ [Look at the manuscript, for how she makes her letters]
    ~ flag_look_at_the_manuscript_for_how_she_makes = true
    ~ the_town -= 1
    -> from_right_to_left
+ [Look out at the square]
    ~ flag_look_out_at_the_square = true
    ~ the_town += 1
    -> from_right_to_left

=== from_right_to_left ===
# passage: From Right to Left
{ flag_ask_tilly_how_she_would_like_it_to_go:
    "I'd like it to be spelled right," says Tilly; and then, furiously, "I've cried on that. On the <i>proof</i>. You couldn't read the comma."
}
{ flag_look_at_the_manuscript_for_how_she_makes:
    You have had that hand in front of you for ninety nights: it is upright, and rather small, and crosses its t's from right to left. You have seen somebody do that. You look at it for so long that Tilly asks if there is a mistake.
}
{ flag_look_out_at_the_square:
    There are people down there. It is a quarter past three. They have brought stools.
}
The boy is back from the lodgings. There is no Seraphina Vale. There is a letter box with the name on it, and behind it a wall.
"A wall!" says Bruno. "Who've I been <i>paying?</i>"
You could tell him. It has come to you, the way that a line comes right when you take out one letter. There is somebody in this house who crosses a t from right to left. Three steps away from you a pencil is put behind an ear; and on the proof, in the margin, beside a comma, you see a t.
Tilly has seen you see it. She has gone as white as page four. She moves her head from side to side, very slightly, as one does to a dog.
+ [Tell Bruno who it is]
    ~ flag_bruno_knows_who_wrote_the_story = true
    -> nineteen
+ [Say that you cannot imagine]
    ~ flag_bruno_does_not_know_who_wrote_the_story = true
    -> cannot_imagine

=== nineteen ===
# passage: Nineteen
"It's Tilly," you say.
He laughs. Then he looks round, and she has not laughed.
"I'd found a mistake in the tides," says Tilly, to the floor. "There was room. I only put in those few lines. And in the morning there were four people at the counter, asking what happened; so I had to." Bruno opens his mouth, and has nothing in it. "I got it as far as the question. I can do <i>that</i>. I can see it all, up to there. But then I think of them at their breakfasts, with the spoons stopped. And I don't know enough. I've not done anything! I'm only ever <i>right</i>."
"Ninety days!" says Bruno. He is not angry. He takes off his eyeshade to her, and lays it on the stone.
+ [Go on]
    -> half_an_hour

=== cannot_imagine ===
# passage: Cannot Imagine
"I can't imagine," you say.
"Somebody who <i>knows</i>," says Bruno. "A woman of sixty. She'll have had a dreadful life." He goes off to shout down a tube.
Tilly sits down on a box of capitals.
"I'd have told you," she says. "Only, when it's read you can hear that they think it's somebody. Somebody who's been there. If they knew that it was me, then the baker would be just made up." She pulls the pencil out from behind her ear, and it is chewed down to the lead. "I can't do the last one. I can do it to where it asks. Then I think, who am I to say? I've got as far as the table with it, every night this week. You've set it all. You've had it through your hands. What do <i>they</i> say?"
+ [Go on]
    -> half_an_hour

=== half_an_hour ===
# passage: Half an Hour
Half past three. Whoever writes it, you are the one who sets it. It is eleven inches; and you set an inch in half a minute if you do not stop to understand it.
You would like to do right by the baker; it matters more, at this hour, than you would think. There are a few minutes over, for two errands.
+ [Go down into the square, and ask the first one in the queue]
    ~ flag_first_go_down_into_the_square_and_ask = true
    ~ flag_somebody_in_the_square_has_had_every = true
    -> the_second_stool
+ [Look into the basket under the proofreader's desk]
    ~ flag_first_look_into_the_basket_under_the = true
    ~ flag_the_last_part_has_been_written_eleven = true
    -> eleven_balls_of_paper
+ [Ask Bruno why he has locked the drawer]
    ~ flag_first_ask_bruno_why_he_has_locked_the = true
    ~ flag_half_the_town_has_bet_on_the_one_answer = true
    -> a_matter_of_odds

=== the_second_stool ===
# passage: The Second Stool
The first in the queue is an old man in a muffler, with two stools. Nobody is on the second.
"It's for upstairs," he says, and points with his chin: across the square, third floor, a lamp. "I get it, and I go under the window, and read it out. She can't have the light on paper. She has the sash up. They've all got into the way of it, the whole side of the street. I've had to learn to do the voices." He is proud of that. "You should hear me do the baker. I do that from the chest."
You ask him what she thinks the answer is.
"She doesn't want it to stop," says the old man. "The doctor gave her till June. She's told him that she's got something on."
{ flag_first_go_down_into_the_square_and_ask:
    Down below somebody has started to oil the presses. You might still do one thing.
}
+ {flag_first_go_down_into_the_square_and_ask} [Look into the basket under the proofreader's desk]
    ~ flag_the_last_part_has_been_written_eleven = true
    -> eleven_balls_of_paper
+ {flag_first_go_down_into_the_square_and_ask} [Ask Bruno why he has locked the drawer]
    ~ flag_half_the_town_has_bet_on_the_one_answer = true
    -> a_matter_of_odds
+ {flag_first_look_into_the_basket_under_the} [Go back to the frame]
    ~ flag_not_known_half_the_town_has_bet_on_the = true
    -> ten_to_four
+ {flag_first_ask_bruno_why_he_has_locked_the} [Go back to the frame]
    ~ flag_not_known_the_last_part_has_been_written = true
    -> ten_to_four

=== eleven_balls_of_paper ===
# passage: Eleven Balls of Paper
It is full to the brim. You smooth them out on your knee, one after another. They are all headed <i>XC</i>, and underlined.
The first is four pages. The answer is in it, and it is proved, and you are glad when it is over. In the third somebody makes a speech. By the sixth they have got shorter. The ninth is one line, and it has been crossed out so hard that you can read it from behind.
The eleventh says: <i>I wish one could ask them.</i>
On the back there is a list of all that must not be forgotten: the lighthouse. It has been ticked off, as before a journey.
{ flag_first_look_into_the_basket_under_the:
    Down below somebody has started to oil the presses. You might still do one thing.
}
+ {flag_first_look_into_the_basket_under_the} [Go down into the square, and ask the first one in the queue]
    ~ flag_somebody_in_the_square_has_had_every = true
    -> the_second_stool
+ {flag_first_look_into_the_basket_under_the} [Ask Bruno why he has locked the drawer]
    ~ flag_half_the_town_has_bet_on_the_one_answer = true
    -> a_matter_of_odds
+ {flag_first_go_down_into_the_square_and_ask} [Go back to the frame]
    ~ flag_not_known_half_the_town_has_bet_on_the = true
    -> ten_to_four
+ {flag_first_ask_bruno_why_he_has_locked_the} [Go back to the frame]
    ~ flag_not_known_somebody_in_the_square_has_had = true
    -> ten_to_four

=== a_matter_of_odds ===
# passage: A Matter of Odds
"It isn't illegal," says Bruno, which tells you that it is.
He unlocks it. It is full of slips. They have been betting on it for a month: in the market, at the docks, in both churches. He holds the stakes, because he is known to be honest. "Half of them say, <i>It was worth it</i>," he says. "And half, <i>It was not worth it</i>. To the penny, almost. I never saw the like."
And then he shows you one, and then another. On the backs they have put things. <i>Hope I'm wrong. J. P.</i> And: <i>If I win it's to go to the orphans, I could not enjoy it.</i> "They've all got money on what they're afraid of," says Bruno. "So as to have something, if it happens. I think it's the saddest drawer in town."
{ flag_first_ask_bruno_why_he_has_locked_the:
    Down below somebody has started to oil the presses. You might still do one thing.
}
+ {flag_first_ask_bruno_why_he_has_locked_the} [Go down into the square, and ask the first one in the queue]
    ~ flag_somebody_in_the_square_has_had_every = true
    -> the_second_stool
+ {flag_first_ask_bruno_why_he_has_locked_the} [Look into the basket under the proofreader's desk]
    ~ flag_the_last_part_has_been_written_eleven = true
    -> eleven_balls_of_paper
+ {flag_first_go_down_into_the_square_and_ask} [Go back to the frame]
    ~ flag_not_known_the_last_part_has_been_written = true
    -> ten_to_four
+ {flag_first_look_into_the_basket_under_the} [Go back to the frame]
    ~ flag_not_known_somebody_in_the_square_has_had = true
    -> ten_to_four

=== ten_to_four ===
# passage: Ten to Four
Ten to four. The hole is still there.
{ flag_bruno_knows_who_wrote_the_story:
    Bruno has drawn up a chair for Tilly, next to the frame, and has brought her his own cushion. They look at you, the two of them, across the lead.
}
{ flag_bruno_does_not_know_who_wrote_the_story:
    Tilly stands at your elbow with her proofs, like any proofreader. Only you know that it is the author who is holding the lamp.
}
"Just begin," says Bruno. "I've often found with these things that it's the beginning that's wanting." He means it helpfully. You have a stick full of letters, and every word that there is can be made out of them.
+ [Set the heading first]
    ~ flag_set_the_heading_first = true
    ~ the_town -= 1
    -> backwards
+ [Set the last full stop first, at the bottom of the column]
    ~ flag_set_the_last_full_stop_first_at_the = true
    -> backwards
+ [Set the question once more, at the top]
    ~ flag_set_the_question_once_more_at_the_top = true
    ~ the_town += 1
    -> backwards

=== backwards ===
# passage: Backwards
{ flag_set_the_heading_first:
    NINETY, you set, AND LAST. It fits to a hair. After that there is no going back, because they have seen it.
}
{ flag_set_the_last_full_stop_first_at_the:
    You put it in its place down there, and wedge it. Now it is only a matter of getting to it. Tilly gives a little sob, which may be a laugh.
}
{ flag_set_the_question_once_more_at_the_top:
    You know it by heart, from right to left. It looks different up there. It looks like a thing that somebody might say, across a table, with the lamp between.
}
"<i>Is it worth it in the end?</i>" reads Tilly, off the lead. They have wondered about more than that, at breakfast; but it is what the eighty-ninth stops on.
{ flag_half_the_town_has_bet_on_the_one_answer:
    They have all bet on what they are afraid of; and half of them would be glad to lose, whichever way it went.
}
{ flag_not_known_half_the_town_has_bet_on_the:
    Twenty thousand breakfasts, you think.
}
{ flag_somebody_in_the_square_has_had_every:
    Over there the sash has been pushed up. She has something on.
}
{ flag_not_known_somebody_in_the_square_has_had:
    It is getting light behind the town hall.
}
{ flag_the_last_part_has_been_written_eleven:
    <i>I wish one could ask them</i>, it said. It was quite the shortest of the eleven, and not crossed out.
}
{ flag_not_known_the_last_part_has_been_written:
    Tilly chews on the pencil.
}
{ the_town >= 1:
    Somebody down there has sent you up a stool, in case you should need to sit.
}
{ the_town <= -1:
    Somebody down there has begun to bang on the shutter, with a penny.
}
"Anything," says Bruno. "<i>Anything</i>. Set what you think. You've had more of it through your fingers than any of us."
The presses have started. It comes up through the floor like a large animal that would like to be let out.
{
- flag_bruno_knows_who_wrote_the_story and flag_the_last_part_has_been_written_eleven:
- else:
    The readers might fill it, if Bruno knew the author, and you knew what the author wishes # closed
}
+ [Set it in type: "It was worth it"]
    -> and_last
+ [Set it in type: "It was not worth it"]
    -> in_lead
+ {flag_bruno_knows_who_wrote_the_story and flag_the_last_part_has_been_written_eleven} [Lock up the page with the column empty, and ask the readers]
    -> white

=== and_last ===
# passage: And Last
You set it. <i>It was worth it</i>\: that, and eleven inches of how. Letter by letter, upside down, from left to right; it clicks. You do not stop to understand it. You do that afterwards.
Tilly holds the lamp to it. She reads it once for the spelling, and once for the rest. "Yes," she says, in a voice like somebody of sixty. "<i>That's</i> what I'd—yes. There's no mistake."
{ flag_set_the_heading_first:
    NINETY AND LAST. You hear it go down, in its iron, in the lift.
}
{ flag_set_the_last_full_stop_first_at_the:
    It comes out to the line. The last full stop has been waiting for it.
}
{ flag_set_the_question_once_more_at_the_top:
    It stands right under the question, as if it had only been said in a low voice.
}
+ {the_town >= 1} [Go on]
    -> in_shirtsleeves
+ {the_town <= 0} [Go on]
    -> a_penny

=== in_shirtsleeves ===
# passage: In Shirtsleeves
At five past four you are in the square, the three of you, in your shirtsleeves. Nobody says a word. You hear only paper. Then somebody laughs, or somebody weeps; it is going from one to another.
{ flag_half_the_town_has_bet_on_the_one_answer:
    A perfect stranger takes hold of Bruno by the ears. "I've <i>lost</i>," says the stranger, beaming. "I've lost nine shillings!"
}
{ flag_not_known_half_the_town_has_bet_on_the:
    A perfect stranger takes hold of Bruno by the ears, and kisses him.
}
{ flag_somebody_in_the_square_has_had_every:
    Under the window the old man does the voices. When it is over the whole side of the street stands there, and does not go. A hand comes out, over the sill, and makes a small round movement: <i>again. From the beginning.</i>
}
{ flag_not_known_somebody_in_the_square_has_had:
    It is read out from the steps of the town hall, for those who have no lamp.
}
They say to this day, in that town, of a thing that has come out as it should, that it is the baker all over.
Concluded # ending
-> END

=== a_penny ===
# passage: A Penny
They do not read it in the square. They buy it, and fold it, and are gone; by half past four there is nothing there but a boy, counting pennies. You go home through the streets, and behind every blind a lamp has been lit, and not one of them is open.
{ flag_bruno_knows_who_wrote_the_story:
    Under the column it says, in six-point, by order of the editor, what the name of the author is. She has let it pass. Most of what they write is about the price. But one has come on a bit of blotting paper. <i>We none of us talk about it</i>, it says. <i>I look at the others in the tram and I can see who has got to the end.</i> You look, too, from that day on. You can nearly always tell.
}
{ flag_bruno_does_not_know_who_wrote_the_story:
    It is signed Seraphina Vale. The wall gets nine hundred letters. Tilly answers them, from right to left. Most of what they write is about the price. But one has come on a bit of blotting paper. <i>We none of us talk about it</i>, it says. <i>I look at the others in the tram and I can see who has got to the end.</i> You look, too, from that day on. You can nearly always tell.
}
Sold Out # ending
-> END

=== in_lead ===
# passage: In Lead
You have the first letter between your fingers before you know what it is going to be.
<i>It was not worth it</i>, you set, and then, inch by inch, why. It is quite cold. You feel each of them. You cannot set a thing like that fast.
"Oh, no," says Bruno; and then nothing; and puts a hand over his eyes. Tilly reads it. You watch her look for the mistake. She looks for a long time, and she is good at it. "It stands," says Tilly.
{ flag_set_the_heading_first:
    AND LAST, it says above; there is nothing to be done about that, either.
}
{ flag_set_the_last_full_stop_first_at_the:
    Down to the full stop, which you had put there yourself.
}
{ flag_set_the_question_once_more_at_the_top:
    And above it the question; they will be able to cover it with a hand, and read the rest without.
}
+ {the_town >= 1} [Go on]
    -> through_the_open_windows
+ {the_town <= 0} [Go on]
    -> page_four_cut_out

=== through_the_open_windows ===
# passage: Through the Open Windows
{ flag_half_the_town_has_bet_on_the_one_answer:
    In the square it is quiet at first, and then it stays quiet. They do not go in. They stand together by fours and fives, with the paper hanging, as at a graveside. Half of them have won. By nine the drawer is full again: they have all put it back, for the orphans.
}
{ flag_not_known_half_the_town_has_bet_on_the:
    In the square it is quiet at first, and then it stays quiet. They do not go in. They stand together by fours and fives, with the paper hanging, as at a graveside. Somebody starts to take his stool away, and then sets it down again next to somebody else's.
}
They buy it out by noon, and again at six. They want to have it in the house. They have been told something that is so, they say; one isn't, as a rule.
And in the evening, when you go home, you hear them through the open windows, at one table after another, speaking of it, and of the baker; you have never heard so many people talk so kindly about something that went wrong.
As Printed # ending
-> END

=== page_four_cut_out ===
# passage: Page Four, Cut Out
They bring it back. By ten there is a line at the counter, and each of them puts down a paper, and asks for a penny. It is not what was promised on the bills. Bruno gives it to them himself; he has taken off his eyeshade. "I told them there'd be an end," he says. "I never said which."
{ flag_bruno_knows_who_wrote_the_story:
    It is Tilly who notices. She has been going through the bundles, for the spelling. She has not said a word about the baker since five. "Look," says Tilly, and holds one up to the window, and then another. They are all sound, the tides, and the pill, and the fire. But on page four there is a hole, one column wide, eleven inches deep, cut out with scissors, with nail scissors, with a bread knife. There is not one of them that has not got it. "They've let it pass," says Tilly.
}
{ flag_bruno_does_not_know_who_wrote_the_story:
    It is Tilly who notices. She has been going through the bundles, for the spelling. She has not said a word about the baker since five. "Look," says Tilly, and holds one up to the window, and then another. They are all sound, the tides, and the pill, and the fire. But on page four there is a hole, one column wide, eleven inches deep, cut out with scissors, with nail scissors, with a bread knife. There is not one of them that has not got it. "As if she had known us," she reads, on the edge of the last.
}
Returned Unread # ending
-> END

=== white ===
# passage: White
You put the stick down. You take eleven inches of blank metal, the sort that keeps the lines apart, and lock them in.
"That's a hole," says Bruno.
"It's a column," you say. And along the bottom you set one line, in the smallest type that you have, as it was on the first day: "Is it worth it in the end?" And behind it: <i>The author would be glad to hear. Seraphina Vale, that is, Tilly, page six, proofs.</i>
She has both hands before her mouth. Below you the presses take it.
It is the only newspaper that was ever <i>written</i> in at twenty thousand breakfasts. They do it with pens, and burnt matches; they do it on the tram. By noon the counter cannot be seen. <i>It was worth it</i>, they write, in all sorts of hands, and tell why, and who it was; they put <i>It was not worth it</i>, and then ask whether that can't be helped. There are some who have gone over the edge, and up the margin, round the tides and the pill. One has sent the baker money. One is from a third floor, very shaky, and it only says: <i>Don't stop.</i>
+ {the_town >= 1} [Go on]
    -> a_column_a_day
+ {the_town <= 0} [Go on]
    -> by_hand

=== a_column_a_day ===
# passage: A Column a Day
"I can't print all that," says Bruno; and sits down to read it, and is not seen for a week.
They print it all. It takes eleven years. You set it yourself, a column a day, and you have never got used to it: how many there are of them; and how each one of them knows all about the baker, as if they had been there.
Eleven Inches # ending
-> END

=== by_hand ===
# passage: By Hand
But they do not send it in, most of them. It would have been for the paper, and the paper had promised to do it for them. They keep it. You see that when you are asked to supper, in the years after: it is on the dresser, under glass, or in the Bible. Page four, with the tides, and down the middle, in a grandmother's hand, eleven inches of what it was really like.
"Ours is the true one," they tell you everywhere, and lower their voices. You read it by lamplight. It is about the only thing in that town which you have not set. They are all quite different; only the baker, you would know anywhere. And you have not found a mistake yet.
Twenty Thousand Copies # ending
-> END
