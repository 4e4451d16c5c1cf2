# title: You Were Very Calm
# hook: By the time that you hear of it, you have done it. You did it at noon, and you were very calm.
# credits: A draft from scenes that come with QuestFoundry (MIT licence)
# language: en
# ifid: 317CE9FE-6FF6-4E5D-8EEE-F6F86FA37FED
VAR flag_first_ask_pru_why_she_could_not_wait_for = false // First: Ask Pru why she could not wait for you.
VAR flag_first_ask_cobb_what_time_he_went_over = false // First: Ask Cobb what time he went over.
VAR flag_first_go_and_see_ivy_on_her_box = false // First: Go and see Ivy on her box.
VAR flag_first_look_for_sorrel = false // First: Look for Sorrel.
VAR flag_cobb_had_set_out_with_the_saw_before_he = false // Cobb had set out with the saw before he heard of you.
VAR flag_drink_to_it_with_what_is_left_in_your = false // Drink to it, with what is left in your cup.
VAR flag_say_thank_you = false // Say thank you.
VAR flag_say_that_there_has_been_a_mistake = false // Say that there has been a mistake.
VAR flag_ask_how_you_looked = false // Ask how you looked.
VAR flag_sit_down_at_the_top_of_the_table = false // Sit down at the top of the table.
VAR flag_ask_for_your_door_back = false // Ask for your door back.
VAR flag_help_her_with_the_spoons = false // Help her with the spoons.
VAR flag_tell_them_that_you_did_look_round_once = false // Tell them that you did look round, once.
VAR flag_say_that_you_would_rather_not_talk_of_it = false // Say that you would rather not talk of it.
VAR flag_say_that_you_may_do_it_yet = false // Say that you may do it yet.
VAR flag_ask_why_they_had_to_wait_for_you = false // Ask why they had to wait for you.
VAR flag_cobb_has_heard_it_from_your_own_mouth = false // Cobb has heard it from your own mouth.
VAR flag_cobb_does_not_know_whether_the_saw_is = false // Cobb does not know whether the saw is given.
VAR flag_find_your_own_door_and_stand_it_up = false // Find your own door, and stand it up.
VAR flag_go_after_ivy_and_take_the_other_handle = false // Go after Ivy, and take the other handle.
VAR flag_sorrel_does_not_believe_it_and_is_going = false // Sorrel does not believe it, and is going to ask you.
VAR flag_not_known_sorrel_does_not_believe_it_and = false // Not known: Sorrel does not believe it, and is going to ask you.
VAR flag_pru_said_it_for_the_sake_of_cobbs = false // Pru said it for the sake of Cobb's brother, who is ill.
VAR flag_ivy_had_counted_on_it_that_you_would = false // Ivy had counted on it that you would never decide.
VAR the_news = 0 // Are you the one in the story that they tell?
-> very_calm

=== very_calm ===
# passage: Very Calm
<i>A baker inherits a lighthouse that has no door.</i>
By the time that you hear of it, you have done it. You did it at noon, and you were very calm.
"I'd have cried," says a woman you hardly know, and takes your hand in both of hers. "I did cry."
You have not done it. You have sat indoors since breakfast. You are a baker. You have inherited a lighthouse that has no door. As far as you know you have still to choose: keep the lighthouse, or give the lighthouse away.
"We have it from Pru," says the woman. "Everybody has it from Pru. You were wearing the grey."
+ [Say thank you]
    ~ flag_say_thank_you = true
    ~ the_news += 1
    -> eleven_doors
+ [Say that there has been a mistake]
    ~ flag_say_that_there_has_been_a_mistake = true
    ~ the_news -= 1
    -> eleven_doors
+ [Ask how you looked]
    ~ flag_ask_how_you_looked = true
    -> eleven_doors

