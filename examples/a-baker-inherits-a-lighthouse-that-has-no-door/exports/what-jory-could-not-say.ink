# title: What Jory Could Not Say
# hook: Since then everything is slightly different, and it has come out as you who must put it right.
# credits: A draft from scenes that come with QuestFoundry (MIT licence)
# language: en
# ifid: 1DE3C1F2-F7F5-4A94-BD7A-A144A9524524
VAR flag_first_ask_what_is_so_different_about_the = false // First: Ask what is so different about the lighthouse.
VAR flag_first_look_into_the_harbour_log = false // First: Look into the harbour log.
VAR flag_first_ask_mrs_quill_for_the_list = false // First: Ask Mrs. Quill for the list.
VAR flag_first_stop_with_no_purpose_and_listen = false // First: Stop, with no purpose, and listen.
VAR flag_by_day_it_is_wearing_thin_and_by_night = false // By day it is wearing thin, and by night it is as strong as when it began.
VAR flag_say_the_name_and_then_jorys_own = false // Say the name, and then Jory's own.
VAR flag_ask_jory_about_the_step_that_creaked = false // Ask Jory about the step that creaked.
VAR flag_say_that_you_cannot_please_everybody = false // Say that you cannot please everybody.
VAR flag_say_that_jory_has_lost_something_by_it = false // Say that Jory has lost something by it.
VAR flag_ask_pell_about_the_first_good_night = false // Ask Pell about the first good night.
VAR flag_promise_nothing = false // Promise nothing.
VAR flag_jory_knows_where_the_name_has_got_to = false // Jory knows where the name has got to.
VAR flag_jory_still_believes_that_the_name_is = false // Jory still believes that the name is nowhere.
VAR flag_ask_them_to_put_out_the_lights = false // Ask them to put out the lights.
VAR flag_ask_who_was_here_when_it_began = false // Ask who was here when it began.
VAR flag_ask_pell_whether_it_is_worth_it = false // Ask Pell whether it is worth it.
VAR flag_the_name_that_jory_lost_has_got_into = false // The name that Jory lost has got into everything.
VAR flag_it_was_not_so_very_much_better_before = false // It was not so very much better before.
VAR flag_not_known_by_day_it_is_wearing_thin_and = false // Not known: By day it is wearing thin, and by night it is as strong as when it began.
VAR flag_much_of_what_people_lay_at_its_door_they = false // Much of what people lay at its door they have done themselves.
VAR flag_not_known_much_of_what_people_lay_at_its = false // Not known: Much of what people lay at its door they have done themselves.
VAR flag_not_known_the_name_that_jory_lost_has = false // Not known: The name that Jory lost has got into everything.
-> one_too_few