=== eleven_doors ===
# passage: Eleven Doors
{ flag_say_thank_you:
    It is out before you have thought, and it is taken for what it sounds like. By the next corner there are four people waiting to be thanked.
}
{ flag_say_that_there_has_been_a_mistake:
    "So modest," says somebody behind you. It is passed along the road from one to the next, and before it is out of hearing you have said it with tears.
}
{ flag_ask_how_you_looked:
    Taller, it seems. You were pale about the mouth, and you did it all in one go, and never once looked round. You find that you would have liked to see it.
}
Pru is in the middle of the road, laying a table. It is made of doors. She has had every door taken off its hinges and laid on barrels, end to end, and behind her the houses stand open and look surprised.
"There you are," says Pru. "You're at the top. I've done the roast."
You ask her what she has told them.
"That you've done it. You'd have got there." She puts down spoons. "You don't know what you've been holding up. When it first got about, what you had to decide, they all swore to things. The day it's decided, Cobb said, I'll take my brother back his saw. Nine years they haven't spoken! Ivy said that she'd be gone the same day. I said I'd feed the road. We thought we were safe."
"And at noon you told them," you say. "It <i>was</i> noon," says Pru. "Somebody had to have done something."
+ [Sit down at the top of the table]
    ~ flag_sit_down_at_the_top_of_the_table = true
    ~ the_news += 1
    -> the_saw
+ [Ask for your door back]
    ~ flag_ask_for_your_door_back = true
    ~ the_news -= 1
    -> the_saw
+ [Help her with the spoons]
    ~ flag_help_her_with_the_spoons = true
    -> the_saw

=== the_saw ===
# passage: The Saw
{ flag_sit_down_at_the_top_of_the_table:
    It is your own door that you are sitting at; you know the knot beside the latch. You have never seen it from above. "Best seat in the road," says Pru. "You've been talked of from end to end of it."
}
{ flag_ask_for_your_door_back:
    "You can't have it now," says Pru. "It's got the roast on it." That is so. It looks quite settled there.
}
{ flag_help_her_with_the_spoons:
    She gives you twenty. It is not easy to be angry with both hands full of spoons, and that may be why she does it.
}
Two men come up the road, stiffly, as if they were carrying a pane of glass. There is no glass. It is Cobb and his brother, and a saw.
"That's the one," says Cobb to his brother. And to you: "I've given it back. I knocked, and then I couldn't think of a word, so I held it out."
"He'd sharpened it," says his brother, and coughs.
"He thinks I've got it wrong," says Cobb. "I said, there's somebody who had a harder thing to do than I had, and did it, and so I can. Tell him that it's so."
They both look at you. They have both been crying, and neither of them has noticed it about the other.
+ [Say that it is so]
    ~ flag_cobb_has_heard_it_from_your_own_mouth = true
    ~ the_news += 1
    -> it_is_so
+ [Say that you have not done it]
    ~ flag_cobb_does_not_know_whether_the_saw_is = true
    ~ the_news -= 1
    -> it_is_not_so

=== it_is_so ===
# passage: It Is So
"It's so," you say.
"What was it like?" says Cobb's brother.
You open your mouth to say that it cannot be described. What comes out is that it was noon, and you were pale, and did it all in one go. By now you have got it by heart. Cobb nods, like somebody who was there. It sounds, when you listen to it, like something that a person could do.
"And did you look round?" says the brother.
+ [Tell them that you did look round, once]
    ~ flag_tell_them_that_you_did_look_round_once = true
    ~ the_news += 1
    -> forty_spoons
+ [Say that you would rather not talk of it]
    ~ flag_say_that_you_would_rather_not_talk_of_it = true
    ~ the_news -= 1
    -> forty_spoons

=== it_is_not_so ===
# passage: It Is Not So
"I haven't done it," you say. "Not at noon. I was indoors."
Cobb looks at the saw. One can see him go back, over the road and up to that door, and take his knuckles away from the wood. "Then I needn't have," he says.
"Then it doesn't count," says his brother, and holds it out to him by the handle.
Cobb takes hold of the other end, out of politeness. After that neither of them will let go, and neither will pull. The saw hums. They sit down like that, at two different doors, with the saw across the gap, and look about for somebody to blame.
+ [Say that you may do it yet]
    ~ flag_say_that_you_may_do_it_yet = true
    ~ the_news += 1
    -> forty_spoons
+ [Ask why they had to wait for you]
    ~ flag_ask_why_they_had_to_wait_for_you = true
    ~ the_news -= 1
    -> forty_spoons

=== forty_spoons ===
# passage: Forty Spoons
{ flag_tell_them_that_you_did_look_round_once:
    It is the first thing in the story that is yours. "Ah," they say, both at once, and both of them breathe out; and Cobb moves the saw to his other hand, so as to be next to his brother.
}
{ flag_say_that_you_would_rather_not_talk_of_it:
    "No," says the brother. "I'd not, either." They go and sit down. You see that Cobb is telling it to the next man, and at one point he stops, and looks slowly over his shoulder.
}
{ flag_say_that_you_may_do_it_yet:
    "When?" say both of them, and look at each other, because it was the same word. It is the first they have had in common for nine years, not counting <i>saw</i>.
}
{ flag_ask_why_they_had_to_wait_for_you:
    "Well, you can't go <i>first</i>," says Cobb; and his brother nods. Then they both remember that they are not speaking, and turn it into looking at the roast.
}
It takes a while to get forty people round eleven doors. You have time for two things.
You might ask Pru why she could not wait. You might ask Cobb what time it was, exactly. At the end of the road Ivy is sitting on her box. And Sorrel, from the last house but one, must have heard it, too.
+ [Ask Pru why she could not wait for you]
    ~ flag_first_ask_pru_why_she_could_not_wait_for = true
    ~ flag_pru_said_it_for_the_sake_of_cobbs = true
    -> one_spoon_over
+ [Ask Cobb what time he went over]
    ~ flag_cobb_had_set_out_with_the_saw_before_he = true
    ~ flag_first_ask_cobb_what_time_he_went_over = true
    -> what_time_it_was
+ [Go and see Ivy on her box]
    ~ flag_first_go_and_see_ivy_on_her_box = true
    ~ flag_ivy_had_counted_on_it_that_you_would = true
    -> what_is_in_the_box
+ [Look for Sorrel]
    ~ flag_first_look_for_sorrel = true
    ~ flag_sorrel_does_not_believe_it_and_is_going = true
    -> five_ways

=== one_spoon_over ===
# passage: One Spoon Over
"It's his chest," says Pru. "Cobb's brother. I take him his soup. Every night he says, any news from next door? And I say no, and he says, well, it's early. Nine years it's been early. And on Monday I heard him cough, and I thought, I've not got so many noes left."
She counts the spoons, although they are laid.
"I didn't think about you at all. I'd like to say I had. I looked round for somebody who was going to do something anyway, and I took it out of your pocket and I spent it." She has one spoon over. "Be as angry as you like. Only don't shout. He's having such a nice day."
{ flag_first_ask_pru_why_she_could_not_wait_for:
    Pru has begun to sharpen the knife. There is time for one more.
}
+ {flag_first_ask_pru_why_she_could_not_wait_for} [Ask Cobb what time he went over]
    ~ flag_cobb_had_set_out_with_the_saw_before_he = true
    -> what_time_it_was
+ {flag_first_ask_pru_why_she_could_not_wait_for} [Go and see Ivy on her box]
    ~ flag_ivy_had_counted_on_it_that_you_would = true
    -> what_is_in_the_box
+ {flag_first_ask_pru_why_she_could_not_wait_for} [Look for Sorrel]
    ~ flag_sorrel_does_not_believe_it_and_is_going = true
    -> five_ways
+ {flag_first_ask_cobb_what_time_he_went_over} [Take your place at the table]
    ~ flag_not_known_sorrel_does_not_believe_it_and = true
    -> to_the_one_who_did_it
+ {flag_first_go_and_see_ivy_on_her_box} [Take your place at the table]
    ~ flag_not_known_sorrel_does_not_believe_it_and = true
    -> to_the_one_who_did_it
+ {flag_first_look_for_sorrel} [Take your place at the table]
    -> to_the_one_who_did_it

=== what_time_it_was ===
# passage: What Time It Was
"Noon," says Cobb. "I'd heard you'd done it, so I went."
You ask who told him.
"Pru did, in the road. I was standing there with the saw on my shoulder."
You ask him why he had the saw on his shoulder.
"Because I'd sharpened it," says Cobb. "That takes two hours, to do it right." He stops. He counts on his fingers; he goes over them again from the other side. "That's ten o'clock," he says. "I got it down off the wall at ten. What for?"
He looks at his own hands as if they had come home late.
"I was half-way over," says Cobb. "And she told me about you. And I thought, oh, good."
{ flag_first_ask_cobb_what_time_he_went_over:
    Pru has begun to sharpen the knife. There is time for one more.
}
+ {flag_first_ask_cobb_what_time_he_went_over} [Ask Pru why she could not wait for you]
    ~ flag_pru_said_it_for_the_sake_of_cobbs = true
    -> one_spoon_over