=== one_too_few ===
# passage: One Too Few
A baker inherits a lighthouse that has no door. You are the baker.
Since then there is one too many of everything, or one too few. A dozen eggs are eleven, until somebody counts again. There is one place more laid at every table, and they have stopped asking each other who laid it. Songs come to an end a verse before they used to. As for the lighthouse, people have agreed not to count. Rain comes in off the water in separate, well-aimed handfuls.
"So it's you," says Jory Tamm, coming up to you with a look that is partly pity. "You're what they were left with when they'd counted everybody. You're to go where it began, and say how things shall be, and it has to be done by the turn of the tide."
"Which of them am I to please?"
"They voted on that, too. It came out at one more than there were people." Jory stops smiling. "I'm one short, myself. There's a name I say, last thing. It's only company. I know which step creaked, I have everything else. But they can say the name to me all day, and when they've finished there's one too few."
+ [Say the name, and then Jory's own]
    ~ flag_say_the_name_and_then_jorys_own = true
    -> beans
+ [Ask Jory about the step that creaked]
    ~ flag_ask_jory_about_the_step_that_creaked = true
    -> beans
+ [Say that you cannot please everybody]
    ~ flag_say_that_you_cannot_please_everybody = true
    -> beans

=== beans ===
# passage: Beans
{ flag_say_the_name_and_then_jorys_own:
    You say the one, and after it the other. Jory hears the second, and looks to see who else is there.
}
{ flag_say_the_name_and_then_jorys_own:
    "That was well meant," says Jory. "Now I know which side of me it used to be on."
}
{ flag_ask_jory_about_the_step_that_creaked:
    "The third," says Jory at once, and is so pleased to be asked that you hear about the fourth as well. "You see? It's all there. It's like a house with the number gone."
}
{ flag_say_that_you_cannot_please_everybody:
    "No," says Jory. "I'd thought of asking you to please only me. Then I met the others on the way, and they'd all thought of it, too."
}
You have not got far when they begin to come, in ones and twos: the people who like it as it is.
"I've not a word to say against how things were," says a man. "Only, my beans come up in pairs."
"My husband's mother has started agreeing with me," says a woman. "I know that it can't be natural."
Pell Harrow waits until they have all had their turn. "I'll not say anything about beans," says Pell. "I sleep. That's all. For years I didn't; I knew every hour of the night to speak to. They come and tell me that you inherit a lighthouse that has no door. They tell it as though somebody had died. And I think: yes, but I <i>sleep</i>."
Then Pell seems to feel that this was a great deal to ask, and stops asking.
+ [Say that Jory has lost something by it]
    ~ flag_say_that_jory_has_lost_something_by_it = true
    -> everybodys_advice
+ [Ask Pell about the first good night]
    ~ flag_ask_pell_about_the_first_good_night = true
    -> everybodys_advice
+ [Promise nothing]
    ~ flag_promise_nothing = true
    -> everybodys_advice

=== everybodys_advice ===
# passage: Everybody's Advice
{ flag_say_that_jory_has_lost_something_by_it:
    "I know," says Pell. "I like Jory better than nearly anybody. I'd so hoped that it would be someone I couldn't stand."
}
{ flag_ask_pell_about_the_first_good_night:
    "I woke up and thought that I must be dead," says Pell. "Then the neighbour's dog began, and I thought, no; they would never have let that in."
}
{ flag_promise_nothing:
    "No, don't," says Pell. "People who promise me things lie awake over it. Then there'd only be two of us."
}
You get advice from all of them. Put it back; leave it; put it back, but not the price of oil. They mean so well that you have to get away to hear yourself.
You might ask Mrs. Quill, who is gutting a box of dabs outside and has no opinion, only a list. Or you might go out to where there is nobody and listen. There is time for two things before you are looked for.
+ [Ask what is so different about the lighthouse]
    ~ flag_first_ask_what_is_so_different_about_the = true
    ~ flag_much_of_what_people_lay_at_its_door_they = true
    -> spelling
+ [Look into the harbour log]
    ~ flag_first_look_into_the_harbour_log = true
    ~ flag_it_was_not_so_very_much_better_before = true
    -> the_second_verse
+ [Ask Mrs. Quill for the list]
    ~ flag_by_day_it_is_wearing_thin_and_by_night = true
    ~ flag_first_ask_mrs_quill_for_the_list = true
    -> nobody_asks_when
+ [Stop, with no purpose, and listen]
    ~ flag_first_stop_with_no_purpose_and_listen = true
    ~ flag_the_name_that_jory_lost_has_got_into = true
    -> two_notes

=== spelling ===
# passage: Spelling
Nothing, they all say, is as different now as the lighthouse. You ask in what way, and they cannot tell you. Then you see that all of them, when they get to that part, step aside at the same spot, one after the other, for nobody.
A boy has followed you. "Is it you who's putting it right? Will you put back my spelling?"
"What has happened to your spelling?"
"It's wrong. Since then."
You ask what it was like before. He thinks about it. You can see that he has been brought up to tell the truth, and what a burden it is to him.
"It was wrong before, too," says the boy. "But then it was my fault."
{ flag_first_ask_what_is_so_different_about_the:
    Somebody is calling for you, but has not started yet. There is time for another thing.
}
+ {flag_first_ask_what_is_so_different_about_the} [Look into the harbour log]
    ~ flag_it_was_not_so_very_much_better_before = true
    -> the_second_verse
+ {flag_first_ask_what_is_so_different_about_the} [Ask Mrs. Quill for the list]
    ~ flag_by_day_it_is_wearing_thin_and_by_night = true
    -> nobody_asks_when
+ {flag_first_ask_what_is_so_different_about_the} [Stop, with no purpose, and listen]
    ~ flag_the_name_that_jory_lost_has_got_into = true
    -> two_notes
+ {flag_first_look_into_the_harbour_log} [Let yourself be found]
    ~ flag_not_known_by_day_it_is_wearing_thin_and = true
    ~ flag_not_known_the_name_that_jory_lost_has = true
    -> found
+ {flag_first_ask_mrs_quill_for_the_list} [Let yourself be found]
    ~ flag_not_known_the_name_that_jory_lost_has = true
    -> found
+ {flag_first_stop_with_no_purpose_and_listen} [Let yourself be found]
    ~ flag_not_known_by_day_it_is_wearing_thin_and = true
    -> found

=== the_second_verse ===
# passage: The Second Verse
You get somebody to open the harbour log at the day when it began. One hand has put down the weather. Another has written, <i>Something is slightly</i>. It is to be supposed that whoever it was then looked up.
There is a song about how it used to be. An aunt and two nieces sing it for you, with feeling. It has evenings in it that were longer, and a road with nobody on it, and people who meant what they said.
"How soon you made that," you say, when it is over. "It's only been since then."
"Oh, we didn't make it," says the aunt. "It's my great-grandmother's. It's about how it was before something or other." She hums a little of it. "It doesn't say what. I've an idea that the second verse was against it."
{ flag_first_look_into_the_harbour_log:
    Somebody is calling for you, but has not started yet. There is time for another thing.
}
+ {flag_first_look_into_the_harbour_log} [Ask what is so different about the lighthouse]
    ~ flag_much_of_what_people_lay_at_its_door_they = true
    -> spelling
+ {flag_first_look_into_the_harbour_log} [Ask Mrs. Quill for the list]
    ~ flag_by_day_it_is_wearing_thin_and_by_night = true
    -> nobody_asks_when
+ {flag_first_look_into_the_harbour_log} [Stop, with no purpose, and listen]
    ~ flag_the_name_that_jory_lost_has_got_into = true
    -> two_notes
+ {flag_first_ask_what_is_so_different_about_the} [Let yourself be found]
    ~ flag_not_known_by_day_it_is_wearing_thin_and = true
    ~ flag_not_known_the_name_that_jory_lost_has = true
    -> found
+ {flag_first_ask_mrs_quill_for_the_list} [Let yourself be found]
    ~ flag_not_known_much_of_what_people_lay_at_its = true
    ~ flag_not_known_the_name_that_jory_lost_has = true
    -> found
+ {flag_first_stop_with_no_purpose_and_listen} [Let yourself be found]
    ~ flag_not_known_by_day_it_is_wearing_thin_and = true
    ~ flag_not_known_much_of_what_people_lay_at_its = true
    -> found

=== nobody_asks_when ===
# passage: Nobody Asks When
"They all come and tell me what," says Mrs. Quill. "Not one of them has ever asked me when."
It is a long list, on a bill for tar, and then on a good many other things. You have Mrs. Quill read you the hours. An echo too early: after dark. A shadow too late: at dusk, then dark, then dark. You ask about the mornings.
"There's less," says Mrs. Quill. "The first day there was as much at noon as at midnight. Now you can hardly find an echo at noon that's out by more than a hair. It wears off, in the light. But every night it's as good as new."
"Could one have the one without the other?"
"I only write it down," says Mrs. Quill. And then, slowly, as you go: "I don't see why they'd have to match."
{ flag_first_ask_mrs_quill_for_the_list:
    Somebody is calling for you, but has not started yet. There is time for another thing.
}
+ {flag_first_ask_mrs_quill_for_the_list} [Ask what is so different about the lighthouse]
    ~ flag_much_of_what_people_lay_at_its_door_they = true
    -> spelling
+ {flag_first_ask_mrs_quill_for_the_list} [Look into the harbour log]
    ~ flag_it_was_not_so_very_much_better_before = true
    -> the_second_verse
+ {flag_first_ask_mrs_quill_for_the_list} [Stop, with no purpose, and listen]
    ~ flag_the_name_that_jory_lost_has_got_into = true
    -> two_notes
+ {flag_first_ask_what_is_so_different_about_the} [Let yourself be found]
    ~ flag_not_known_the_name_that_jory_lost_has = true
    -> found
+ {flag_first_look_into_the_harbour_log} [Let yourself be found]
    ~ flag_not_known_much_of_what_people_lay_at_its = true
    ~ flag_not_known_the_name_that_jory_lost_has = true
    -> found
+ {flag_first_stop_with_no_purpose_and_listen} [Let yourself be found]
    ~ flag_not_known_much_of_what_people_lay_at_its = true
    -> found

=== two_notes ===
# passage: Two Notes
When you have kept still long enough you hear that they hum. It is a tune of two notes and then one, with no end to it. One person leaves off, and it is taken up further away, so that it goes round like a cup.
You find that you know it, too. It takes you some time to think where from; it is so much slower than it used to be. It is not a tune. It is somebody being called in to supper, long ago, from a good way off: two notes and then one, by name.
Jory comes past, humming it.
{ flag_first_stop_with_no_purpose_and_listen:
    Somebody is calling for you, but has not started yet. There is time for another thing.
}
+ {flag_first_stop_with_no_purpose_and_listen} [Ask what is so different about the lighthouse]
    ~ flag_much_of_what_people_lay_at_its_door_they = true
    -> spelling
+ {flag_first_stop_with_no_purpose_and_listen} [Look into the harbour log]
    ~ flag_it_was_not_so_very_much_better_before = true
    -> the_second_verse
+ {flag_first_stop_with_no_purpose_and_listen} [Ask Mrs. Quill for the list]
    ~ flag_by_day_it_is_wearing_thin_and_by_night = true
    -> nobody_asks_when
+ {flag_first_ask_what_is_so_different_about_the} [Let yourself be found]
    ~ flag_not_known_by_day_it_is_wearing_thin_and = true
    -> found
+ {flag_first_look_into_the_harbour_log} [Let yourself be found]
    ~ flag_not_known_by_day_it_is_wearing_thin_and = true
    ~ flag_not_known_much_of_what_people_lay_at_its = true
    -> found
+ {flag_first_ask_mrs_quill_for_the_list} [Let yourself be found]
    ~ flag_not_known_much_of_what_people_lay_at_its = true
    -> found

=== found ===
# passage: Found
It is colder. The puddles on the quay have grown a skin. Pell has walked along with you for some time without speaking.
"If you'd found something," says Pell, "lying about. And you knew whose it was. And you'd never had anything so good." A few more steps. "It comes at night. Somebody says it. I don't see who. They say it as if they had all the time there is, and every time I think, stay awake for once, listen; and I never have yet." Then Pell says it to you, the name, and says it well.
It is as if somebody had put a warm stone down between you.
"I know," says Pell. "I <i>know</i> it's Jory's."
And since there is a way that such evenings go, Jory is there, with a light. "I heard talking," says Jory. "I thought for a moment— But no. Have you found anything out?"
+ [Tell Jory where the name has got to]
    ~ flag_jory_knows_where_the_name_has_got_to = true
    -> rested
+ [Tell Jory that you have found nothing yet]
    ~ flag_jory_still_believes_that_the_name_is = true
    -> nothing_yet

=== rested ===
# passage: Rested
"Pell has it," you say. "At night. It's said to him, and he can sleep."
Jory lifts the lamp and looks at Pell for as long as one might look at a house that one once lived in.
"So that's what it is," says Jory. "I thought that you were looking well."
"I'm sorry," says Pell.
"No, don't be. I mean, do. Be sorry. But I wish that you weren't looking so <i>well</i>." Jory puts the light down on the ground, and for a while they both look at that. "I'd made up my mind that it was nowhere," says Jory. "I'd nearly got it so that nowhere was all right."
+ [Go on]
    -> the_place_itself

=== nothing_yet ===
# passage: Nothing Yet
"Nothing yet," you say.
Jory nods, and thanks you. It is the politeness of somebody who had not been hoping, and came out with a lamp all the same.
"I thought I'd heard it, just now," says Jory. "I hear it all the time. And I turn round, and they're talking about bread."
Pell has found something to do with one shoe. When Jory is gone again Pell says, "Thank you," to the shoe, and then, "I wish I hadn't told you." You walk on. Now there are two of you who have it.
+ [Go on]
    -> the_place_itself

=== the_place_itself ===
# passage: The Place Itself
There is nothing to see, at the place where it began. They have come with lights, all of them, and hold them low, and there is a ring of shadows that has not quite closed yet, because some of them are late.
Nobody speaks. You have all heard that you inherit a lighthouse that has no door. It has never sounded so odd as here, where everything else is so ordinary. Somebody begins to speak about the lighthouse, and it has been said already.
"Early tonight! They're doing it early!" calls a voice from behind you, and the one who calls comes hurrying up afterwards.
{ flag_jory_knows_where_the_name_has_got_to:
    Jory and Pell have come together, though not side by side, like two people with one umbrella which neither of them will hold.
}
{ flag_jory_still_believes_that_the_name_is:
    Pell has come, and then Jory, and they greet each other; and Pell gets it out a moment before Jory does.
}
+ [Ask them to put out the lights]
    ~ flag_ask_them_to_put_out_the_lights = true
    -> it_listens
+ [Ask who was here when it began]
    ~ flag_ask_who_was_here_when_it_began = true
    -> it_listens
+ [Ask Pell whether it is worth it]
    ~ flag_ask_pell_whether_it_is_worth_it = true
    -> it_listens

=== it_listens ===
# passage: It Listens
{ flag_ask_them_to_put_out_the_lights:
    They do it, one after another. In the dark you hear humming, from nowhere, from everybody. It stops when they notice. It goes on for a moment after they have stopped.
}
{ flag_ask_who_was_here_when_it_began:
    It seems that they all were. It must have been fearfully crowded. "I held the ladder," says a man, and six others say that it was they who held the ladder, and nobody can think what it was for.
}
{ flag_ask_pell_whether_it_is_worth_it:
    "I'm the wrong one to ask," says Pell. "Ask somebody who has always slept." And since everybody looks at Jory, Jory says, quite gently: "Yes. I should think that it is."
}
You can tell that it listens. It is like the moment at the top of a breath, only that nobody is breathing in.
{ flag_the_name_that_jory_lost_has_got_into:
    The name is all round you, worn smooth. If you put it back, it will go out of all that they hum and count by, and none of them will know what it was.
}
{ flag_it_was_not_so_very_much_better_before:
    It was not so very much better before. You have that from those who miss it.
}
{ flag_jory_knows_where_the_name_has_got_to:
    Pell says nothing. Jory says nothing. They are doing it, you would almost say, for each other's sake.
}
{ flag_jory_still_believes_that_the_name_is:
    Jory looks at you with trust, and Pell with something a good deal worse.
}
{ flag_by_day_it_is_wearing_thin_and_by_night:
    And you think of day and night, and of what Mrs. Quill has written down about the two.
}
{ flag_not_known_by_day_it_is_wearing_thin_and:
    Back or left: they have asked you for one word, and there does not seem to be a third.
}
{
- flag_by_day_it_is_wearing_thin_and_by_night:
- else:
    There may be a share of both to be had, but you do not know where it could be divided # closed
}
+ [Put things back as they were]
    -> one_breath_late
+ [Leave things as they are now]
    -> as_they_are_now
+ {flag_by_day_it_is_wearing_thin_and_by_night} [Put back the days, and leave the nights]
    -> where_it_was_worn_thin

=== one_breath_late ===
# passage: One Breath Late
"As they were," you say. You put things back as they were.
Nothing is to be seen. You only feel it come in, like a stair in the dark that is there after all. Shadows catch up with people. By the morning they will be telling each other that you inherit a lighthouse that has no door, and then that it was so, and then that it was said to be.
You look at Jory. So do they all, and Jory shuts both eyes, so as to be by himself, and says it.
{ flag_jory_knows_where_the_name_has_got_to:
    Pell hears it, too, and smiles a little, and begins to count something on ten fingers. They are hours.
}
{ flag_jory_still_believes_that_the_name_is:
    Pell has already gone. You never told Jory who had it, and now nobody needs to know; that is what you tell yourself, at three, when you see that light.
}
The water stops going out. There is no sound to it; it is only that everything which was tugging lets go.
{ flag_much_of_what_people_lay_at_its_door_they:
    In the morning some things are still a little different: those that people had done themselves. Otherwise there is nothing to notice. "I do miss that, a little," says Jory, and waits, and says the name again, simply because it is there. In the harbour log somebody writes <i>As before</i>, looks at it for some time, and puts a small <i>nearly</i> in front.
}
{ flag_not_known_much_of_what_people_lay_at_its:
    In the morning a boy whom you have never met shows you his spelling, which is no better, and looks at you with his whole heart. Otherwise there is nothing to notice. "I do miss that, a little," says Jory, and waits, and says the name again, simply because it is there. In the harbour log somebody writes <i>As before</i>, looks at it for some time, and puts a small <i>nearly</i> in front.
}
As They Were # ending
-> END

=== as_they_are_now ===
# passage: As They Are Now
You leave things as they are now.
You say it, and it listens, and something settles, as a cat does that has been told that it may stay. So it goes on being true that you inherit a lighthouse that has no door. Half of them cheer, and their echo has cheered before them.
{ flag_jory_knows_where_the_name_has_got_to:
    "Well," says Jory. "Then I can stop waiting up." And to Pell: "You might tell me, now and then, how it was said." Pell cannot answer. From that night on Jory goes home by a longer way, past where Pell sleeps, and goes slowly there, and can be heard to stop.
}
{ flag_jory_still_believes_that_the_name_is:
    "Well," says Jory. "Then I can stop waiting up." And to you: "At least you looked for it." You think of what you said when the lamp came up out of the dark, and you will think of it each time that you are thanked.
}
The water stops going out. There is no sound to it; it is only that everything which was tugging lets go. Pell sleeps.
{ flag_the_name_that_jory_lost_has_got_into:
    And all about you it goes on, in what they hum and what they count by. You are the only one who knows whose it is. People who speak of the lighthouse go on stepping aside for nobody, and some of them have begun to raise their hats. As for Jory, Jory has made up another name for the one who is gone, and says that, of an evening. "It isn't right," Jory tells you. "It's slightly different."
}
{ flag_not_known_the_name_that_jory_lost_has:
    Before long they have forgotten that it was ever otherwise. People who speak of the lighthouse go on stepping aside for nobody, and some of them have begun to raise their hats. As for Jory, Jory has made up another name for the one who is gone, and says that, of an evening. "It isn't right," Jory tells you. "It's slightly different."
}
As They Are Now # ending
-> END

=== where_it_was_worn_thin ===
# passage: Where It Was Worn Thin
You tell it that it may go, by day. You tell it that at night it may stay. You put back the days, and leave the nights; it comes apart where Mrs. Quill thought that it might.
Neither side has won, and it takes them some time to see that this is not the same as having lost. A boy asks whether this means that he will be able to spell in the daytime. Nobody likes to say.
{ flag_jory_knows_where_the_name_has_got_to:
    Jory and Pell have understood it at the same moment. They look at each other across the lamp like two people who have reached for one cup. "You first," says Pell. "No," says Jory. "It's night."
}
{ flag_jory_still_believes_that_the_name_is:
    You have a thing to say to Jory now, and you say it: who has it, and since when, and that you were asked, and kept it back. Jory hears you out. "At night?" says Jory. "Is that all? I've never once wanted it at night. That's when I dream of them."
}
The water stops going out. There is no sound to it; it is only that everything which was tugging lets go. It is dark. Pell goes home to bed.
When you come by in the morning Jory is up, and listening to the echo of something. It is a short name, and it comes afterwards. "Late," says Jory, and you have never heard anybody so content. "Do you hear? It's <i>late</i>." In the harbour log somebody writes <i>As before</i>, looks at it for some time, and puts a small <i>nearly</i> in front.
The Days and the Nights # ending
-> END