+ {flag_first_ask_cobb_what_time_he_went_over} [Go and see Ivy on her box]
    ~ flag_ivy_had_counted_on_it_that_you_would = true
    -> what_is_in_the_box
+ {flag_first_ask_cobb_what_time_he_went_over} [Look for Sorrel]
    ~ flag_sorrel_does_not_believe_it_and_is_going = true
    -> five_ways
+ {flag_first_ask_pru_why_she_could_not_wait_for} [Take your place at the table]
    ~ flag_not_known_sorrel_does_not_believe_it_and = true
    -> to_the_one_who_did_it
+ {flag_first_go_and_see_ivy_on_her_box} [Take your place at the table]
    ~ flag_not_known_sorrel_does_not_believe_it_and = true
    -> to_the_one_who_did_it
+ {flag_first_look_for_sorrel} [Take your place at the table]
    -> to_the_one_who_did_it

=== what_is_in_the_box ===
# passage: What Is in the Box
"I gave up my room at one o'clock," says Ivy. "There's a girl in it already. She's hung up a bird."
You say that you are sorry.
"I was <i>counting</i> on you," says Ivy. "I've said that I'd go for so long that they've given me three farewell presents. You're about to eat one. I thought, I'll say: when that one decides. It seemed as good as never." She opens the box. There is a clock in it, and another clock, and nine large stones.
You look at the stones.
"So that it'd be too heavy to shift," says Ivy. "Somebody was to say, oh, leave it for tonight. And four of them came and carried it down here <i>singing</i>." She shuts the lid. Inside, the clocks strike, one after the other, and do not agree.
{ flag_first_go_and_see_ivy_on_her_box:
    Pru has begun to sharpen the knife. There is time for one more.
}
+ {flag_first_go_and_see_ivy_on_her_box} [Ask Pru why she could not wait for you]
    ~ flag_pru_said_it_for_the_sake_of_cobbs = true
    -> one_spoon_over
+ {flag_first_go_and_see_ivy_on_her_box} [Ask Cobb what time he went over]
    ~ flag_cobb_had_set_out_with_the_saw_before_he = true
    -> what_time_it_was
+ {flag_first_go_and_see_ivy_on_her_box} [Look for Sorrel]
    ~ flag_sorrel_does_not_believe_it_and_is_going = true
    -> five_ways
+ {flag_first_ask_pru_why_she_could_not_wait_for} [Take your place at the table]
    ~ flag_not_known_sorrel_does_not_believe_it_and = true
    -> to_the_one_who_did_it
+ {flag_first_ask_cobb_what_time_he_went_over} [Take your place at the table]
    ~ flag_not_known_sorrel_does_not_believe_it_and = true
    -> to_the_one_who_did_it
+ {flag_first_look_for_sorrel} [Take your place at the table]
    -> to_the_one_who_did_it

=== five_ways ===
# passage: Five Ways
Sorrel is standing in an empty doorway, looking at the hinges.
"I've had it five ways," says Sorrel. "In one of them you fall down afterwards."
"They've all told me what to think about it," says Sorrel. "I've thanked them."
You begin to explain.
"No, don't," says Sorrel. "Everybody's been here to tell me. I'm going to ask. But I'll do it at the table, where it's light, and I can see you."
{ flag_first_look_for_sorrel:
    Pru has begun to sharpen the knife. There is time for one more.
}
+ {flag_first_look_for_sorrel} [Ask Pru why she could not wait for you]
    ~ flag_pru_said_it_for_the_sake_of_cobbs = true
    -> one_spoon_over
+ {flag_first_look_for_sorrel} [Ask Cobb what time he went over]
    ~ flag_cobb_had_set_out_with_the_saw_before_he = true
    -> what_time_it_was
+ {flag_first_look_for_sorrel} [Go and see Ivy on her box]
    ~ flag_ivy_had_counted_on_it_that_you_would = true
    -> what_is_in_the_box
+ {flag_first_ask_pru_why_she_could_not_wait_for} [Take your place at the table]
    -> to_the_one_who_did_it
+ {flag_first_ask_cobb_what_time_he_went_over} [Take your place at the table]
    -> to_the_one_who_did_it
+ {flag_first_go_and_see_ivy_on_her_box} [Take your place at the table]
    -> to_the_one_who_did_it

=== to_the_one_who_did_it ===
# passage: To the One Who Did It
Pru stands up with the ladle. "To the one who did it!" says Pru.
And forty people get up, all at once, with both hands on the edge. The doors are not nailed to anything. In the middle a barrel goes. The whole table folds like a book, and from both ends there come down on Cobb and his brother forty plates, and forty spoons, and last of all, not fast, the roast.
{ flag_cobb_has_heard_it_from_your_own_mouth:
    It is very quiet. Then Cobb's brother, who has got it in both arms, says, "I always did get the bigger half"; and the road roars.
}
{ flag_cobb_does_not_know_whether_the_saw_is:
    It is very quiet. Cobb and his brother have let go of the saw to catch it. They have got it between them, in all four arms. "I've got it," says Cobb. "No, I have," says his brother; and the road roars.
}
Only Ivy is not laughing. "I gave up my <i>room</i> for that one," she says, and takes hold of her box by one handle, and drags it off into the dark.
+ [Drink to it, with what is left in your cup]
    ~ flag_drink_to_it_with_what_is_left_in_your = true
    ~ the_news += 1
    -> the_first_to_ask
+ [Find your own door, and stand it up]
    ~ flag_find_your_own_door_and_stand_it_up = true
    ~ the_news -= 1
    -> the_first_to_ask
+ [Go after Ivy, and take the other handle]
    ~ flag_go_after_ivy_and_take_the_other_handle = true
    -> the_first_to_ask

=== the_first_to_ask ===
# passage: The First to Ask
{ flag_drink_to_it_with_what_is_left_in_your:
    There is about a mouthful. They cheer you, standing in the spoons. It tastes as it would have tasted if you had done it.
}
{ flag_find_your_own_door_and_stand_it_up:
    It is under six others, and there is gravy on it. You stand behind it, in the middle of the road, with one hand on the latch.
}
{ flag_go_after_ivy_and_take_the_other_handle:
    "I don't want any help from you," says Ivy. So you carry it without helping, as far as the last house, with the two clocks going; and then, since she has not said where she wants it, you carry it back.
}
Somebody comes along the row of fallen doors, stepping over the spoons. It is Sorrel.
{ flag_sorrel_does_not_believe_it_and_is_going:
    You had been told that it would be here, where it is light. "Did you do it?" says Sorrel.
}
{ flag_not_known_sorrel_does_not_believe_it_and:
    You had thought that everybody had been to tell you by now. "Did you do it?" says Sorrel.
}
All day they have told you that you did. It is a quite different thing to be asked.
{ flag_pru_said_it_for_the_sake_of_cobbs:
    You hear a cough, and Pru looks at you over the heads, with a ladle and no reproach.
}
{ flag_cobb_had_set_out_with_the_saw_before_he:
    Cobb is counting something on his fingers again.
}
{ flag_ivy_had_counted_on_it_that_you_would:
    Not far off something strikes seven, and then six.
}
{ the_news >= 1:
    You could tell Sorrel how it was; you have told it, or heard it, so often that you can see it.
}
{ the_news <= -1:
    Most of the day it has been somebody else's story. Here is the way into it.
}
{ flag_cobb_has_heard_it_from_your_own_mouth:
    "Not yet," you say; and you see Cobb hear it.
}
{ flag_cobb_does_not_know_whether_the_saw_is:
    "Not yet," you say, for the second time tonight, and this time they hear it.
}
"I know that you have inherited a lighthouse that has no door," says Sorrel. "I didn't ask that. I asked what you did." If you keep the lighthouse, Pru has told no lie, she was only early. If you give the lighthouse away, there are forty people in the road who have acted on nothing.
{
- flag_cobb_had_set_out_with_the_saw_before_he and not flag_drink_to_it_with_what_is_left_in_your:
- else:
    You could ask them something, too, if you knew what time Cobb set out, and had not drunk to it # closed
}
+ [Keep the lighthouse]
    -> some_hours_late
+ [Give the lighthouse away]
    -> neither_at_noon_nor_after
+ {flag_cobb_had_set_out_with_the_saw_before_he and not flag_drink_to_it_with_what_is_left_in_your} [Ask them all when they made up their own minds]
    -> when_was_it_really

=== some_hours_late ===
# passage: Some Hours Late
You keep the lighthouse. It is nothing like it was at noon. You are not calm, it is not done all in one go, and you look round four times, and the fourth time there is Sorrel.
"Thank you," says Sorrel. "That's all I wanted. Now I know which of the stories it was." It was none of them.
{ flag_drink_to_it_with_what_is_left_in_your:
    Your cup is still in your hand. "There," says Pru. "I said so."
}
{ flag_find_your_own_door_and_stand_it_up:
    Behind you your door falls over. "There," says Pru. "I said so."
}
{ flag_go_after_ivy_and_take_the_other_handle:
    Ivy has stopped where she is, and watches. "There," says Pru. "I said so."
}
+ {the_news >= 1} [Go on]
    -> the_better_story
+ {the_news <= 0} [Go on]
    -> not_at_all_calm

=== the_better_story ===
# passage: The Better Story
{ flag_cobb_has_heard_it_from_your_own_mouth:
    They go on telling the one about noon, as you told it. It has been told for half a day longer, and you are taller in it.
}
{ flag_cobb_does_not_know_whether_the_saw_is:
    They go on telling the one about noon. It has been told for half a day longer, and you are taller in it.
}
In the dark the doors are hung again, by lamplight, by people who have had a good deal to drink. Cobb has got his brother's and his brother has Cobb's. They find it out in the morning, each with the wrong key, and leave it like that, and go in and out. Pru is asked to tea at both.
Ivy goes. You carry the box with her as far as the last house, and there she opens it, and takes out a clock for each of you, and leaves nine large stones. And one door is left over. Sorrel comes past, every now and then, and knocks at it, and asks.
Only Early # ending
-> END

=== not_at_all_calm ===
# passage: Not at All Calm
{ flag_cobb_has_heard_it_from_your_own_mouth:
    When they tell it, as they had it from you, you say how it really was. You say it each time: it was evening; you were not calm; you looked round. You say that you have inherited a lighthouse that has no door, and that it was no easier for that. They do not care for it. They had a very good one.
}
{ flag_cobb_does_not_know_whether_the_saw_is:
    When they tell it, you say how it really was. You say it each time: it was evening; you were not calm; you looked round. You say that you have inherited a lighthouse that has no door, and that it was no easier for that. They do not care for it. They had a very good one.
}
But there is one person who believes you. "Four times?" says Ivy. She has sat on her box all night. "And you did it with your hands shaking?" You hold them out. They are at it still.
"Because I thought you had to be calm," says Ivy.
She opens the box, there in the road, and takes out stones, one by one, nine of them, and sets them along the wall. Then she picks it up. It weighs nothing. She looks round; you count; and at the fourth time she waves.
How It Was # ending
-> END

=== neither_at_noon_nor_after ===
# passage: Neither at Noon Nor After
{ flag_cobb_has_heard_it_from_your_own_mouth:
    "No," you say. "I haven't, and I'm not going to." Cobb, to whom you said that you had, looks at his hands.
}
{ flag_cobb_does_not_know_whether_the_saw_is:
    "No," you say. "I haven't, and I'm not going to." Cobb, to whom you said so before, nods.
}
You give the lighthouse away, and forty people stand in the road and watch you do it.
"I had a feeling," says Sorrel. "In none of the stories did you say a thing that you'd say."
{ flag_drink_to_it_with_what_is_left_in_your:
    Somebody takes the cup out of your hand, and looks into it. Pru begins to pick up the spoons.
}
{ flag_find_your_own_door_and_stand_it_up:
    You shut your door. There is nothing on either side of it, but they all hear it click. Pru begins to pick up the spoons.
}
{ flag_go_after_ivy_and_take_the_other_handle:
    "Then I could have <i>stayed</i>\?" says Ivy, somewhere behind you. Pru begins to pick up the spoons.
}
+ {the_news >= 1} [Go on]
    -> door_by_door
+ {the_news <= 0} [Go on]
    -> somebody_else

=== door_by_door ===
# passage: Door by Door
{ flag_cobb_has_heard_it_from_your_own_mouth:
    You carry them home, the doors, each to its house, on your back, and at each house you say that you did not keep the lighthouse. You said yourself that it was so, to two people who told it to the rest. It seems only right that somebody should tell them.
}
{ flag_cobb_does_not_know_whether_the_saw_is:
    You carry them home, the doors, each to its house, on your back, and at each house you say that you did not keep the lighthouse. They have all told each other that you did. It seems only right that somebody should tell them.
}
It is a long road, under a door. They are not angry. They say, "Ah, well," and hold the lamp, and tell you what it was that they did, at noon, because you had.
The fifth is heavier, or you are. Then it is lighter. Cobb's brother has taken hold of the bottom end. "I'm not supposed to carry," he says, and coughs. "Left a bit." At the sixth there is Cobb as well, with the hinges. Sorrel walks behind, and lights you, and at the last house says it, too: "Ah, well."
Taken Back # ending
-> END

=== somebody_else ===
# passage: Somebody Else
They go on telling it all the same. It is too good. In a year it will have happened to somebody else, at the other end of the road, who was tall.
{ flag_cobb_has_heard_it_from_your_own_mouth:
    You get your door back, with gravy on it. Behind it, it is all just as it was, and it is still so that you have inherited a lighthouse that has no door. And Cobb's brother has the saw. They talk over whether it counts, since you had only said that it was so. They have talked about it every evening, on Cobb's step, and they mean to go on until it is settled.
}
{ flag_cobb_does_not_know_whether_the_saw_is:
    You get your door back, with gravy on it. Behind it, it is all just as it was, and it is still so that you have inherited a lighthouse that has no door. And Cobb and his brother talk over which of them has the saw, since they both let go of it. They have talked about it every evening, on Cobb's step, and they mean to go on until it is settled.
}
Ivy knocks. She has the box with her. "You owe me a room," says Ivy. She is right, in a way. She is given the back one. Two clocks come with her; and every hour you are reminded twice, and not at the same time, of what you did not do.
The One Who Was Indoors # ending
-> END

=== when_was_it_really ===
# passage: When Was It Really?
"I've been asked," you say. "Now I'm asking. Cobb, what time did you take down the saw?"
Cobb looks at his fingers. "Ten," says Cobb.
"I'd oiled the hinge," says his brother. "So that he wouldn't have to knock loud. That was on the Monday." A woman says that she had the basket packed before she ever heard of you. A man says that he told her last week, in point of fact, only very quietly. "A <i>year</i>," says Ivy's voice from the dark. "I've had that box packed for a year."
So they had not done it because you had. They had only all needed to be second. It goes round the road, and nobody likes it much.
"Then there's only you," says Sorrel; and it is quite kindly said. It is only you, and you have inherited a lighthouse that has no door. So you keep the lighthouse. Sorrel hears it, and nods, as at a clock that is right.
+ {the_news >= 1} [Go on]
    -> everybody_first
+ {the_news <= 0} [Go on]
    -> nobody_is_waiting

=== everybody_first ===
# passage: Everybody First
They have to change the story. It takes them the rest of the roast. In the new one Cobb is first, and then his brother says that hinges come before saws; and by the time that the lamps are lit there are nine who were first, and you come somewhere in the middle, between the woman with the basket and Ivy.
It suits you. It is warm there.
Sorrel sits down at your own door, beside you, and is given the end of the roast. Ivy sits among them on her box, to hear better. She is asked to open it. It is full of stones. Nobody laughs; they have all packed something like that.
Second # ending
-> END

=== nobody_is_waiting ===
# passage: Nobody Is Waiting
It is odd to have done a thing for which nobody was waiting. It makes so little noise. They have gone home, each with a door, and each thinking about what time it had really been.
You are left with Pru and the spoons.
"It wasn't a lie, then," says Pru. "It was only the wrong way round." She puts a spoon in your hand, because it is empty. "I shan't be wanted at theirs tonight," she says.
Sorrel has stayed, and is counting plates. "Ask me," says Pru, all at once. So you ask her what time it was, with her, when she made up her mind that you would do it. Pru thinks. "Weeks ago," she says. "But I wasn't calm."
Only You # ending
-> END
