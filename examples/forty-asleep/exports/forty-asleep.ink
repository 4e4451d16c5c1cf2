# title: Forty, Asleep
# hook: On the longest night of the year you have to bring forty sleeping hives home over the ice before the thaw, with a daughter who has come for Christmas and brought a standing lamp.
# content notes: Illness of ageing, danger on ice, grief for a dead husband, possible death of bees. No violence.
# language: en
# ifid: 5EC3E96B-DD9E-40DC-9245-EA5CC5E01AA7
VAR flag_you_have_seen_the_highest_flood_mark = false // You have seen the highest flood mark, just under the planks of the hay rack.
VAR flag_you_have_let_kaia_show_you_her_knot = false // You have let Kaia show you her knot.
VAR flag_you_have_begged_the_bees_pardon_for = false // You have begged the bees' pardon for telling them of the sale from the jetty.
VAR flag_you_have_asked_kaia_what_the_lamp_is_for = false // You have asked Kaia what the lamp is for.
VAR flag_you_have_seen_that_the_mouse_guards_are = false // You have seen that the mouse guards are cut from coffee tins.
VAR flag_you_had_kaia_walk_with_her_palm_on_the = false // You had Kaia walk with her palm on the last hive.
VAR flag_you_told_kaia_what_einar_wrote_in_the = false // You told Kaia what Einar wrote in the book on the day that she was born.
VAR flag_you_let_kaia_number_the_racks_in_chalk = false // You let Kaia number the racks in chalk.
VAR flag_you_told_kaia_that_she_had_come_for = false // You told Kaia that she had come for Christmas and should sit down.
VAR flag_you_walked_on_kaias_windward_side = false // You walked on Kaia's windward side.
VAR flag_you_asked_kaia_how_the_city_was = false // You asked Kaia how the city was.
VAR flag_you_asked_kaia_whether_the_lamp_has_a = false // You asked Kaia whether the lamp has a return ticket.
VAR flag_you_know_that_kaia_has_had_an_arm_in_the = false // You know that Kaia has had an arm in the lake and keeps it to herself.
VAR flag_you_let_kaia_check_the_ropes_after_you = false // You let Kaia check the ropes after you.
VAR flag_you_made_kaia_put_on_your_dry_socks = false // You made Kaia put on your dry socks.
VAR flag_you_told_kaia_that_einar_once_took_the = false // You told Kaia that Einar once took the straight way and lost seven hives on the ridge.
VAR flag_you_showed_kaia_the_flood_marks_on_the = false // You showed Kaia the flood marks on the hay rack.
VAR flag_you_gave_kaia_the_reins_because_she_had = false // You gave Kaia the reins because she had felt how the hives travel.
VAR flag_you_walked_ahead_of_kaia_and_sounded_the = false // You walked ahead of Kaia and sounded the ice.
VAR flag_you_pulled_kaias_cap_down_over_her_ears = false // You pulled Kaia's cap down over her ears.
VAR flag_you_told_kaia_to_mind_the_mares_mouth = false // You told Kaia to mind the mare's mouth.
VAR flag_you_had_kaia_lash_the_load_with_her_own = false // You had Kaia lash the load with her own knot.
VAR flag_you_put_your_shoulder_to_the_sledge = false // You put your shoulder to the sledge beside Kaia's.
VAR flag_you_told_kaia_that_it_was_not_her_but = false // You told Kaia that it was not her but the ice.
VAR flag_you_told_kaia_that_you_would_have_hit = false // You told Kaia that you would have hit the ridge harder.
VAR flag_kaia_has_drawn_you_the_ridge_in_chalk = false // Kaia has drawn you the ridge in chalk.
VAR flag_everything_that_came_home_came_home = false // Everything that came home came home asleep, and the mare is sound.
VAR flag_every_hive_is_in_the_shed_before_the = false // Every hive is in the shed before the water comes, and Kaia has been trusted with the reins.
VAR flag_you_shared_out_your_crust_and_gave_kaia = false // You shared out your crust and gave Kaia the biggest piece.
VAR flag_you_listened_to_the_hives_beside_kaia = false // You listened to the hives beside Kaia and asked nothing.
VAR flag_you_sent_kaia_to_tell_the_back_row_of = false // You sent Kaia to tell the back row of hives as well.
VAR flag_you_gave_kaia_the_stool_by_the_stove = false // You gave Kaia the stool by the stove.
VAR flag_you_asked_kaia_for_honey_because_it_was = false // You asked Kaia for honey, because it was an occasion.
VAR flag_you_heard_kaia_tell_the_teapot_that_she = false // You heard Kaia tell the teapot that she had been afraid to ask.
VAR flag_you_gave_kaia_the_leading_rein_on_the = false // You gave Kaia the leading rein on the way round.
VAR flag_you_sent_kaia_to_the_sledge_out_of_the = false // You sent Kaia to the sledge, out of the wet.
VAR flag_you_told_kaia_to_leave_the_mare_and_get = false // You told Kaia to leave the mare and get warm.
VAR flag_you_told_kaia_to_do_the_roof_first_and = false // You told Kaia to do the roof first, and that you would hold the ladder.
VAR flag_you_told_kaia_to_have_herself_a_summer = false // You told Kaia to have herself a summer first.
VAR flag_you_looked_at_the_sack_over_the_motor = false // You looked at the sack over the motor and said nothing.
VAR flag_you_let_kaia_promise_the_five_that = false // You let Kaia promise the five that somebody would be back.
VAR flag_you_let_kaia_take_hold_of_your_hands = false // You let Kaia take hold of your hands.
VAR flag_you_put_einars_mittens_on_again = false // You put Einar's mittens on again.
VAR flag_you_told_kaia_that_your_hands_are_worst = false // You told Kaia that your hands are worst with buckles and cups.
VAR flag_you_sat_down_by_the_loud_rack_without_a = false // You sat down by the loud rack without a word.
VAR flag_you_told_kaia_to_leave_your_cup_and_see = false // You told Kaia to leave your cup and see to the stove.
VAR flag_you_drank_the_stirred_tea_and_thanked = false // You drank the stirred tea and thanked Kaia for it.
VAR flag_you_told_kaia_that_you_do_your_own = false // You told Kaia that you do your own stirring.
VAR flag_you_asked_kaia_to_do_your_buttons_and = false // You asked Kaia to do your buttons and not say a word.
VAR flag_you_had_kaia_close_the_envelope = false // You had Kaia close the envelope.
VAR flag_you_told_kaia_that_she_would_have_her = false // You told Kaia that she would have her summers back.
VAR flag_you_said_that_a_hen_could_have_signed_it = false // You said that a hen could have signed it.
VAR flag_you_told_kaia_that_she_need_not_be_here = false // You told Kaia that she need not be here when the lorry comes.
VAR flag_you_wrote_girl_home_below_your_last = false // You wrote “Girl. Home.” below your last entry.
VAR flag_you_told_kaia_to_write_her_name_bigger = false // You told Kaia to write her name bigger.
VAR flag_you_told_kaia_that_it_was_only_until_she = false // You told Kaia that it was only until she found something better.
VAR flag_you_watched_without_a_word_until_the = false // You watched without a word until the letter was ash.
VAR flag_you_told_kaia_that_she_had_begun_with = false // You told Kaia that she had begun with the chalk.
VAR flag_you_asked_kaia_what_you_were_to_do_next = false // You asked Kaia what you were to do next.
VAR flag_you_told_kaia_that_she_must_be_tired_and = false // You told Kaia that she must be tired and should lie down.
VAR flag_you_told_kaia_that_you_had_said_nothing = false // You told Kaia that you had said nothing about the stove.
VAR flag_you_sat_under_kaias_coat_with_her = false // You sat under Kaia's coat with her.
VAR flag_you_laid_your_ear_to_a_hive_beside_kaias = false // You laid your ear to a hive beside Kaia's.
VAR flag_you_brought_kaia_your_coat_to_kneel_on = false // You brought Kaia your coat to kneel on.
VAR flag_you_asked_kaia_which_of_the_hives_she = false // You asked Kaia which of the hives she had come home for.
VAR flag_you_begged_the_bees_pardon_in_kaias = false // You begged the bees' pardon in Kaia's hearing.
VAR flag_you_had_kaia_rule_the_line_below_your = false // You had Kaia rule the line below your last entry.
VAR flag_you_left_a_line_empty_below_your_last = false // You left a line empty below your last entry.
VAR flag_you_held_blakkas_head_while_kaia_bound = false // You held Blakka's head while Kaia bound the leg.
VAR flag_you_wrote_into_the_book_that_kaia_was = false // You wrote into the book that Kaia was here.
VAR flag_you_offered_kaia_the_hens_as_well = false // You offered Kaia the hens as well.
VAR flag_you_carried_the_lantern_to_kaias_page = false // You carried the lantern to Kaia's page.
VAR flag_you_told_kaia_that_einars_sums_had_come = false // You told Kaia that Einar's sums had come out the same.
VAR flag_you_asked_kaia_how_long_christmas_is_by = false // You asked Kaia how long Christmas is by her sum.
VAR flag_you_laid_a_palm_on_each_of_the_five = false // You laid a palm on each of the five roofs without a word.
VAR flag_kaias_coming_home_is_a_gift_that_nobody = false // Kaia's coming home is a gift that nobody asked for, and she is proud of it.
VAR flag_kaia_knows_that_berits_hands_are_failing = false // Kaia knows that Berit's hands are failing and that the motor was never broken.
VAR kaias_place = 0 // Is Kaia a guest here, or a second pair of hands?
VAR your_tongue = 0 // Do you say things tonight, or keep them to yourself?
-> forty_straps

=== forty_straps ===
# passage: Forty Straps
What you want is for forty buckles to do themselves up.
You have been doing them since Sunday, at night, in bed, and every time your fingers have let go at the third. A hive that is not strapped comes apart on a sledge, and the cold is in among the bees, and that is all.
You go up to the first hive, before Kaia can give you an arm. It has its strap on.
So has the next. In the last of the light you walk along the rows, and every hive of the forty is strapped, in grey webbing that you never bought, with a guard against mice over its entrance. The loose end of every strap is tucked in to the left. You tuck to the right. In September they stood bare.
Kaia comes up behind you, smoking at the mouth.
“You have strapped them already,” she says. She plucks at one and it sings. “Mum. That is beautiful work.”
It is. It isn't yours, and it isn't hers; she has not set foot in this meadow since the midsummer before last.
“Hm,” you say, which is not a lie yet.
“Then why didn't you fetch them in October, with the boat?”
“Low,” you say. “They hang in a ball in there, each of them keeping the next one warm. You can't have the ball come apart. Low, and no knocks.”
“Why didn't you fetch them?” says Kaia, low.
“The motor.”
It is what you told the shop, the post and the dentist. There was a cord to be pulled, and your hand let go of it nine times. They shake, both of them, since the spring. Tonight they are in Einar's mittens, which he has not wanted for three years, and the hand-barrow has loops for the wrists. Against the cold, you told her.
It is fourteen below, as bees like it. By morning there will be a south wind with rain in it. Then the river comes down, and this meadow is lake, and home is on the other side.
“So you are here for Christmas,” you say.
“For Christmas,” says Kaia.
She came yesterday, in a hired van, with nine bags and a standing lamp as tall as she is. It stands in your hall among the coats. You have known people to bring a cake.
By the old hay rack the mare blows through her nose. Kaia takes hold of her end of the barrow.
“In a moment,” you say. There is still light to see by, and somebody has been here.
+ [Look at the mouse guards]
    ~ flag_you_have_seen_that_the_mouse_guards_are = true
    -> the_coffee_tins
+ [Go over to the old hay rack]
    ~ flag_you_have_seen_the_highest_flood_mark = true
    -> high_planks
+ [See how Kaia has tied the mare]
    ~ flag_you_have_let_kaia_show_you_her_knot = true
    ~ kaias_place += 1
    -> one_knot
+ [Lay your ear to the nearest hive]
    ~ flag_you_have_begged_the_bees_pardon_for = true
    ~ your_tongue -= 1
    -> under_the_wood
+ [“What is the lamp for?”]
    ~ flag_you_have_asked_kaia_what_the_lamp_is_for = true
    ~ your_tongue += 1
    -> the_standing_lamp
+ [Lift the first hive]
    -> five_at_a_time

=== the_coffee_tins ===
# passage: The Coffee Tins
You bend down to the nearest entrance. The guard is a strip of tin, cut with good shears, its edges folded over so that no bee will tear a wing. On it is half a sailor, in red, and the word <i>Gold</i>.
You go along the row. Sailor, sailor, the lower half of a sailor. In your house it has been the blue packet since you were married. Somebody has drunk a great deal of coffee for your bees.
+ {not flag_you_have_seen_the_highest_flood_mark} [Go over to the old hay rack]
    ~ flag_you_have_seen_the_highest_flood_mark = true
    -> high_planks
+ {not flag_you_have_let_kaia_show_you_her_knot} [See how Kaia has tied the mare]
    ~ flag_you_have_let_kaia_show_you_her_knot = true
    ~ kaias_place += 1
    -> one_knot
+ {not flag_you_have_begged_the_bees_pardon_for} [Lay your ear to the nearest hive]
    ~ flag_you_have_begged_the_bees_pardon_for = true
    ~ your_tongue -= 1
    -> under_the_wood
+ {not flag_you_have_asked_kaia_what_the_lamp_is_for} [“What is the lamp for?”]
    ~ flag_you_have_asked_kaia_what_the_lamp_is_for = true
    ~ your_tongue += 1
    -> the_standing_lamp
+ [Lift the first hive]
    -> five_at_a_time

=== high_planks ===
# passage: High Planks
Other people's hay racks stand as high as the knee. Einar built his as high as his own breastbone, eight posts and a floor of planks, and the whole parish asked him whether he was expecting giraffes.
You put a mitten to one of the posts. Every bad spring has left its brown line there, one above the other, like a child's marks on the frame of a door. The highest is a hand's breadth under his planks.
You do not say anything to it. He would have been pleased for a week.
+ {not flag_you_have_seen_that_the_mouse_guards_are} [Look at the mouse guards]
    ~ flag_you_have_seen_that_the_mouse_guards_are = true
    -> the_coffee_tins
+ {not flag_you_have_let_kaia_show_you_her_knot} [See how Kaia has tied the mare]
    ~ flag_you_have_let_kaia_show_you_her_knot = true
    ~ kaias_place += 1
    -> one_knot
+ {not flag_you_have_begged_the_bees_pardon_for} [Lay your ear to the nearest hive]
    ~ flag_you_have_begged_the_bees_pardon_for = true
    ~ your_tongue -= 1
    -> under_the_wood
+ {not flag_you_have_asked_kaia_what_the_lamp_is_for} [“What is the lamp for?”]
    ~ flag_you_have_asked_kaia_what_the_lamp_is_for = true
    ~ your_tongue += 1
    -> the_standing_lamp
+ [Lift the first hive]
    -> five_at_a_time

=== one_knot ===
# passage: One Knot
Kaia has tied Blakka to the alder. The rope goes round the trunk, through itself, back round the trunk and then somewhere else.
“It's from a course,” says Kaia.
No horse could undo it, and no person could. The other end hangs in the halter by a snap hook. Blakka is twenty-six and has noticed; she stands as if she were not tied at all, out of tact.
“Show me,” you say.
Kaia looks to see whether you mean it. Then she shows you, slowly, and then again.
+ {not flag_you_have_seen_that_the_mouse_guards_are} [Look at the mouse guards]
    ~ flag_you_have_seen_that_the_mouse_guards_are = true
    -> the_coffee_tins
+ {not flag_you_have_seen_the_highest_flood_mark} [Go over to the old hay rack]
    ~ flag_you_have_seen_the_highest_flood_mark = true
    -> high_planks
+ {not flag_you_have_begged_the_bees_pardon_for} [Lay your ear to the nearest hive]
    ~ flag_you_have_begged_the_bees_pardon_for = true
    ~ your_tongue -= 1
    -> under_the_wood
+ {not flag_you_have_asked_kaia_what_the_lamp_is_for} [“What is the lamp for?”]
    ~ flag_you_have_asked_kaia_what_the_lamp_is_for = true
    ~ your_tongue += 1
    -> the_standing_lamp
+ [Lift the first hive]
    -> five_at_a_time

=== under_the_wood ===
# passage: Under the Wood
You go down on your knees, push back the cap and lay your ear to the wood. There they are, small and far off, like a pan of milk in another room.
Kaia is busy with the straw on the sledge.
“I beg your pardon,” you say to the wood, low. “About November.”
News is told to bees at the hive, close to. You told them that you meant to sell them from your own jetty, across the whole width of the water, into the wind. There is no saying whether that counted. The hum stays as it is.
+ {not flag_you_have_seen_that_the_mouse_guards_are} [Look at the mouse guards]
    ~ flag_you_have_seen_that_the_mouse_guards_are = true
    -> the_coffee_tins
+ {not flag_you_have_seen_the_highest_flood_mark} [Go over to the old hay rack]
    ~ flag_you_have_seen_the_highest_flood_mark = true
    -> high_planks
+ {not flag_you_have_let_kaia_show_you_her_knot} [See how Kaia has tied the mare]
    ~ flag_you_have_let_kaia_show_you_her_knot = true
    ~ kaias_place += 1
    -> one_knot
+ {not flag_you_have_asked_kaia_what_the_lamp_is_for} [“What is the lamp for?”]
    ~ flag_you_have_asked_kaia_what_the_lamp_is_for = true
    ~ your_tongue += 1
    -> the_standing_lamp
+ [Lift the first hive]
    -> five_at_a_time

=== the_standing_lamp ===
# passage: The Standing Lamp
“What is the lamp for?” you say.
“For reading,” says Kaia, a little too soon.
You have stood with the washing outside her door. She reads on her telephone, in the dark, with the door shut, and has done ever since there were telephones.
“It looks like a good lamp.”
“It has three settings,” says Kaia, and goes to see whether the sledge needs anything. It is a sledge. It does not need anything.
+ {not flag_you_have_seen_that_the_mouse_guards_are} [Look at the mouse guards]
    ~ flag_you_have_seen_that_the_mouse_guards_are = true
    -> the_coffee_tins
+ {not flag_you_have_seen_the_highest_flood_mark} [Go over to the old hay rack]
    ~ flag_you_have_seen_the_highest_flood_mark = true
    -> high_planks
+ {not flag_you_have_let_kaia_show_you_her_knot} [See how Kaia has tied the mare]
    ~ flag_you_have_let_kaia_show_you_her_knot = true
    ~ kaias_place += 1
    -> one_knot
+ {not flag_you_have_begged_the_bees_pardon_for} [Lay your ear to the nearest hive]
    ~ flag_you_have_begged_the_bees_pardon_for = true
    ~ your_tongue -= 1
    -> under_the_wood
+ [Lift the first hive]
    -> five_at_a_time

=== five_at_a_time ===
# passage: Five at a Time
Five hives stand in the straw, and Blakka takes them out on to the ice at the pace of somebody carrying soup.
The old way goes round under the shore, three times as long as the straight one and as smooth as a plate. You have the leading rein. Kaia walks behind, beside the last hive, in boots that were made for pavements.
“She could pull ten,” she whispers.
“Five. As Einar did.”
“Dad isn't—”
“Low.”
You have argued with her across yards, over chain saws, and once from the jetty to the middle of the lake. In a whisper one has to pick one's words, and it spoils the whole thing.
{ kaias_place >= 1:
    At the narrow place under the spruces she is past you without having asked, and holds the spruce boughs out of the mare's face until the whole load is through. She does it as she used to carry in the wood, all at once and looking elsewhere. “You haven't told me to mind my feet,” she whispers. “They're your feet,” you say. She thinks about that, lets go of the boughs one by one, so that they make no noise, and drops back to her hive. A good while later, from behind: “They were always my feet.” “Not when they were small,” you whisper. It is as near as you have been to a quarrel since the shore, and both of you step a little lighter for it.
}
The first stars are out. A thin air comes down the lake from the north, and the ice says <i>tock</i>, a long way off. Behind you the boots ring, and for a hundred steps there has not been a word.
+ [Have her walk with a palm on the last hive]
    ~ flag_you_had_kaia_walk_with_her_palm_on_the = true
    ~ kaias_place += 1
    -> the_pencil
+ [Walk on her windward side]
    ~ flag_you_walked_on_kaias_windward_side = true
    ~ kaias_place -= 1
    -> the_pencil
+ [“And how is the city?”]
    ~ flag_you_asked_kaia_how_the_city_was = true
    ~ your_tongue += 1
    -> the_pencil
+ {flag_you_have_asked_kaia_what_the_lamp_is_for} [“Has the lamp a return ticket?”]
    ~ flag_you_asked_kaia_whether_the_lamp_has_a = true
    ~ kaias_place += 1
    -> the_pencil

=== the_pencil ===
# passage: The Pencil
{ flag_you_had_kaia_walk_with_her_palm_on_the:
    She had her glove off for it, from shore to shore. “It's one note,” says Kaia, when the last hive is lifted away from under her palm. “One has it up to the elbow.”
}
{ flag_you_walked_on_kaias_windward_side:
    “You are in the wind,” Kaia whispered, and came round to the other side of you. So you went round to the other side of her. By the home shore you had both walked a good deal further than the mare.
}
{ flag_you_asked_kaia_how_the_city_was:
    “Full,” whispered Kaia, and that was the city. You have never known her to finish with a subject in one word.
}
{ flag_you_asked_kaia_whether_the_lamp_has_a:
    “It travels on mine,” whispered Kaia. You were in sight of the jetty before it struck you that this was not an answer.
}
The first five are in their rack. Kaia was to water the mare. Instead she takes the sounding pole from its pegs, to see where the ridge is low, and is out on the ice before you can find a reason against it.
You sit down by the lantern with the hive book and pull off the right mitten. Einar's years come first, each figure with its feet on the line. Then come yours. Since the spring it looks as if a wasp had fallen into the ink and walked home.
<i>Five in</i>, you mean to write. The pencil makes most of a five and takes it away with it over the edge of the page.
Where the book falls open lies the letter from Aksel in the next valley, with a fair sum for all forty, to be fetched in spring. <i>Sign at the foot and send it back by New Year.</i> Every word has a smear behind it, along the line: he is left-handed, and the hand comes after and wipes its feet on what he has said. You mean to sign. Then Kaia will owe nothing to anybody.
Boots. You shut the book on it and have the mitten on again.
{ kaias_place >= 1:
    Kaia comes in backwards, with an armful of birch as well as the pole. She was not sent for it. She lays it down by the cold stove with the bark underneath, as you lay it, and looks behind the wood-basket, and then behind the stove. “The ash pan had a handle,” she says. “It broke,” you say. “At Easter.” She nods, not like somebody who has been told a thing, but like somebody who ought to have been. Then she shifts the barrow out of the doorway with her hip, where you have been walking round it since the autumn.
}
She stands the pole in its corner and says nothing of the ridge. Behind her the racks go up into the dark, forty places and not a number on them, with the chalk on its ledge.
“Let me write it in,” says Kaia. “For once.”
“Only the beekeeper writes in the book.”
“I know. That's why I said for once.”
She stands on the other side of the lantern with her hand held out.
+ [Let her number the racks in chalk]
    ~ flag_you_let_kaia_number_the_racks_in_chalk = true
    ~ kaias_place += 1
    -> the_wrong_wind
+ [“You came for Christmas. Sit down.”]
    ~ flag_you_told_kaia_that_she_had_come_for = true
    ~ kaias_place -= 1
    -> the_wrong_wind
+ [Tell her what Einar wrote when she was born]
    ~ flag_you_told_kaia_what_einar_wrote_in_the = true
    ~ your_tongue += 1
    -> the_wrong_wind
+ {kaias_place >= 1} [“What did you find at the ridge?”]
    ~ flag_kaia_has_drawn_you_the_ridge_in_chalk = true
    -> a_ridge_in_chalk
+ {kaias_place <= 0} [“What did you find at the ridge?”]
    ~ flag_you_know_that_kaia_has_had_an_arm_in_the = true
    ~ your_tongue -= 1
    -> a_wet_glove

=== a_ridge_in_chalk ===
# passage: A Ridge in Chalk
Kaia takes the chalk from its ledge, moves the lantern aside with her elbow and draws on the bench.
A line with teeth: that is the ridge. Then a gap in the teeth, no wider than two thumbs. “Here,” she says. “One could get a wheelbarrow through. Three hundred paces from our jetty, and the dead spruce in line with the chimney.” She writes the three hundred beside it, on its feet.
“What would you have looked for?” she says.
You bend down to it. “Water. Whether it was dark along the bottom.”
Kaia shuts her eyes and looks again. Then she puts in one stroke, a short one, under the gap.
“As dark as that,” she says.
You stand with your heads together over the one black place in all that chalk, which is where the wood shows.
+ [Softly, on]
    -> the_wrong_wind

=== a_wet_glove ===
# passage: A Wet Glove
“Ice,” says Kaia.
“Is it low anywhere?”
“Here and there. It's a handsome ridge.”
So one answers an aunt. She pulls off her gloves, finger by finger, and looks about for where a visitor would put them.
You take them from her, since that is what one does. The right one is stiff with rime. The left one is heavy, and the sleeve that it came out of is black to the elbow. To get so wet one has to lie down on the ice, on one's front, and put an arm through.
Kaia has that arm behind her, like a child with a jar.
“It isn't at all cold in here,” she says.
“No,” you say. You hang the glove over the wood-basket with its fingers down, where it can drip on the bark and not be heard.
+ [Softly, on]
    -> the_wrong_wind

=== the_wrong_wind ===
# passage: The Wrong Wind
{ flag_you_let_kaia_number_the_racks_in_chalk:
    “Twenty full, twenty empty,” says Kaia. Every place in the racks has its figure now, in chalk, from one to forty, and since she wrote them it has been her sum as well as yours.
}
{ flag_you_told_kaia_that_she_had_come_for:
    She did not sit down. At Christmas, Kaia said, one helps with the dishes; and she has carried her end of twenty hives, and held doors, and thanked you for the barrow.
}
{ flag_you_told_kaia_what_einar_wrote_in_the:
    <i>Girl. Hive eleven swarmed.</i> That is what Einar wrote on the day she was born, and Kaia has been going over it for hours. “I got one word,” she says. “Hive eleven got three.”
}
Half the hives are in. You are on your way back for the rest with the empty sledge, somewhere towards midnight.
Off the last point Blakka stops, with her nose to the south. You click your tongue. She lays back one ear, so as not to seem deaf, and when you lean on the rein it is like leaning on the church.
“What has she got?” says Kaia.
Then the stars go out over there. The air on your cheek is wet and soft, like what comes out of a cowshed when somebody opens the door. It was not asked for before morning.
<i>Whoom</i>, says the lake, from one end to the other, and something goes by under your soles.
“How long have we got?” says Kaia.
“Until noon. It might be breakfast.”
“And half of them still over there.” She points, with her whole arm, straight across. “Ten at a time, that way. Twice over, and they are home before it has properly rained.”
“There is the ridge.”
“I have been out to it. There is one low place.”
It lies across the middle, where the ice broke and froze again with its edges up. A sledge goes over it as a pram goes over a kerb. One such knock and the ball comes apart, inside the wood, and one hears of it when the roofs are lifted in March.
{ your_tongue >= 1:
    “You have been talking since dusk,” says Kaia. “I was used to <i>fine</i>, and <i>it's raining</i>. So tell me this one as well. Not what Dad had against the ridge. What have you?” She waits for it, with her back to the wind, and does not help. You look for what you have against it, and it is smaller than his. “A hive that has been knocked doesn't tell you,” you say. “It hums. You go home pleased.” Kaia carries that round to the other side of the mare, and it is a while before anything comes back.
}
“I would take her over by hand,” says Kaia. “I am good at that sort of thing, Mum. Let me.”
Five at a time, round, they come home asleep, and the mare has good ice under her. But that is four times round, and even this night is not as long as that. Ten at a time, straight, and all of them are out before the water is in, though not all perhaps as they were.
In front of you the alders of the meadow have begun to drip.
“Now, Mum,” says Kaia, not loud at all.
+ [Say five, and go round]
    ~ flag_everything_that_came_home_came_home = true
    ~ kaias_place -= 2
    -> the_leading_rein
+ [Say ten, and give her the reins]
    ~ flag_every_hive_is_in_the_shed_before_the = true
    ~ kaias_place += 2
    -> ten_straight
+ {flag_you_had_kaia_walk_with_her_palm_on_the} [“Ten. You have had your palm on them. Drive.”]
    ~ flag_every_hive_is_in_the_shed_before_the = true
    ~ flag_you_gave_kaia_the_reins_because_she_had = true
    ~ kaias_place += 2
    -> ten_straight

=== the_leading_rein ===
# passage: The Leading Rein
The fifth hive stands in the straw, and Kaia already has her end of the barrow under the sixth.
“Five,” you say. You have the leading rein round your wrist, twice. “Round, as Einar did.”
She stays as she is, bent, with her hair blowing into her mouth. There is a great deal that she could say, and not a word of it could be said low. She looks at the sledge, and at the places that are left on it.
Then she sets the barrow down, softly, one end after the other.
“Five,” she says.
{ flag_you_know_that_kaia_has_had_an_arm_in_the:
    She has lifted with the right arm all the evening. The left hangs in a sleeve that froze on her, and when she forgets about it it creaks. She says nothing of it, and you say nothing of it, and it creaks.
}
{ flag_you_had_kaia_walk_with_her_palm_on_the:
    Her palm goes out to the sixth, as it has to the last hive of every load since the first, and lies on the roof for a moment. “You later,” she tells it.
}
You rope the load, with the hooks that Einar made so that one need not tie anything in the cold.
{ flag_you_have_let_kaia_show_you_her_knot:
    Kaia goes round behind you and finishes it off with her knot. You asked her once to show it to you, and she has taken that as an appointment.
}
{ your_tongue >= 1:
    “I'll tell you something, since you have begun,” says Kaia, with her chin on the roof of the fifth, which is as near as she can get to your ear. “When I was small, and it was quiet in the kitchen, I thought that somebody was ill. So I came in and broke something. Then you both shouted, and I could go to bed.” You think of the blue cups. You had put them down to clumsiness, and told the whole parish. “And the dish,” you say. “And the dish,” says Kaia. “I owe you for the dish.” It is quiet over the meadow, with the drip in it. She looks about her for something. “There's nothing here one could break,” says Kaia, “that I should like to.”
}
Behind you the posts of the hay rack stand in the lantern light, with their brown lines; out on the ice, where one cannot see it, is the ridge.
“One,” says Kaia, under her breath. And a good while later: “Two.”
“What is that?”
“The minutes,” says Kaia. “Somebody should.”
+ [Let her check the ropes after you]
    ~ flag_you_let_kaia_check_the_ropes_after_you = true
    ~ kaias_place += 1
    -> round_and_round
+ [Make her put on your dry socks]
    ~ flag_you_made_kaia_put_on_your_dry_socks = true
    ~ kaias_place -= 1
    -> round_and_round
+ [Tell her what Einar lost on the ridge]
    ~ flag_you_told_kaia_that_einar_once_took_the = true
    ~ your_tongue += 1
    -> round_and_round
+ {flag_you_have_seen_the_highest_flood_mark} [Show her the brown lines on the posts]
    ~ flag_you_showed_kaia_the_flood_marks_on_the = true
    ~ kaias_place += 1
    -> round_and_round

=== round_and_round ===
# passage: Round, and Round
{ flag_you_let_kaia_check_the_ropes_after_you:
    Kaia went over your ropes, found one hook that had not caught, and put it right without a word, which must have cost her something.
}
{ flag_you_made_kaia_put_on_your_dry_socks:
    She put on your socks, on the edge of the sledge, with her face turned away. They are grey, and there is a hole that you know of. Since then she has counted into her collar.
}
{ flag_you_told_kaia_that_einar_once_took_the:
    “How many?” says Kaia, once you are on the ice. “Seven,” you say. “He wrote <i>seven lost</i> in the book and never went that way again.” After that she counts more softly.
}
{ flag_you_showed_kaia_the_flood_marks_on_the:
    “That high,” Kaia said, with the lantern at the post. Now she counts as one counts stairs in a strange house.
}
You go round, and unload, and go round. Rain comes in on the wind. The top of the ice turns to porridge and then to water, and Blakka lifts her feet out of it like a cat.
Kaia counts on the way out, and she counts on the way home. The numbers get longer, and the night does not.
In the lee of the last point you stop to let the mare breathe. She noses at your pocket, where there is a crust.
{ flag_you_walked_on_kaias_windward_side:
    Kaia has gone and stood to the south of you, where the rain comes from. You let her have it. You had your turn when it came from the north.
}
{ flag_you_asked_kaia_how_the_city_was:
    “It is never dark there,” she says. “In the city. One sees everything, and never what the weather means to do.” So there was a second word to it, after all.
}
{ flag_you_asked_kaia_whether_the_lamp_has_a:
    “It isn't the sort that one can change, I believe,” says Kaia, into her collar. You ask her what isn't. “The ticket. The lamp's,” says Kaia, and wipes the rain off her chin.
}
Then Kaia goes along the load, bends down and lays an ear to a hive, as one listens at the door of a child.
It is one note, small and even. Not one of them has turned over.
She listens to all five. Afterwards she stands beside you in the rain, and it is some time before you notice that there is no number.
+ [Give her the leading rein to the shore]
    ~ flag_you_gave_kaia_the_leading_rein_on_the = true
    ~ kaias_place += 1
    -> the_hay_rack
+ [Share out your crust, the biggest piece to her]
    ~ flag_you_shared_out_your_crust_and_gave_kaia = true
    ~ kaias_place -= 1
    -> the_hay_rack
+ [Listen beside her, and ask nothing]
    ~ flag_you_listened_to_the_hives_beside_kaia = true
    ~ your_tongue -= 1
    -> the_hay_rack

=== the_hay_rack ===
# passage: The Hay Rack
Five are left when the mare stops.
She stops a length from the shore, with her forefeet together, and looks at it. The ice along the bank has lifted. Between it and the meadow is a black seam, and the seam is moving. A woman can step over that; two women with a hive between them cannot. On the other side water runs over the grass, in no hurry, with straw in it.
{ flag_you_have_seen_the_highest_flood_mark:
    You look at the posts before you look at anything else. The water has a long way to go to the highest of the brown lines, and Einar went a hand's breadth further.
}
“The rack,” says Kaia.
So it is the hay rack: to the knee, to the breast, and up, five times. Kaia takes the weight. You hang in the loops by your wrists and do what is left. Nothing knocks. Nothing in there wakes.
{ flag_you_have_begged_the_bees_pardon_for:
    The last of them is the one whose pardon you begged at dusk. “You shall have this one from close to,” you tell it, on its way up, and it goes by your mouth without a sound.
}
{ flag_you_have_seen_that_the_mouse_guards_are:
    The last guard goes past your eyes with its sailor, or the upper half of him. He is in the dry from here down, and that is more than one can say of you.
}
Then they stand on Einar's planks, five pale boxes side by side, with the water talking underneath and their roofs as high as you can reach.
“That is all we can do,” says Kaia.
+ [Let her be the one to promise them something]
    ~ flag_you_let_kaia_promise_the_five_that = true
    ~ kaias_place += 1
    -> news_for_the_bees
+ [Send her to the sledge, out of the wet]
    ~ flag_you_sent_kaia_to_the_sledge_out_of_the = true
    ~ kaias_place -= 1
    -> news_for_the_bees
+ [Lay a palm on each of the five roofs]
    ~ flag_you_laid_a_palm_on_each_of_the_five = true
    ~ your_tongue -= 1
    -> news_for_the_bees

=== ten_straight ===
# passage: Ten, Straight
{ flag_you_gave_kaia_the_reins_because_she_had:
    Out on the ice she took it for a manner of speaking. She has looked at her palm twice since then, as one looks at a cheque from somebody who does not write cheques.
}
“Ten,” you say, at the sledge. “Straight.”
Kaia has put down her end of the barrow in order to quarrel better. She has it all ready; it has been standing behind her teeth since the stars went out.
“I only say—” she says.
You unwind the leading rein from your wrist and hold it out to her with the long reins. She looks at them as at something that the cat has brought in.
“You want me to drive.”
“You said that you were good at it.”
She opens her mouth, and there is nothing in it.
{ flag_you_have_begged_the_bees_pardon_for:
    “They go past you without a word,” she says, at the barrow, since you have bent down to each of the ten. “What have you got to say to them?” “That it was badly put,” you tell her. “In November.”
}
It takes a while to set ten hives in two rows, close as loaves, with straw between them. The quarrel, which has to go somewhere, goes into the ropes.
{ flag_you_have_let_kaia_show_you_her_knot:
    She takes Blakka's rope off the alder last, the knot that she showed you. Two pulls, and it is off. “I practised,” says Kaia, before you can admire it.
}
{ your_tongue >= 1:
    “Tell me what it says,” says Kaia. You ask her who. “The ice. You have talked all the evening, you may as well talk shop.” So you tell her. <i>Tock</i> is good ice getting colder. <i>Whoom</i> is a crack somewhere else, and no business of hers. When it hisses she is to stop, and when it says nothing at all she is to stop sooner. She says it over after you, low, in the right order. When she learned her tables in the kitchen she threw the book at the cat, and you tell her that, too. “What did the cat say?” says Kaia. You tell her that it left home over it, for two days. She thinks about the cat. “It came back, though,” she says. “It came back when it suited it,” you say, “and was a good deal fatter.”
}
{ flag_you_have_seen_that_the_mouse_guards_are:
    From the front row ten half sailors look out over the ice, each under his roof. Somebody has drunk all that coffee, and it was not for this.
}
Then she gathers up the reins. The sounding pole sticks in the straw, Blakka mouths her bit, and in front of you the ice lies flat and black, with the ridge somewhere in it.
+ [Walk ahead and sound the ice for her]
    ~ flag_you_walked_ahead_of_kaia_and_sounded_the = true
    ~ kaias_place += 1
    -> the_ridge
+ [Pull her cap down over her ears first]
    ~ flag_you_pulled_kaias_cap_down_over_her_ears = true
    ~ kaias_place -= 1
    -> the_ridge
+ [“Mind her mouth. She is older than your lamp.”]
    ~ flag_you_told_kaia_to_mind_the_mares_mouth = true
    ~ your_tongue += 1
    -> the_ridge
+ {flag_you_have_let_kaia_show_you_her_knot} [Have her lash the load with her own knot]
    ~ flag_you_had_kaia_lash_the_load_with_her_own = true
    ~ kaias_place += 1
    -> the_ridge

=== the_ridge ===
# passage: The Ridge
{ flag_you_walked_ahead_of_kaia_and_sounded_the:
    You walk ahead with the pole, and the ice says <i>tock, tock</i>, as thick as a table, to the one place where the ridge is low. Kaia sets the mare's feet in your steps.
}
{ flag_you_pulled_kaias_cap_down_over_her_ears:
    “I can't hear a thing,” says Kaia, at the reins, with the cap down to her eyebrows, and leaves it there. It is how you sent her to school. She was late, then, too.
}
{ flag_you_told_kaia_to_mind_the_mares_mouth:
    Kaia minds the mare's mouth. She holds the reins as one holds a full cup, and Blakka, who has not been asked so nicely since Einar, puts her ears forward.
}
{ flag_you_had_kaia_lash_the_load_with_her_own:
    Round and through and back: Kaia ties down the load, and pulls, and it is the only thing on the sledge that does not creak. “What was the course for?” you say. “Leadership,” says Kaia.
}
The first ten go over the ridge like a full pan over a doorstep, and stand in the shed, asleep. It is the second ten.
By then it rains, and the ridge has been at work. There is a gap in it, no wider than a shoe, full of slush. Kaia sees it and eases the mare to the right, and the left runner finds it.
It drops. The load comes down after it like a barn door.
For the length of a breath there is nothing. Then the hives roar, all ten, so that you have it in your teeth. One stops. Two more stop. After a long time a fourth goes quiet, as windows go dark in a street, and each at the wrong hour.
{ flag_you_had_kaia_walk_with_her_palm_on_the:
    Kaia has her palm on the nearest before the reins have stopped swinging. She knows what one note feels like. She keeps the palm there, and one can see in her face how many are in there now.
}
{ flag_you_walked_on_kaias_windward_side:
    You find that you have gone and stood to windward of her. It is no use to anybody. It isn't the wind that she is standing in.
}
{ flag_you_asked_kaia_how_the_city_was:
    It goes on in there behind the wood, high up, from all sides, and each for itself. “That is how it is,” says Kaia. “You asked me. That's the city.”
}
Blakka stands with a forefoot lifted and the runner fast behind her. Kaia does not say that it was dark. She does not say that it was slush.
“That was me,” she says.
+ [Put your shoulder to the sledge beside hers]
    ~ flag_you_put_your_shoulder_to_the_sledge = true
    ~ kaias_place += 1
    -> the_loud_rack
+ [“It was not you. It was the ice.”]
    ~ flag_you_told_kaia_that_it_was_not_her_but = true
    ~ kaias_place -= 1
    -> the_loud_rack
+ [“I would have hit it harder.”]
    ~ flag_you_told_kaia_that_you_would_have_hit = true
    ~ your_tongue += 1
    -> the_loud_rack

=== the_loud_rack ===
# passage: The Loud Rack
{ flag_you_put_your_shoulder_to_the_sledge:
    It took two shoulders, the mare and a word of Einar's to get the runner out. Kaia still has the rail of the sledge printed on her cheek.
}
{ flag_you_told_kaia_that_it_was_not_her_but:
    “It was the ice,” said Kaia after you, on her knees, digging out the runner with her hands. She said it as one repeats the name of a street to somebody who has sent one the wrong way.
}
{ flag_you_told_kaia_that_you_would_have_hit:
    “You would have got off and lifted it,” Kaia said at the ridge, dug out the runner with her hands, and did not speak again before the shore.
}
The last hive goes into the last place. Over there the meadow is still a meadow.
“Forty,” you say.
“Forty,” says Kaia.
Thirty of them sleep. From the lowest rack, where the second ten stand, comes a hum with holes in it, now high, now gone, louder than all the others, like a choir that has lost the page. Some of these may not live, and they will not say which.
{ flag_kaia_has_drawn_you_the_ridge_in_chalk:
    On the bench the ridge is still there in chalk, with its one low place and the dark stroke under it. Kaia goes past it twice. The third time she wipes it out with her sleeve.
}
Blakka is in her stall, through the door at the end, and rests her near fore. On the way up from the ice she went short on it: a long step, a short step.
{ flag_you_gave_kaia_the_reins_because_she_had:
    “You had felt how they travel,” you say, because it is so. “Yes,” says Kaia. She looks at the palm once more and puts it in her pocket.
}
{ flag_you_have_asked_kaia_what_the_lamp_is_for:
    “I thought of it over there,” she says. “The lamp. I could stand it in here, so that one sees what they do.” You tell her that they do it in the dark. “Yes,” says Kaia.
}
“And that was me as well,” says Kaia, with her head towards the stall. She has found wet sacking and a strip of towel.
The mare lays back her ears at it. The rack goes up, and drops, and goes up.
+ [Hold the mare's head while Kaia binds the leg]
    ~ flag_you_held_blakkas_head_while_kaia_bound = true
    ~ kaias_place += 1
    -> news_for_the_bees
+ [“Leave that. Go and get warm.”]
    ~ flag_you_told_kaia_to_leave_the_mare_and_get = true
    ~ kaias_place -= 1
    -> news_for_the_bees
+ [Sit down by the loud rack, and hush]
    ~ flag_you_sat_down_by_the_loud_rack_without_a = true
    ~ your_tongue -= 1
    -> news_for_the_bees

=== news_for_the_bees ===
# passage: News for the Bees
Rain walks on the roof of the shed. The mare is in her stall, and it is long before daylight. The stove is lit on its side of the partition, and you are behind the boards with the kettle, steaming in your coat.
{ flag_you_had_kaia_lash_the_load_with_her_own:
    On the lowest rack lies the bread knife, beside the two halves of Kaia's knot. It held through everything, and at the end it went on holding.
}
{ flag_everything_that_came_home_came_home:
    In the lowest rack there is a gap of five. Neither of you has sat down where it can be seen.
}
{ flag_every_hive_is_in_the_shed_before_the:
    The lowest rack hums, and loses its way, and hums. Kaia has turned her back on it twice and twice turned round again.
}
Kaia stands between the racks in her socks and wipes her palms on her trousers.
{ flag_you_made_kaia_put_on_your_dry_socks:
    The socks are yours. Out of the left one looks a toe.
}
{ flag_you_pulled_kaias_cap_down_over_her_ears:
    Her cap is off for it. Across her forehead runs the line where you pulled it down, and she looks about nine.
}
Then she knocks on the nearest hive with one knuckle, three times, as one knocks on an egg.
“It's Kaia,” she says. “There is news in the house.”
The partition has gaps between its boards, and she knows that as well as you do. But what happens in a house does not count until the bees have been told, and she is doing it properly.
“I have given up the job,” says Kaia. “I have given up the flat. There is somebody else in it now, with a dog. The rest is in the hall.”
She waits, in case they have a question.
“I'm not here for Christmas. I've come home for good. Nobody asked me to. Mum would sooner have asked the tax office. I wanted to, and that is all.”
{ your_tongue <= -1:
    She stays there, with her forehead on the roof of the hive. So little has been said tonight that she may have forgotten the boards. “I was good at it,” she tells them. “I didn't like it. On Sundays I stood at the window and rang her up, and when she had said <i>fine</i> I asked what it was doing outside, so as to hear somebody go and look.” With one nail she takes a thread of wax off the wood. “I know all the weather that you have had for eleven years,” says Kaia. “I could write it out.” You have stopped with your mitten a hand's breadth from the kettle. You had always gone to the window for her, all those Sundays. You had never once just said it from the chair.
}
{ your_tongue >= 1:
    “You have gone quiet back there,” says Kaia, without turning round. “You talk the whole night, and now nothing. I had reckoned with a remark.” “It's them that you are telling it to,” you say through the boards. “I practised it for both.” She counts off on the roof, a knuckle for each. “<i>On what money. In which room. What do people do there all the winter.</i> I have answers.” “In which room?” you say. “The one over the kitchen.” “It's damp,” you say. “There,” says Kaia, and she sounds, for the first time since dusk, like somebody who has got what she came for.
}
No hive answers; they don't, as a rule.
You lift the kettle from the stove, full, in both mittens, and the lid begins to talk. Water jumps out of the spout and runs hissing about on the plate, and you put the kettle down again, softly, while it is still you who does it.
“Mum?”
“It's hot.”
Kaia has come round the end of the partition, red about the ears, as she was with her first swarm in her hat. She was not sent for that, either. Inside Einar's mittens your hands run about like two mice in a sack, and she has come to live with them and does not know it.
She tips her head towards the racks.
“They're listening,” she says. “Have you anything to tell them?”
+ [Tell the bees that it is good]
    ~ flag_kaias_coming_home_is_a_gift_that_nobody = true
    -> good_news
+ [Take off Einar's mittens]
    ~ flag_kaia_knows_that_berits_hands_are_failing = true
    -> einars_mittens

=== good_news ===
# passage: Good News
You come out from behind the partition to the nearest hive and knock. In the mitten it makes no more noise than snow coming off a branch.
“It's Berit,” you say. “You have heard her. It is good.”
All of that is true. It is not all there is, but a hive cannot tell.
“Nothing of your own?” says Kaia.
You look at the wood. “I am getting old,” you tell it.
Kaia laughs, and claps a hand over it at once. “They know that,” she says through the fingers. “You have been telling them since I was six.”
So that is kept.
{ your_tongue <= -1:
    She waits a little longer, in case you have more. You have not, so she goes on. “I was ready for a quarrel,” she says. “About the pension. You have been so quiet tonight that I thought you knew it already. I went through everybody who could have told you, all the way over the ice.” You shake your head. “No,” says Kaia. “The dentist doesn't know. The post doesn't know. By midnight I had it down to the mare.” She looks at you sideways, and does what she never did in a room with you in it, and leaves you the silence, to see what you would do with one. You do with it what you have done all night. After a while she nods, as if that had been the answer.
}
{ your_tongue >= 1:
    “You can't stop there,” says Kaia. “You were just getting good.” She has her head on one side and is ready for it. You have said so much tonight that there is hardly anything left in front of it; it stands at the door with its coat on. What comes out is that her bed is made up. It always was. You have aired it every spring and autumn for eleven years, and told her on the telephone that the room was full of jars. “There were never any jars?” says Kaia. “Two,” you say. She has to go and look closely at a hive, and then at the one beside it. “I'll air it myself now,” she says to that one.
}
{ flag_you_shared_out_your_crust_and_gave_kaia:
    Out of her pocket she takes the crust that you gave her, the biggest piece. She has had it on her all night. She breaks it, looks from one half to the other, and gives you the bigger.
}
{ flag_you_listened_to_the_hives_beside_kaia:
    “They sounded like that out at the point,” she says, with her chin towards the hive. “When you stood there and asked me nothing. I nearly told you then.”
}
{ flag_you_put_your_shoulder_to_the_sledge:
    She rolls her shoulder, the one that was under the sledge. You have the same one. You both reach up to rub it, and each of you leaves off.
}
She looks you up and down, coat, cap and mittens, beside a stove that has begun to glow. “Aren't you boiling in those?”
“They were your father's,” you say, and she lets that be an answer.
You look at the kettle.
“You do it,” you say. “You make it better.”
You have never said that of anything she did in a kitchen. She looks at you with suspicion, and then she lifts the kettle in one hand, full, and talks over her shoulder while she pours, and not a drop goes anywhere but into the pot. Two cups. The honey from the sill, in case. You stand at the end of the boards and watch it as one watches a juggler.
By the far wall stands the back row, which was out of hearing and strictly speaking knows nothing yet. There is a stool close to the stove. Kaia hangs the cloth over the pot and lays her palm on top, as Einar did, and under her palm it keeps as still as you please.
{
- your_tongue <= -1:
- else:
    She would talk on, if this shed were only quiet enough. # closed
}
+ [Send her to tell the back row as well]
    ~ flag_you_sent_kaia_to_tell_the_back_row_of = true
    ~ kaias_place += 1
    -> strong_tea
+ [Give her the stool by the stove]
    ~ flag_you_gave_kaia_the_stool_by_the_stove = true
    ~ kaias_place -= 1
    -> strong_tea
+ [“Put honey in mine. It is an occasion.”]
    ~ flag_you_asked_kaia_for_honey_because_it_was = true
    ~ your_tongue += 1
    -> strong_tea
+ {your_tongue <= -1} [Stay behind the boards, and hear her out]
    ~ flag_you_heard_kaia_tell_the_teapot_that_she = true
    ~ kaias_place += 1
    -> strong_tea

=== strong_tea ===
# passage: Strong Tea
{ flag_you_sent_kaia_to_tell_the_back_row_of:
    Kaia told the back row, hive by hive. By the last one she had it down to three words.
}
{ flag_you_gave_kaia_the_stool_by_the_stove:
    She sat down on the stool by the stove, as you told her to, with her knees together, and was brought her own tea. After one mouthful she was up again, for a log, and for the wood-basket.
}
{ flag_you_asked_kaia_for_honey_because_it_was:
    “An occasion,” said Kaia, and put in three spoons. In this house honey is for guests; the rest is sold.
}
{ flag_you_heard_kaia_tell_the_teapot_that_she:
    You stayed behind the boards, and she told it to the teapot. “I was afraid to ask,” she told it. “So I didn't ask. That is how one does it.” Then came the lid, and two cups in one hand.
}
The tea is black. You take your cup between the two mittens, as one takes up a chick, and what shaking there is the wool keeps to itself.
Kaia has her feet on the wood-basket, and she talks, low, and cannot stop. You have not heard her like this since she was twelve and had been given a boat. She can have the post round, three mornings a week. The roof needs doing.
{ flag_you_gave_kaia_the_leading_rein_on_the:
    She talks with one fist closed on her knee, as if the leading rein were still in it. At the roof she gives it a small pull.
}
{ flag_you_sent_kaia_to_the_sledge_out_of_the:
    “And I don't stand by any more sledges,” she says. “You may as well know it now. The next time we both get wet.”
}
{ flag_you_told_kaia_to_leave_the_mare_and_get:
    “I am warm now,” she puts in. “You sent me away for it. I thought that you should know.”
}
{ your_tongue >= 1:
    “Now you say one,” says Kaia. “You're in practice.” So you say one: the jetty wants two planks. She takes it, looks at it from both sides, and puts it in between the post round and the roof, where it goes by size. “Now me again.” You have planned a year like that with one person before, on this bench, and he put the planks in the same place.
}
“And before anything else, the motor.” It stands by the door on its trestle, under a sack. “In spring I shall have it apart on this bench, down to the last washer, and find out what was wrong with it.”
“It's old,” you say.
“It's eight. There is something in there, Mum. I'll find it.”
She looks over her cup at the sack as one looks at a parcel.
+ [“The roof first. I'll hold the ladder.”]
    ~ flag_you_told_kaia_to_do_the_roof_first_and = true
    ~ kaias_place += 1
    -> the_back_of_the_letter
+ [“Have yourself a summer first.”]
    ~ flag_you_told_kaia_to_have_herself_a_summer = true
    ~ kaias_place -= 1
    -> the_back_of_the_letter
+ [Look at the sack, and drink]
    ~ flag_you_looked_at_the_sack_over_the_motor = true
    ~ your_tongue -= 1
    -> the_back_of_the_letter

=== the_back_of_the_letter ===
# passage: The Back of the Letter
{ flag_you_told_kaia_to_do_the_roof_first_and:
    “You will hold it,” says Kaia. One can see her look at it: the roof, the ladder, and her mother at the foot of it in those mittens. She seems to think that it will do.
}
{ flag_you_told_kaia_to_have_herself_a_summer:
    “I am having it,” said Kaia. “It begins with a motor.”
}
{ flag_you_looked_at_the_sack_over_the_motor:
    You looked at the sack, and drank. Kaia looked as well, and went over and lifted it by one corner, to wish it a good morning.
}
Then she takes the hive book from the end of the bench. “You haven't written up the night,” she says. “I am only holding it for you.”
She lets the leaves run under her thumb, and a sheet comes out from between them, sails over her knees and lies down on the floor. Kaia picks it up and reads it, quickly and then again slowly.
“<i>All forty or none</i>,” she says. “<i>To be fetched in spring.</i>” She comes to the sum and breathes out. “That is a good price.”
“I have until New Year.”
She nods for some time. Then she turns the sheet over.
“There is nothing on the back,” you say.
“There is, though,” says Kaia, and reads it out, low.
“<i>I came over by the bog path in October to see what I was offering for. They stood bare and it was going to freeze, so I strapped them and put on guards, as I had the things with me. The guards are only coffee tins. I hope you do not mind it. One does not like to ask. Aksel.</i>”
{ flag_every_hive_is_in_the_shed_before_the:
    Behind her the ragged rack goes up, loses its way and drops. Kaia puts an arm back without turning round and knocks with one knuckle, along the row. From two she gets no answer, and she tries them again, and leaves the knuckle there.
}
Close by her knee is a hive, with its strap, and the loose end tucked in to the left.
“I thought that you—” says Kaia.
“I know that you thought it. It wasn't me.”
She looks at the buckle. She looks at the mittens, both of them, round the cup. She looks for three ticks of the stove, and asks nothing. It is she who looks away first, which she has never done in her life.
{ flag_you_let_kaia_promise_the_five_that:
    “There are five who have my word,” she says to the page. “I shall have to tell them that it's a boat and then a lorry.”
}
{ flag_you_let_kaia_number_the_racks_in_chalk:
    Her eye goes along the racks, over her own figures, one to forty. “I pressed hard,” she says. “That won't be off by spring.”
}
{ flag_you_told_kaia_that_you_would_have_hit:
    “You would have hit the ridge harder,” says Kaia, to the letter. “I have been leaning on that the whole night.”
}
{ your_tongue <= -1:
    You could say something. It is the sort of silence that you have been listening in since dusk, only that now it is she who listens. There is the stove. There are the racks. And there is something else, small and quick, like a clock in a drawer: it is your cup, against the top button of your coat. You see her hear it. Then Kaia puts out a foot and pushes the wood-basket, so that it creaks, and moves it a little further, and a little back, for as long as it takes you to set the cup down. “That basket,” says Kaia. “It wants seeing to.” You say that you have been meaning to.
}
{ your_tongue >= 1:
    “You have told me such a lot tonight,” says Kaia. “I thought that we had come to the end of the shelf.” You say that it wasn't finished. One doesn't bring a person something half done. “You can bring me that,” says Kaia. “I brought you one. It's in the hall, with a plug on it.” It is a fair offer, as fair as his. She makes it to the buckle, so that you need not answer, and then she reads the front of the letter for the third time, in case the mistake is in the sum. “You can have yours whenever it's done,” she says. “I shall be in.”
}
She smooths out the letter on the bench, to the left of the open book. The sum on it would be a door for her, to go out by whenever she liked. The book would be forty hives, which in a good year very nearly feed one person who is not hungry.
“What would you like?” you say.
“If I say it, you will do it because I said it.”
She holds the pencil over the fold of the book and does not put it down on either side.
“Whose entry is this, Mum?”
{
- kaias_place >= 1:
- else:
    A page is wider than one name. # closed
}
+ [“Mine. Give me the letter.”]
    -> at_the_foot
+ [“Yours. Take a new page.”]
    -> a_new_page
+ {kaias_place >= 1} [“Ours. A page has room for two.”]
    -> room_for_two

=== einars_mittens ===
# passage: Einar's Mittens
You pull the left one off with your teeth, and the right one with what the left hand is good for. You lay them on the roof of the nearest hive, one on the other. They keep their shape.
“It's Berit,” you say to the wood. “There is more.”
Then you hold out your hands, over the hive, in the light of the lantern, where Kaia can see them and the bees, if they care to. The right one is worse. It goes like the one leaf on a tree that goes when there is no wind.
“You're frozen,” says Kaia. She is still smiling.
“No.”
She looks again.
“They shake,” you say. “Since the spring. They let go of things. There was nothing wrong with the motor. I couldn't pull the cord. It went out of my hand nine times, and then I sat in the boat for a bit, and then I came in and told the shop that it was the motor.”
Behind her face Kaia is going back through the year, room by room. She is at the birthday card, which you had the girl at the post write. She is at the telephone, on Sundays. She turns her head and looks at the hand-barrow by the door, and at the loops on its handles.
“Against the cold,” she says.
“Yes.”
{ flag_you_gave_kaia_the_leading_rein_on_the:
    “You gave me the rein,” says Kaia. “On the way round. I thought that was because—” “It was,” you say. “It was that as well.”
}
{ flag_you_shared_out_your_crust_and_gave_kaia:
    “You tore the bread,” says Kaia. “On the way round. I thought, so that is how she tears bread now.”
}
{ flag_you_put_your_shoulder_to_the_sledge:
    “You pushed with your shoulder,” says Kaia. “At the ridge. I did think that you might have taken hold.”
}
{ kaias_place <= -1:
    She does not know where to put herself. All night you have found her the dry place and the place out of the wind, and now she stands in the middle of your shed like somebody who has opened the wrong door in an inn. “Was that why?” she says. “All the sitting down? I thought it was because I was company.” You say that it was partly that. “You looked after me,” says Kaia. “With those.” She comes up to the hive with her arms held close, so as to knock against nothing, and asks you, as one asks in other people's houses, whether she may look. You had thought that she would shout. It would have been quite a help. “Look,” you say, and she looks with her hands behind her, so as not to touch what isn't hers.
}
{ kaias_place >= 1:
    “I have had the heavy end of everything,” says Kaia. “I was so pleased about it. I thought, she is letting me.” You say that you were letting her. “You had to.” “I had to, and I was letting you.” She turns that over. One can see that she would like to throw away half of it, and that she does not know which half is hers. Then she does what she has done since dusk, and takes hold before anybody has asked her to: she lifts the lantern off its nail and brings it close, to see how much work it is. “Turn them over,” says Kaia. You turn them over. She nods, and turns her own over beside them, to have something to measure by. Hers have a blister from your barrow.
}
Under your fingers a hive gives out one small note and settles again; they have taken it better than some.
Your hands are still out there over the wood. They will not be told. The mittens lie beside them, thumbs up, and Kaia takes a step, with her own hands half out.
+ [Let her take hold of them]
    ~ flag_you_let_kaia_take_hold_of_your_hands = true
    ~ kaias_place += 1
    -> a_teaspoon
+ [Put the mittens on again]
    ~ flag_you_put_einars_mittens_on_again = true
    ~ kaias_place -= 1
    -> a_teaspoon
+ [“They are worst with buckles and cups.”]
    ~ flag_you_told_kaia_that_your_hands_are_worst = true
    ~ your_tongue += 1
    -> a_teaspoon

=== a_teaspoon ===
# passage: A Teaspoon
{ flag_you_let_kaia_take_hold_of_your_hands:
    She takes hold of them, both together, as one takes hold of a bird that has got into the kitchen. They go on in there.
}
{ flag_you_put_einars_mittens_on_again:
    You have the second mitten on before she has found a word. “Leave them off,” she says. You wait for as long as one can decently wait, and take them off.
}
{ flag_you_told_kaia_that_your_hands_are_worst:
    “Buckles and cups,” says Kaia. “And cords,” you say. “And pencils.”
}
Kaia is angry. It used to be doors and cutlery. Now there are sleepers in the room, and it all has to go into the consonants.
“I rang you every Sunday. You said <i>fine</i>. You said <i>fine, and what is it doing with you, is it raining</i>.”
“It was, mostly.”
{ flag_you_showed_kaia_the_flood_marks_on_the:
    “You could show me how high the water came,” says Kaia. “On a post. With a lantern. So you can show a person a thing.”
}
{ flag_you_told_kaia_that_it_was_not_her_but:
    “And at the ridge it was the ice,” says Kaia. “You would have let me off that, too, for the rest of my life. You let everybody off, so that they go away.”
}
{ flag_you_sat_down_by_the_loud_rack_without_a:
    “You sat down with <i>them</i>,” says Kaia. “When they were hurt. You never told <i>them</i> that it was the motor.”
}
Then she asks. Since when, to the week. Which hand began it. Whether they keep still in sleep. Who has looked at them, and you say somebody in town, in June, and that he gave you a leaflet, and she asks what is in the leaflet. They are the right questions. You do them up one after the other, like buttons.
She makes the tea, and brings you yours, and that is all well and good, and behind her the stove is burning down. Then she puts a spoon into your cup and stirs it, three times round.
You do not take sugar.
{
- your_tongue >= 1:
- else:
    There is something to ask her for, and you cannot begin. # closed
}
+ [“Leave the cup. See to the stove.”]
    ~ flag_you_told_kaia_to_leave_your_cup_and_see = true
    ~ kaias_place += 1
    -> both_sides_of_a_sheet
+ [Drink it, and say thank you]
    ~ flag_you_drank_the_stirred_tea_and_thanked = true
    ~ kaias_place -= 1
    -> both_sides_of_a_sheet
+ [“I do my own stirring.”]
    ~ flag_you_told_kaia_that_you_do_your_own = true
    ~ your_tongue += 1
    -> both_sides_of_a_sheet
+ {your_tongue >= 1} [“Do my buttons, then. And not a word.”]
    ~ flag_you_asked_kaia_to_do_your_buttons_and = true
    ~ kaias_place += 1
    -> both_sides_of_a_sheet

=== both_sides_of_a_sheet ===
# passage: Both Sides of a Sheet
{ flag_you_told_kaia_to_leave_your_cup_and_see:
    For a moment she took it as one takes a slap. Then she saw to the stove, right down to the ash, and came back with black hands and a better colour.
}
{ flag_you_drank_the_stirred_tea_and_thanked:
    You drank it. It tasted stirred. Kaia watched the cup go up and come down again, all the way, both times, and when you thanked her she said that you were welcome.
}
{ flag_you_told_kaia_that_you_do_your_own:
    Kaia took her fingers off the spoon as if it had been on the stove. It stands in your cup now, and neither of you will be the one to take it out.
}
{ flag_you_asked_kaia_to_do_your_buttons_and:
    Kaia did them up from the bottom, all seven. At the top one she had to look you in the face, and she did it with her mouth shut, which is the longest that she has ever kept one so.
}
“The night has to be written up,” says Kaia, and fetches the hive book from the end of the bench.
She looks at the place where the writing stops for longer than she would have done yesterday. Then she turns back, leaf by leaf, through the summer, until the lines begin to stand up straight.
“April,” she says, and you nod.
{ flag_you_let_kaia_number_the_racks_in_chalk:
    She holds the page up against the racks, where her own figures are, in chalk, one to forty, each on its feet. “You let me do those,” she says. “I thought it was a treat.”
}
That is when the letter drops out. It lands on her socks.
She takes the front of it first. “Aksel,” she says, “all forty or none,” and then, after the line with the sum in it, “Well. That is decent.”
“You are selling them.”
“So that you need owe them nothing.”
“I never said that I—” says Kaia, and takes it down again to where the bees are.
{ flag_every_hive_is_in_the_shed_before_the:
    The ragged rack has gone up under her voice. She has to get up and go to it, with the letter in her hand, and she knocks on the ten, one after the other, and listens. From two of them nothing comes back, not the second time either. She sits down again with less colour than she had.
}
She turns the sheet over. You have had it since November and never did that; there was a sum on the front. He goes on, and she reads it out, with a finger under the smears.
“<i>I came over by the bog path in October to see what I was offering for. They stood bare and it was going to freeze, so I strapped them and put on guards, as I had the things with me. The guards are only coffee tins. I hope you do not mind it. One does not like to ask. Aksel.</i>”
It goes from the sheet to the nearest strap, tucked in to the left, and from there to your hands.
“You could not have done one of them,” says Kaia.
“I have done two, in bed.”
“And you let me say that it was beautiful work.”
“It was beautiful work.”
{ flag_you_let_kaia_promise_the_five_that:
    “I promised five hives a boat,” she says. “You held the lantern.”
}
{ flag_you_told_kaia_that_einar_once_took_the:
    “<i>Seven lost</i>,” says Kaia, with her thumb on the edge of Einar's pages. “He wrote it down, is what I mean. In ink.”
}
{ kaias_place <= -1:
    She folds the letter the way it was folded and holds it out to you, as one hands back what one has found on other people's floors. “I should not have read that,” she says. “It was in your book.” You say that it fell. “You have had me sitting down since yesterday,” says Kaia. “I have had the warm, and the dry. One doesn't tell visitors about money, I can see that. And what does one do with them in spring?” “One waves,” you say. She has to look at the stove for a time before she can put the letter down. When she does, she squares it with the edge of the bench, as they do in hotels, so that it will not look as if anyone had stayed there.
}
{ kaias_place >= 1:
    She keeps the letter. “A hundred and sixty metres of webbing,” says Kaia, who has done it in her head. “And forty tins. That man does not sleep. Whatever we do, he is to be paid for it, and I can go over by the bog path on Thursday.” It has been <i>we</i> for so many hours that neither of you hears it. “I could have gone in October,” she says. “I had the days.” You say you did not know that she had days. “No,” says Kaia. “You would have had to ask,” and she shifts your cup to where you can reach it, without looking at what she does.
}
She turns forward to the empty line, and lays the letter on one side of the lantern and the book, open, on the other. With the one you could both of you stop reckoning, and she could go or stay. With the other somebody has roofs to lift in spring, and will be fed for it, hardly.
“I did know what I came home for,” she says. “I told it to a hive.”
“What would you like?”
“If I say it, you will do it because I said it.” The pencil goes round between her fingers, end over end, and does not drop. “You tell me, Mum. Whose entry is this?”
{
- kaias_place >= 1:
- else:
    A page is wider than one name. # closed
}
+ [“Mine. Bring the lantern over.”]
    -> one_lantern
+ [“Yours. You hold it better.”]
    -> one_name
+ {kaias_place >= 1} [“Ours. A page has room for two.”]
    -> room_for_two

=== at_the_foot ===
# passage: At the Foot
“That comes first,” you say, and draw the letter over to you.
Kaia keeps quite still. Then she turns the pencil round and gives it to you, blunt end first, as one passes a knife.
“You needn't be tied to forty boxes,” you say. “You can go where you like.”
“I have been where I liked. I came from there.” But she says it low, and to the letter. “I should have liked them. No. I asked you, and you have said.”
She fetches the lantern and holds it over the foot of the sheet, where Aksel has ruled a line for you.
{ kaias_place <= -1:
    She holds it as one holds a lantern at a christening, for other people's business. You have taken the work out of her hands all night and set her down where it was warm, and now it turns out to have been practice. “What shall I be doing in April?” says Kaia. It is no reproach. She asks it as one asks about trains. “You could come for Easter,” you say. “There is always a ham.” “I like ham,” says Kaia, and holds the light a little to the left, since one does what one can. “And who does the washing up, at Easter?” “You don't,” you say. “No,” says Kaia. She tilts the lantern, so that for a moment it is your face that is lit, and then it is the letter again.
}
{ kaias_place >= 1:
    “You are in your own light,” says Kaia. She pushes the book under the sheet, so that it lies level, puts a cup on one corner of it and her free fist on another; that is how the two of you have held down everything tonight. “I had the spring worked out,” she says. “Which of them to feed first. I had got to fourteen.” “Tell it to Aksel.” “I shall write it down for him,” says Kaia, “and he will read it from right to left.” The fist is quite steady. It is the steadiest thing on the bench. It was to have been up at five with a pan of sugar, as far as fourteen, and it does not know yet that it won't.
}
You get the right mitten off below the edge. You bring the hand up quickly, with the pencil in it, and set it down hard on the paper before it can think. The left one goes on top of the wrist, in its mitten, like a cat on a letter.
“Cold?” says Kaia.
“Cold.”
The <i>B</i> is a good one. After that it goes over the line like the track of a bird that has seen something: an <i>e</i>, a place where it took off, a <i>t</i>. Of your other name one can say that it comes down again before the margin.
The light has not moved. She reads what you have written as one reads the name on a parcel for somebody else.
{ flag_you_told_kaia_what_einar_wrote_in_the:
    “<i>Sold</i>,” says Kaia, who was one word herself, once. “That is all that he would have put.”
}
{ flag_you_let_kaia_check_the_ropes_after_you:
    Her eye goes over it from end to end, as it went over your ropes, and comes to the place that has not caught, and lets it be.
}
In spring a lorry will come round by the road, and somebody will have to hold the gate.
Aksel has put in an envelope with the stamp already on it. It is sticking out of the book. You have the mitten on again by then, and in the mitten, still, the pencil.
+ [Have Kaia close the envelope]
    ~ flag_you_had_kaia_close_the_envelope = true
    ~ kaias_place += 1
    -> one_page
+ [“You will have your summers back.”]
    ~ flag_you_told_kaia_that_she_would_have_her = true
    ~ kaias_place -= 1
    -> one_page
+ [“A hen could have signed it.”]
    ~ flag_you_said_that_a_hen_could_have_signed_it = true
    -> one_page
+ {kaias_place <= -1} [“You need not be here for the lorry.”]
    ~ flag_you_told_kaia_that_she_need_not_be_here = true
    ~ kaias_place += 1
    -> one_page

=== one_page ===
# passage: One Page
{ flag_you_had_kaia_close_the_envelope:
    Kaia licked the flap from end to end and made the face that she used to make at cod-liver oil.
}
{ flag_you_told_kaia_that_she_would_have_her:
    “Summers,” said Kaia, as one says the name of a fish that is supposed to be good. She folded the sheet in three.
}
{ flag_you_said_that_a_hen_could_have_signed_it:
    “Hens are quicker,” said Kaia, and folded the sheet in three, and it was very nearly all right.
}
{ flag_you_told_kaia_that_she_need_not_be_here:
    “I shall hold the gate,” said Kaia. “They ought to go out past somebody they know.” And she folded the sheet in three.
}
The letter stands on the window sill, in its envelope, and the book lies in front of you with its empty line. This is your last big one. In spring there will be a date and the word <i>fetched</i>, and after that small lines, or none.
You write <i>S. wind, early</i>. You write what the ice was like, and the mare, and how many came in and how, and <i>straps: Aksel</i>. It goes uphill, it leaves the line and has to be fetched back.
{ kaias_place <= -1:
    Kaia has looked about for something to do, and there is nothing that is hers. So she has put her coat on, like somebody who has a connection to catch. “Take your time,” she says, and then she goes red, since it is your bench, and your time, and your book, and she has only been allowed in to watch.
}
{ kaias_place >= 1:
    Kaia comes round the bench and sets the lantern on your other side, where the hand throws no shadow on what it is doing; she sets it there for her own work. When the line begins to climb, she lays the ruler under your wrist, and does not press. “Thirty-nine more nights of this,” she says, “and we should have the hang of it.”
}
She sits next to you with her hands between her knees. Once the pencil goes over the edge. She picks it up and lays it down beside your hand, not in it.
{ flag_you_looked_at_the_sack_over_the_motor:
    Her eyes go to the sack by the door, where yours went when she spoke of the motor, and from there to the pencil. Then she reads what it says on the tea tin.
}
{ flag_you_told_kaia_that_she_had_come_for:
    “Now I am sitting down,” says Kaia. “As for Christmas.”
}
She does not say <i>let me</i>. Twice you hear her not say it.
At the bottom of the page one line is left.
+ [Have her rule the line below it]
    ~ flag_you_had_kaia_rule_the_line_below_your = true
    ~ kaias_place += 1
    -> half_the_money
+ [Add that Kaia was here]
    ~ flag_you_wrote_into_the_book_that_kaia_was = true
    ~ kaias_place -= 1
    -> half_the_money
+ [Leave a line empty below it]
    ~ flag_you_left_a_line_empty_below_your_last = true
    -> half_the_money
+ {flag_you_told_kaia_what_einar_wrote_in_the} [Write “Girl. Home.” as Einar would have]
    ~ flag_you_wrote_girl_home_below_your_last = true
    ~ kaias_place += 1
    -> half_the_money

=== half_the_money ===
# passage: Half the Money
{ flag_you_wrote_girl_home_below_your_last:
    <i>Girl. Home.</i> Kaia reads it upside down. One sees her lips count. “Two,” she says.
}
“Half of it is yours,” you say. “The money.”
“No.”
“Half would be—”
“Don't,” says Kaia. “I can halve, Mum. I should just like not to hear it.”
{ flag_you_told_kaia_to_do_the_roof_first_and:
    “Or let it go into the roof,” she says, “since you are holding the ladder.”
}
{ flag_you_told_kaia_to_have_herself_a_summer:
    “That is what I'm to have the summer on, I suppose,” says Kaia. “With a hat.”
}
She gets up and goes to the racks in her socks.
At the first hive she goes down on her heels, puts her hair behind her ear and lays the ear to the wood. Then she does the next. She leaves none of them out, and at some she smiles with her eyes shut, like somebody who is being told a name.
{ kaias_place <= -1:
    She begs each one's pardon first, for the trouble. At the hive by the door she looks round, to see whether it is allowed, and you nod, and she thanks you. That is what she has been taught since yesterday, and she does it well. You find that you should like to throw a cup.
}
{ kaias_place >= 1:
    She does it as you do, with the left hand flat on the roof, and at each she says, half aloud, what it wants: sugar by March, a brick, a new floor. Then she hears herself. “For Aksel,” she says, and goes to the next, and goes on saying it. You ought to write it down, and you sit there with the pencil and listen.
}
You have come to the end of what you had to say about money. Kaia is on the far side, with her cheek against the last hive of the row, and does not get up from it.
+ [Go down beside her, ear to the wood]
    ~ flag_you_laid_your_ear_to_a_hive_beside_kaias = true
    -> two_cups
+ [Bring her your coat to kneel on]
    ~ flag_you_brought_kaia_your_coat_to_kneel_on = true
    ~ kaias_place -= 1
    -> two_cups
+ [“Which of them did you come home for?”]
    ~ flag_you_asked_kaia_which_of_the_hives_she = true
    -> two_cups
+ {flag_you_have_begged_the_bees_pardon_for} [Beg their pardon again, close to, aloud]
    ~ flag_you_begged_the_bees_pardon_in_kaias = true
    -> two_cups

=== a_new_page ===
# passage: A New Page
Kaia does not turn over. “A new page for what?”
“For your name. At the head of it.”
“You told me <i>only</i>. It was always <i>only the beekeeper</i>.”
“That is what I am saying now.”
She looks at the book as if it might be hot. “And that?” she says, with her chin towards the letter. “Mum, it's a great deal of money.”
“It's a fair sum.”
You take it from the bench between two mittens, like a dish from the oven, and carry it round the partition to the stove. It lies on the embers with its back to you, so that you have the straps once more, and the coffee tins. <i>One does not like to ask</i> goes last.
“He will have to be told,” you say.
“I'll go over by the bog,” says Kaia behind you, “and thank him first.”
So she will have to look the man in the face, and come back to a house where honey buys the salt and not the bread. You could have spared her that with one name at the foot of a sheet.
“Is it a present?” says Kaia. She is not smiling. She wants to know.
“No,” you say. “It's forty hives.”
{ kaias_place <= -1:
    “I ask because of the presents,” she says. “I have had the dry place from you since yesterday, and the warm one. If this is the next, I would rather have the fare.” You look for an answer among the things that one says to visitors, and there is nothing there. “You will be cold,” you say. “You will be stung. The roof leaks on the side where the sugar is, and I am not going to look after you.” Kaia's face clears, from the top downwards. “No,” she says. “You would have to leave that off.” She pushes up her sleeves, and looks for the first time since yesterday as if somebody had told her where things are kept.
}
{ kaias_place >= 1:
    “I know what they are,” says Kaia. “I have had my end of every one.” She looks along the racks, and her lips go: which wants sugar before March, which has a split floor, which hums a shade too low. “I had begun on it,” she says. “In my head. I took it for a way to keep awake.” You tell her that this is how it begins. “How long did it take you to notice?” “A year,” you say. “You have done it in a night. But you had the longest.” She wants to know which it was, with you, that hummed too low. “Eleven,” you say. “It still does.” “That's what I thought,” says Kaia, and does not look pleased about it at all.
}
{ flag_you_walked_ahead_of_kaia_and_sounded_the:
    “You would go on walking ahead, though,” says Kaia. “With the pole.”
}
She wipes her palm on her trousers. You hear the leaf go over, and when you look round the end of the partition the page is as white as flour, and the lantern stands close to it. She has set the pencil to the top of it, right in the corner, and made a <i>K</i> there no bigger than a bee.
In the stove the sheet is still a sheet, black, with a red edge going round it.
+ [“Bigger. You will have to find it in the dark.”]
    ~ flag_you_told_kaia_to_write_her_name_bigger = true
    ~ kaias_place += 1
    -> a_row_of_ears
+ [“Only until you find something better.”]
    ~ flag_you_told_kaia_that_it_was_only_until_she = true
    ~ kaias_place -= 1
    -> a_row_of_ears
+ [Watch until the letter is ash]
    ~ flag_you_watched_without_a_word_until_the = true
    ~ your_tongue -= 1
    -> a_row_of_ears
+ {flag_you_let_kaia_number_the_racks_in_chalk} [“You began hours ago. Chalk counts.”]
    ~ flag_you_told_kaia_that_she_had_begun_with = true
    ~ kaias_place += 1
    -> a_row_of_ears

=== a_row_of_ears ===
# passage: A Row of Ears
{ flag_you_told_kaia_to_write_her_name_bigger:
    So it stands across the whole head of the page, as over a shop. Einar would have got a week of swarms into the space.
}
{ flag_you_told_kaia_that_it_was_only_until_she:
    “Better than what?” said Kaia. She had her name written by then. She went over it once more, with her tongue between her teeth.
}
{ flag_you_watched_without_a_word_until_the:
    You stayed until there was nothing in there that had writing on it. When you turned round, there was something out here that had.
}
{ flag_you_told_kaia_that_she_had_begun_with:
    Kaia looked round at the racks, at her forty figures. “Then this is only the fair copy,” she said, and wrote the rest of her name.
}
“Well,” says the beekeeper.
She takes the lantern and goes along the racks, as Einar did, last thing, with an ear to every hive. You stay by the stove. It turns out to be a long row when one stands still.
{ your_tongue <= -1:
    She talks to them, since you do not. One can hear it coming along the row: that it is her from now on; that she does not know much; that there is somebody by the stove who does, and who will say it when it is done. At the end of each hive she stops, for two breaths, in case it is.
}
{ your_tongue >= 1:
    From the far end she asks you things, low, and you have an answer to each: why that one has two bricks on it, what they swarmed into in the year of her confirmation, which of them Einar could not abide. It goes to and fro over the sleepers like a saw. You have never been asked so much, and you are sorry for the end of the row.
}
She comes back and squats down before the stove, which you have fed since you came in, and shuts the draught.
“It's too warm for them,” she says. “They will think that it's March. I am letting it go out, and the door stays open a hand.”
{ flag_you_gave_kaia_the_stool_by_the_stove:
    Then she takes the stool, the warm one that you gave her, and puts it down by the door, in the draught, where she can see all forty places.
}
You would have kept it in until noon. You have four reasons, and one of them is your knee.
Kaia has taken off her coat for it, and hung it over the end of the bench.
“Yes?” she says.
{
- kaias_place >= 1:
- else:
    The bench is wide enough for one coat and two people. # closed
}
+ [Ask her what you are to do next]
    ~ flag_you_asked_kaia_what_you_were_to_do_next = true
    ~ kaias_place += 1
    -> two_sums
+ [“You must be tired. Go and lie down.”]
    ~ flag_you_told_kaia_that_she_must_be_tired_and = true
    ~ kaias_place -= 1
    -> two_sums
+ [“I have said nothing.”]
    ~ flag_you_told_kaia_that_you_had_said_nothing = true
    ~ your_tongue -= 1
    -> two_sums
+ {kaias_place >= 1} [Get under her coat with her]
    ~ flag_you_sat_under_kaias_coat_with_her = true
    ~ kaias_place += 1
    -> two_sums

=== two_sums ===
# passage: Two Sums
{ flag_you_asked_kaia_what_you_were_to_do_next:
    “You can say me a middling year,” said Kaia. It was the first order that anybody had given you in that shed for three years, and you took it at once.
}
{ flag_you_told_kaia_that_she_must_be_tired_and:
    “In November,” said Kaia. “I'll lie down in November, when they do.”
}
{ flag_you_told_kaia_that_you_had_said_nothing:
    “You said it very loudly,” says Kaia.
}
{ flag_you_sat_under_kaias_coat_with_her:
    There was room for two under the coat, as long as they did not breathe out together. It got cold in there, a degree at a time, and neither of you was the one to mention it.
}
She turns the book round and opens it from the other end. Nobody has ever written on the last page.
So much honey to a hive, in a middling year. “Call it forty,” she says. Off with the sugar, the jars, the oats; something on for wax. The pencil ticks along, and then it stops.
“It isn't enough.”
“No.”
“Not for one. It's enough for two thirds of one.”
“Which two thirds?” you say.
{ your_tongue <= -1:
    You leave it at that. Kaia looks up, in case there is more, and then she answers it herself, as she has had to for most of the night. “The upper,” she says. “It has the mouth.” She has become quite good at your half.
}
{ your_tongue >= 1:
    “From the knees up,” says Kaia, and now she wants it all: what a jar fetched when she was nine, what oats cost, what you did in the year when it rained. You tell her. You have never told anybody what you did in the year when it rained. She thinks about it, and writes it down as <i>other income</i>.
}
She draws a line and does it again beside it, with a better summer and a new roof. The two of them agree to within a jar.
{ flag_you_told_kaia_to_do_the_roof_first_and:
    “The roof I do for nothing,” she says. “As long as the ladder is held.”
}
{ flag_you_looked_at_the_sack_over_the_motor:
    “The motor I have left out,” she says. She does not look at the sack, and you do not look at the sack, and you are both rather good at it.
}
{ flag_you_told_kaia_that_she_had_come_for:
    At the very bottom she writes <i>Christmas</i>, with a question mark, and carries it over.
}
“There is always the post round,” says Kaia, to herself.
The lantern is at the other end of the bench, and her own shadow lies on both sums. She pulls the book on to her knees and goes on looking.
+ [Offer her the hens as well]
    ~ flag_you_offered_kaia_the_hens_as_well = true
    -> the_old_lines
+ [Carry the lantern to her page]
    ~ flag_you_carried_the_lantern_to_kaias_page = true
    ~ kaias_place -= 1
    -> the_old_lines
+ [“Your father's came out the same.”]
    ~ flag_you_told_kaia_that_einars_sums_had_come = true
    ~ your_tongue += 1
    -> the_old_lines
+ {flag_you_told_kaia_that_she_had_come_for} [“And how long is Christmas, by that sum?”]
    ~ flag_you_asked_kaia_how_long_christmas_is_by = true
    -> the_old_lines

=== one_lantern ===
# passage: One Lantern
You hold out your hand for the pencil. It shakes where she can see it. Kaia lays the pencil in and shuts your fingers round it for you, one, two, three.
{ flag_you_told_kaia_that_you_do_your_own:
    Then she sees the spoon in your cup, and takes her own hand back, and puts it behind her.
}
“You will owe nothing to anybody,” you say. “Not to the boxes and not to me.”
“I should have liked them,” says Kaia.
“I know.”
“I only want it to have been said.”
“It has been.”
She takes up the lantern in one hand. With the other she holds the sheet flat, since it will not lie still for you; it picks up whatever you have. Aksel has ruled a line to sign on. Her thumb is at the end of it, and you steer for that.
{ kaias_place <= -1:
    “So I am to go,” says Kaia, in the voice for landladies. You say that you said nothing about going. “You have said <i>sit</i> since yesterday. That's what comes before it. I had understood, Mum. It was your house and your night, and I was to have the good towel.” You would like to tell her what the good towel was for. It was for a person who was not to see how the other ones came to be on the floor. “It was clean,” you say. “It was lovely,” says Kaia, and her thumb stays where it is. “I used it for the floor, once, when I had spilt something. I put it back on the pile and didn't tell you.” You say that you know. It had been a comfort to you.
}
{ kaias_place >= 1:
    She has had the other end of everything since dusk, and one notices it: she has left off looking at your hands as at something in a window. “Which of them is the better?” she says. You tell her that it is the left, which has never learned to write. “I could guide the right one.” You consider it. It is the best offer that has been made on that bench tonight, and there have been others. “No,” you say. “This one I had better do badly myself.” “Yes,” says Kaia at once, and gives you half an inch more of thumb to steer by. “It's only that I had got used to the left-hand side,” she says. “Of the barrow. I shall be walking in a circle.”
}
You get on to the line without trouble. After that the hand walks where it likes, three toes and a toe, up and over and back, like something that has come across the snow for crumbs and heard a door.
“Is that the <i>t</i>\?” says Kaia.
“That is the <i>i</i>.”
She does not tell you that it is fine. You had been afraid that she would, and only now can you get to the end of your name.
{ flag_you_told_kaia_what_einar_wrote_in_the:
    “Dad did me in four letters,” says Kaia. “You take your time.”
}
{ flag_you_let_kaia_check_the_ropes_after_you:
    “There's one that hasn't caught,” she says, as of a hook on your ropes. “It's a dot,” you say. She checks it, and lets it stand.
}
So they are sold. In spring there will be a lorry at the gate, and afterwards a shed that is easy to sweep.
He has sent an envelope along with it, with the stamp already on. Kaia draws it out of the book, and blows into it to see how it opens, and waits.
+ [Have Kaia close the envelope]
    ~ flag_you_had_kaia_close_the_envelope = true
    ~ kaias_place += 1
    -> four_lines
+ [“You will have your summers back.”]
    ~ flag_you_told_kaia_that_she_would_have_her = true
    ~ kaias_place -= 1
    -> four_lines
+ [“A hen could have signed it.”]
    ~ flag_you_said_that_a_hen_could_have_signed_it = true
    -> four_lines
+ {kaias_place <= -1} [“You need not be here for the lorry.”]
    ~ flag_you_told_kaia_that_she_need_not_be_here = true
    ~ kaias_place += 1
    -> four_lines

=== four_lines ===
# passage: Four Lines
{ flag_you_had_kaia_close_the_envelope:
    Kaia licked the flap and struck it flat with the side of her fist, harder than an envelope needs.
}
{ flag_you_told_kaia_that_she_would_have_her:
    “I meant to have them here,” said Kaia. “The summers.” She folded the sheet, and then she folded it again.
}
{ flag_you_said_that_a_hen_could_have_signed_it:
    “A hen has four toes,” said Kaia, bent over it. “I count six.” Then she folded the sheet.
}
{ flag_you_told_kaia_that_she_need_not_be_here:
    “And who works the bolt?” said Kaia. It was not kind. It was the first thing that she had not wrapped up for you since the tea, and you were grateful for it.
}
The envelope leans on the lantern with the letter in it. Kaia moves the book in front of you and sits down on her hands, one under each thigh, like a child in church.
You write. One line is for the wind, that came early. One is for the ice and the mare. One is for how many came in, and how. In the third line the pencil gets away and rolls along the bench, up against her.
{ kaias_place <= -1:
    You have put her into a good many chairs since yesterday, and there is not one of them that she didn't get up from. From this one she does not get up. She watches the pencil lie there as one watches something in somebody else's garden. You would give a hive to see her reach for it, if you had one.
}
{ kaias_place >= 1:
    “Say when you want more light,” is all that Kaia has said. She has hold of the other end of this as well, as far as one can see: her lips have each word a little before you have got there, and at <i>mare</i> she had to stand and wait for you. Now her lips have stopped in the middle of <i>asleep</i>.
}
Kaia looks at it. Her shoulders rise. You reach across and fetch it back yourself.
“Sorry,” she says.
“You did nothing.”
“I know. It was dreadful.”
{ flag_you_drank_the_stirred_tea_and_thanked:
    Your cup is in the way, with the spoon in it, the one that you thanked her for. She moves it by a finger's breadth, and then, after a look at you, moves it back.
}
{ flag_you_told_kaia_that_she_had_come_for:
    “Is it this every evening?” says Kaia. “Over Christmas?”
}
<i>Straps: Aksel</i> is the fourth line, and your last big entry is done. It can be read by anybody who has watched it being made. Below it there is room for one more.
+ [Have her rule the line below it]
    ~ flag_you_had_kaia_rule_the_line_below_your = true
    ~ kaias_place += 1
    -> an_ear_to_the_wood
+ [Add that Kaia was here]
    ~ flag_you_wrote_into_the_book_that_kaia_was = true
    ~ kaias_place -= 1
    -> an_ear_to_the_wood
+ [Leave a line empty below it]
    ~ flag_you_left_a_line_empty_below_your_last = true
    -> an_ear_to_the_wood
+ {flag_you_told_kaia_what_einar_wrote_in_the} [Write “Girl. Home.” as Einar would have]
    ~ flag_you_wrote_girl_home_below_your_last = true
    ~ kaias_place += 1
    -> an_ear_to_the_wood

=== an_ear_to_the_wood ===
# passage: An Ear to the Wood
{ flag_you_wrote_girl_home_below_your_last:
    “<i>Girl. Home</i>,” Kaia read out. It is the one line on the page that can be read. “He would have left off the second word,” she said.
}
“Half the money is yours,” you say.
“You will need it. There ought to be a rail on those stairs.”
“That comes out of my half. Yours would be—”
“I can halve,” says Kaia. “If you say it, it's what they cost.”
She goes along the racks, and leans on them as one leans on a cow, and lays an ear to each hive in turn. Yesterday she came home for these. Then for a quarter of an hour she had come home for you. Now she listens as if one of them might know.
{ kaias_place <= -1:
    She keeps her hands behind her, as one is asked to in museums. You have had her out of the way of so many things tonight that they have left off reaching. At one hive the end of the strap has slipped its tuck and hangs down. Kaia looks at it for some time. Then she calls you, since it is your strap.
}
{ kaias_place >= 1:
    In passing she tucks in a loose end, to the left, and sees what she has done, and whose way that is. She does the next one to the right, as you would have it. Then she goes back and changes the first. It is of no use; he is left-handed, and they are his.
}
{ flag_you_let_kaia_take_hold_of_your_hands:
    Each of them she takes between her palms first, as she took hold of your hands. They keep still for her. It seems to be almost a disappointment.
}
Her boots stand by the stove with their toes turned in.
“They sound so sure,” says Kaia to the last of them, and stays there.
+ [Go down beside her, ear to the wood]
    ~ flag_you_laid_your_ear_to_a_hive_beside_kaias = true
    -> six_eggs
+ [Bring her your coat to kneel on]
    ~ flag_you_brought_kaia_your_coat_to_kneel_on = true
    ~ kaias_place -= 1
    -> six_eggs
+ [“Which of them did you come home for?”]
    ~ flag_you_asked_kaia_which_of_the_hives_she = true
    -> six_eggs
+ {flag_you_have_begged_the_bees_pardon_for} [Beg their pardon again, close to, aloud]
    ~ flag_you_begged_the_bees_pardon_in_kaias = true
    -> six_eggs

=== one_name ===
# passage: One Name
You put both hands in your lap, where they can do as they like.
{ flag_you_told_kaia_that_you_do_your_own:
    Kaia takes the spoon out of your cup at last, and lays it down on your side of the bench, with the handle towards you.
}
{ flag_you_asked_kaia_to_do_your_buttons_and:
    You sit there buttoned to the chin. You had forgotten how well that coat sits.
}
The pencil has stopped going round. “Mine,” says Kaia. “Because you can't.”
“I can't. That is one thing. It isn't why.”
“Then why?”
You look for it.
“You stood there in your socks and knocked,” you say, “and told them properly. You weren't taught to. You weren't made to. I was behind the boards, and I thought, there is somebody I should like to have here.”
Kaia looks hard at the lantern.
“It hardly feeds one,” you say. “And you will not get away in May, or in June, or to a wedding.”
“Whose wedding?”
“Anybody's.”
{ kaias_place <= -1:
    “I thought that you were waiting for me to go,” says Kaia. “You had me out of the wind, you had me off my feet. I thought, she wants to hand me back in good condition.” You say that you wanted her to have been comfortable. “I was comfortable for eleven years,” says Kaia. “There was a cushion on everything. Give me something that I have to carry.” She holds out both arms over the bench, as if you were going to lay it there, all forty at once, and you had better not look at that for too long. “One at a time,” you say. “And low.” “I know how,” says Kaia. “I have been watching you not let me.”
}
{ kaias_place >= 1:
    “You have me already,” says Kaia. “You have had me since the first load. You could have gone on like that till Easter and never said it.” You say that this was the plan. “And then?” “You would have been doing it,” you say. “It would have been awkward to stop you.” Something gets out of Kaia that in the daytime would be a laugh, and she stops it with her sleeve. “That is how you got Dad,” she says. It is, too. He had come about a swarm. She wants to know how long it took him to notice. “He never said,” you say. “He put his hat on the nail in June, and in October it was still there.”
}
The letter you see to yourself. It rattles in your hand, all the way round the partition, like something with an opinion. The latch of the stove takes three attempts, and then the sheet is in there, and the fire begins with the sum. On the back the straps hold out a little longer, and <i>One does not like to ask</i>.
“I shall tell him,” says Kaia from the bench. “I want to see the shears, anyway. For the tins.”
That was the rail for the stairs, and a man in town to look at your hands, and a good deal of sleep.
{ flag_you_walked_ahead_of_kaia_and_sounded_the:
    “And when I drive, you go ahead,” says Kaia. “You can hold a pole. I saw you.”
}
Behind you a leaf goes over. When you come round the boards she is bent so close to the page that her hair lies on it. Up in the corner she has made a <i>K</i> of about the size of a bee.
“Is that all right?” she says, and for once in the course of the night it is not your hands that she means.
+ [“Bigger. You will have to find it in the dark.”]
    ~ flag_you_told_kaia_to_write_her_name_bigger = true
    ~ kaias_place += 1
    -> the_stove_door
+ [“Only until you find something better.”]
    ~ flag_you_told_kaia_that_it_was_only_until_she = true
    ~ kaias_place -= 1
    -> the_stove_door
+ [Watch until the letter is ash]
    ~ flag_you_watched_without_a_word_until_the = true
    ~ your_tongue -= 1
    -> the_stove_door
+ {flag_you_let_kaia_number_the_racks_in_chalk} [“You began hours ago. Chalk counts.”]
    ~ flag_you_told_kaia_that_she_had_begun_with = true
    ~ kaias_place += 1
    -> the_stove_door

=== the_stove_door ===
# passage: The Stove Door
{ flag_you_told_kaia_to_write_her_name_bigger:
    “I shall know where it is,” said Kaia. But she goes over it again, until it can be read from the racks.
}
{ flag_you_told_kaia_that_it_was_only_until_she:
    “That's what they told me about the flat,” said Kaia, and wrote the rest of it, and pressed.
}
{ flag_you_watched_without_a_word_until_the:
    You watched until the last of it stood up, grey, like a leaf with nothing on it, and lay down. Then you told her that it was all right.
}
{ flag_you_told_kaia_that_she_had_begun_with:
    “Chalk comes off,” said Kaia. “Not in here,” you said. So she wrote the rest of it, under the eyes of all her figures.
}
She gets up from the bench, and that is the beekeeper. She takes the lantern along the racks, and an ear to every hive, and does not tell you to sit down.
Then she is back, with her hands on her hips.
“Too warm,” says Kaia. “They will wake up and want their breakfast. The stove goes out, and the door stays open a crack.”
She looks at you, and at your hands, and at the stove. One can watch the daughter and the beekeeper have it out.
{ flag_you_told_kaia_to_leave_your_cup_and_see:
    “You told me to see to it,” she says. “This is me seeing to it.”
}
{ flag_you_let_kaia_take_hold_of_your_hands:
    It is the daughter who took hold of your hands, and knows how cold they were. It is the beekeeper who says it.
}
{ your_tongue >= 1:
    “Did Dad let it go out?” says Kaia. “Never,” you say. “And you?” You might leave it at that. But you have got into the way of it tonight. “Once,” you say, “when he was at his brother's. They wintered better than they ever had.” “And what did he say to that?” “I told <i>them</i>,” you say, with your chin towards the racks.
}
“They stay cold,” she says, and shuts the draught.
You would have kept it in until noon. There are four good reasons for that. Kaia has hung her coat over the end of the bench, wide enough for a horse, and stands there and waits for the first of them.
{
- kaias_place >= 1:
- else:
    The bench is wide enough for one coat and two people. # closed
}
+ [Ask her what you are to do next]
    ~ flag_you_asked_kaia_what_you_were_to_do_next = true
    ~ kaias_place += 1
    -> the_last_page
+ [“You must be tired. Go and lie down.”]
    ~ flag_you_told_kaia_that_she_must_be_tired_and = true
    ~ kaias_place -= 1
    -> the_last_page
+ [“I have said nothing.”]
    ~ flag_you_told_kaia_that_you_had_said_nothing = true
    ~ your_tongue -= 1
    -> the_last_page
+ {kaias_place >= 1} [Get under her coat with her]
    ~ flag_you_sat_under_kaias_coat_with_her = true
    ~ kaias_place += 1
    -> the_last_page

=== the_last_page ===
# passage: The Last Page
{ flag_you_asked_kaia_what_you_were_to_do_next:
    “Sit here and be right,” said Kaia. “I do the writing.”
}
{ flag_you_told_kaia_that_she_must_be_tired_and:
    “You first,” said Kaia. So neither of you did.
}
{ flag_you_told_kaia_that_you_had_said_nothing:
    “I heard you,” says Kaia.
}
{ flag_you_sat_under_kaias_coat_with_her:
    It went round the two of you, nearly. Where it would not meet, a hand kept it shut, and for a while one could not have said whose arm it was that shook.
}
She turns the book about and opens it from the back, where the last page is empty.
“Say me a middling year,” she says.
You say it to her: jars, sugar, glass, oats. All that is in your head, and in there it does not shake. She writes it down in a column, by forty, near enough.
{ your_tongue <= -1:
    You give her the figures and nothing more, and Kaia has learned tonight to wait behind a figure. It is a long wait after <i>oats</i>. “He gave her twice what she needed,” you say then. “Einar. Every winter.” “I know,” says Kaia. “He sent me to the bin for it.”
}
{ your_tongue >= 1:
    You say it with remarks: who bought, who paid late, who brought back a jar with a mouse in it. Kaia puts the remarks into a second column. “What is that for?” you say. “It's longer than the first,” says Kaia. “I thought that the money might be in there.”
}
“A rail for the stairs,” says Kaia, and writes that in, too.
“That isn't the bees'.”
“It's the household's.” She adds up. “That is not one person.”
“No.”
“It's one person from Monday to Thursday.”
Below it she does it over again, with a summer like the one when she was nine. It comes to Friday.
{ flag_you_told_kaia_that_she_had_come_for:
    “I came for Christmas,” says Kaia. “You said so yourself. By this, I can afford that much.”
}
She puts the pencil behind her ear, where Einar had it, and leans on the page with both arms, in her own shadow, since the lantern is at the other end of the bench.
+ [Offer her the hens as well]
    ~ flag_you_offered_kaia_the_hens_as_well = true
    -> one_word
+ [Carry the lantern to her page]
    ~ flag_you_carried_the_lantern_to_kaias_page = true
    ~ kaias_place -= 1
    -> one_word
+ [“Your father's came out the same.”]
    ~ flag_you_told_kaia_that_einars_sums_had_come = true
    -> one_word
+ {flag_you_told_kaia_that_she_had_come_for} [“And how long is Christmas, by that sum?”]
    ~ flag_you_asked_kaia_how_long_christmas_is_by = true
    -> one_word

=== two_cups ===
# passage: Two Cups
{ flag_you_laid_your_ear_to_a_hive_beside_kaias:
    You got down next to her, in two stages, and laid your ear to the wood by hers. It was the same note on your side.
}
{ flag_you_brought_kaia_your_coat_to_kneel_on:
    You brought her your coat to kneel on. Kaia laid it over the roof of the hive, thanked you for it, and knelt on the floor.
}
{ flag_you_asked_kaia_which_of_the_hives_she:
    “All of them,” said Kaia to the wood. “Nobody comes home for one.”
}
{ flag_you_begged_the_bees_pardon_in_kaias:
    “I beg your pardon,” you said to the last hive, close to and aloud. “About November.” “What did you do in November?” said Kaia from the floor. “I shouted,” you said.
}
Sunrise finds the two of you in the doorway, on two crates, with the pot on the sill between you. It is a late one, and grey. The rain has gone over, and the lake lies under its own water, with the alders standing on their heads in it.
{ flag_everything_that_came_home_came_home:
    Far out on the other side five pale boxes stand on the platform of the hay rack. You count them, and before you drink anything you count them again.
}
{ flag_every_hive_is_in_the_shed_before_the:
    Through the wall comes a long step and a short step, and then oats. “Until Easter,” says Kaia of the leg, “and she will know how to value it.”
}
“I'll stay until the lorry has been,” says Kaia. “If that is all right.”
“It's your home.”
“I only mean the lamp.” She looks at the water for a while. “And there is no hurry about the motor, I think.”
{ flag_you_told_kaia_that_she_would_have_her:
    “So this is what one does with a summer,” she says. “One waits in it for a lorry.”
}
{ kaias_place <= -1:
    She sits on her crate as one sits on a crate that one has been given. Twice she has said that it is a lovely view. You know that voice; you taught it to her yourself, for other people's houses. “Have you everything?” you say, since that is what comes next. “You have been very good to me,” says Kaia. A small wind comes off the water, and you move your crate so that it gets to you first. She draws in her feet, so as not to be in your way. It is done so politely, on both sides, that the pot stands untouched for some time.
}
{ kaias_place >= 1:
    Kaia has a strap across her knees, one of the forty, and mends it, with the awl from your drawer, which she did not have to ask for. You have the other end of it under your boot. Neither of you said that you should. So it has been since dusk: there was a thing, and there were two ends to it. “He will want these back,” says Kaia. “He hasn't written that he does.” “He doesn't like to,” says Kaia, and bites off the thread. There are thirty-nine to go, and nothing in the world obliges her to. She draws the next one over her knee by its loose end, and looks at the tuck for a while before she undoes it.
}
{ flag_you_heard_kaia_tell_the_teapot_that_she:
    She lifts the lid of the pot. “I am not asking,” she tells it, low. It seems to be the one that she talks to.
}
She pours. Her own cup she fills to the brim. Yours she fills to the half, and lifts the spout.
“That was the pot,” she says, “it's empty,” and sets it down on the sill as one sets down a pot that is not.
You raise the cup in both mittens. It is just as full as you can carry, and nothing comes over the edge.
{ flag_you_asked_kaia_for_honey_because_it_was:
    There is honey at the bottom. Nobody has said a word about an occasion.
}
“Thank you,” you say.
“It's only tea.”
+ {kaias_place >= 1} [Softly, on]
    -> the_kitchen_window
+ {kaias_place <= 0} [Softly, on]
    -> visitors_towels

=== the_kitchen_window ===
# passage: The Kitchen Window
“I'll get the lamp out of your way,” says Kaia. “One can't pass it.”
She goes across to the house. You stay. You lay the cloth over the pot, which is warm, and heavy, and you leave it where she put it.
You listen for where it will go. The door; the coats; something tall being carried past something narrow. Then there is nothing for a good while. Then the kitchen window is lit, low down and on the left, where there was never a lamp, and the light comes over the yard, over what snow there still is, and in at the shed door as far as the first rack.
{ flag_you_had_kaia_rule_the_line_below_your:
    By that light one sees the book on the bench, and the line that Kaia ruled below your last entry. It does not tremble anywhere. You had only asked her for a line.
}
{ flag_you_left_a_line_empty_below_your_last:
    By that light one can see the book on the bench, and the line that you left empty at the foot of the page. It has her name in it now, in pencil, very small, where one would put the price.
}
On the left stands your chair. That is where you do your buttons, in the mornings, until it is light enough to give up. It has three settings, that lamp. This is the third.
So somebody knows where you sit, and when, and for how long.
{ flag_you_held_blakkas_head_while_kaia_bound:
    Next door the mare comes to her half of the wall, a long step and a short one, to see whose light it is. You held her head for her. She would like to hold that against you, and has oats to finish.
}
You go up to the nearest hive, softly, and knock.
“It's Berit,” you say, low, with your mouth close to the wood. “Here is the rest.” And you tell them, properly this time, of the sale, and of the hands, and of a person who has seen them, and has not said so, and need not be told that you saw her see.
{ flag_everything_that_came_home_came_home:
    The five on the hay rack cannot be told from close to. You say it to them from the door, no louder; the light goes out over the water in that direction, and will have to be taken for the rest.
}
{ flag_every_hive_is_in_the_shed_before_the:
    In the lowest rack there are two that may be past hearing it. Those you tell twice.
}
They take it as they take everything. Beyond the wall Blakka lies down, which she does when nothing more is wanted of anybody.
Across the yard the lamp goes down by one setting, and then it is left on.
The Lamp in the Kitchen # ending
-> END

=== visitors_towels ===
# passage: Visitors' Towels
Kaia drinks up. She looks for a place for her cup, and then she gives it to you.
“I think I might lie down for an hour,” she says. “Which of the towels are for visitors?”
“The white ones. On the left.”
“Thank you, Mum.”
She has known where the towels are since she could reach them. She goes across to the house along the edge of the yard, where it has been swept.
{ flag_you_wrote_into_the_book_that_kaia_was:
    On the bench the book is still open. <i>K. here</i>, it says at the foot. You had put it there so as to have her in. It reads like what people write who have been lucky with the weather.
}
{ flag_you_wrote_girl_home_below_your_last:
    On the bench the book is still open. <i>Girl. Home</i>, it says at the foot. The second word has come out rather faint.
}
You wash up the cups, in the basin, with the mittens off, since there is nobody to see it. Yours knocks against the rim the whole time, like somebody at a door. Hers you hold under with both hands until it gives up. Then you lift the lid of the pot.
It is more than half full.
You look at it for some time. She filled you half a cup, and said that it was empty, as one tells one's hostess that one couldn't eat another thing. So she has seen it. She has seen it, and has been no trouble to anybody, and it was you who brought her up to that.
{ flag_you_sent_kaia_to_tell_the_back_row_of:
    The back row had it from her in three words. It has been very quiet in the back row since then, as if there ought to have been an answer.
}
“It's Berit,” you say at the nearest hive, low, with your mouth close to the wood. “Here is the rest.” And you tell them: of the hands; of the sale; of a girl who is lying under the guest blanket over there with her eyes open.
{ flag_everything_that_came_home_came_home:
    To the five on the hay rack you say it from the doorway, across the whole width of the water. One of these days you will have to learn to say a thing from close to.
}
{ flag_every_hive_is_in_the_shed_before_the:
    At two in the lowest rack you knock again. Blakka answers, through the wall, with the sound foot.
}
They take it as they take everything. Next door the mare has left off eating, to hear what comes.
You pour out Kaia's cup, to the half, and take it up in both hands, bare, as full as you can carry. It is thirty-one steps to the house. At the door there is still something in it.
Half a Cup # ending
-> END

=== the_old_lines ===
# passage: The Old Lines
{ flag_you_offered_kaia_the_hens_as_well:
    “Do they pay?” said Kaia, about the hens. “They owe,” you said, and she wrote them in all the same.
}
{ flag_you_carried_the_lantern_to_kaias_page:
    With the lantern at her elbow she could see that there was no mistake in either.
}
{ flag_you_told_kaia_that_einars_sums_had_come:
    “The same?” said Kaia. “And he did it every year?” “He never did the second one,” you said.
}
{ flag_you_asked_kaia_how_long_christmas_is_by:
    “Until it's used up,” said Kaia, with the pencil on the word. “I have brought nine bags.”
}
It gets light, in its own time, in the gap of the door. The rain has gone, the lake lies under water from shore to shore, and through the wall one can hear Blakka, at her oats.
“I haven't written up the night,” says Kaia. “It belongs to the old page.”
She turns back to the leaf before her name. Above the lines that are free is your autumn, with the wasp in it, and last of all a five that sets out across the paper and goes over the edge.
{ flag_everything_that_came_home_came_home:
    She looks out first, over the grey water, to where five pale boxes stand on the hay rack. In what she is about to write there will be five places left open, with a small square round each.
}
She must see that last figure of yours. She looks at it for as long as a drop takes to come off the eaves. Then she writes below it, in a hand in which every figure has its feet on the line, what the wind did and what the ice did, and how many, and where.
{ flag_every_hive_is_in_the_shed_before_the:
    <i>Two silent</i>, she writes, <i>and the mare's near fore, until Easter. K. drove.</i>
}
{ your_tongue <= -1:
    She could ask. It is quiet enough for it; she has had a whole night to learn what you do with a silence, and this is a large one. She blows on the page, though it is only pencil. “Some of these are hard to read,” says Kaia. “Yes,” you say. “I could go over the figures. So that they last.” You tell her that they need not last. “No,” says Kaia. “But I'll do the five.” She sets the pencil to it where it sets out, and goes after it over the paper to the edge, and over the edge, and brings it home on the wood of the bench.
}
{ your_tongue >= 1:
    “Read it to me,” says Kaia. “You are in voice.” So you stand behind her and read out the autumn, by heart, since it cannot be done from the paper: what was fed in September, what the mice did, how early the geese went over. She follows with a finger below each line, as children do who have been told that it is reading. When you stop, the finger stops. “And here?” It is the week of the boat, and there is nothing there. “Weather,” you say. Kaia nods, and runs the finger back along the empty line, quite slowly, as one feels whether a thing is sharp.
}
She turns the page, without a word, and the old lines go under and her name comes up.
{ flag_you_told_kaia_to_write_her_name_bigger:
    From where you stand it can be read without your glasses. By the bees, too, if it came to that.
}
{ flag_you_told_kaia_that_it_was_only_until_she:
    “It doesn't say until when,” says Kaia.
}
{ flag_you_watched_without_a_word_until_the:
    There is nothing behind it now that one could turn back to and sign. You had a good look.
}
“They have to be told who it is now,” you say.
“You do that. I should like you to do the telling, Mum, from now on. I shall have my hands full.”
She does not look at yours. She does not look at them so hard that one could warm oneself at it.
+ {kaias_place >= 1} [Softly, on]
    -> a_length_of_string
+ {kaias_place <= 0} [Softly, on]
    -> behind_her_ear

=== a_length_of_string ===
# passage: A Length of String
Kaia looks along the bench, and along the nails above it, until she comes to the ball of string.
She cuts off a length, holds it up between her hands, and cuts off a longer one. The one end she ties round the pencil, in the groove where Einar used to bite it. The other goes through the back of the book and round the board and through itself, and she pulls at it.
{ flag_you_asked_kaia_what_you_were_to_do_next:
    “That is what you do next,” she says, over her work. “Every evening. The weather. I have only ever had it by telephone.”
}
She lays the pencil down at her end of the bench. It reaches. She lays it down at yours. It reaches. Then she gives it a push with one finger, and it rolls to the edge, and over, and hangs there, turning, a hand's breadth above the floor.
She lets it hang for as long as you might want to look at it. Then she winds it in, and says nothing. A pencil that falls off a bench in the dark is a nuisance to anybody.
{ flag_you_told_kaia_that_she_must_be_tired_and:
    “And now I'm tired,” says Kaia, and sits down where she is. You had told her that an hour ago, and you don't mention it.
}
{ flag_you_sat_under_kaias_coat_with_her:
    “Come back under,” says Kaia, of the coat. “It hasn't got any warmer.”
}
You will have to be cunning for years: cups by the half, buttons by daylight, letters by telephone. You had reckoned with one cunning person in this house. It may be that you have to do that sum again.
{ flag_everything_that_came_home_came_home:
    “I'll row,” says Kaia, with her face to the five pale boxes over there, as if there were not a motor in the world. “You can steer. With remarks.”
}
{ flag_every_hive_is_in_the_shed_before_the:
    What is left of the string she cuts in two, and goes down to the lowest rack, and ties a piece round each of the silent ones, so that in March they will be found first.
}
You go up to the nearest hive, in Einar's mittens, and knock.
“It's Berit,” you say. “There is news.” Behind you Kaia blows out the lantern, so as not to be in the way, and you tell them whose they are.
When you turn round, the string lies across the bench from her place to yours. It isn't tight anywhere.
A Long String # ending
-> END

=== behind_her_ear ===
# passage: Behind Her Ear
Kaia puts the pencil behind her ear, shuts the book and takes it under her arm.
“I'll have it over there,” she says. “Beside my bed. Then it's out of your way.”
“It was never in my way.”
“No. But you have had it for so long.” She says it so considerately that one could have put it on a tray. “You should rest, Mum. You have looked after me the whole night. I'll look after things now.”
So that is how it is done. You know it stitch for stitch; it is your own pattern. All night you took the cold end of things out of her hands, and here is the whole of it back, washed and folded.
{ flag_you_told_kaia_that_she_must_be_tired_and:
    “You said so yourself,” says Kaia. “<i>You must be tired.</i> I'm only passing it on.”
}
{ flag_you_laid_a_palm_on_each_of_the_five:
    By the door she takes one look at your right mitten, which has dried stiff from five wet roofs, and hangs up a pair of gloves there, for you. They are her own good ones. They have buttons.
}
{ flag_you_heard_kaia_tell_the_teapot_that_she:
    On her way past the teapot she lifts the lid and lets it down again. This time she has nothing to tell it.
}
You stand at the door and watch forty years go across the yard under her arm. Einar carried it like that. On the bench there is a pale square, where it has always been.
{ flag_everything_that_came_home_came_home:
    Halfway over she stops, with her face to the water and the five boxes on their planks, and takes the pencil from behind her ear, and thinks better of it. She will do it indoors.
}
{ flag_every_hive_is_in_the_shed_before_the:
    Two in the lowest rack have a chalk cross each, a small one. She had asked you first whether you would mind.
}
Then you are alone with them. You knock on the nearest.
“It's Berit,” you say. “I have been left the telling.” And you tell them whose they are. You tell them that she is good, that she has a clear hand, and that she does not know the half of it. After that there is only you to say how much there is to be of it, and when one has had enough; so you take off the mittens, first the one and then the other, and lay them on the roof, and tell the bees the other half.
Somebody in this house ought to have it in the right order.
A Clear Hand # ending
-> END

=== six_eggs ===
# passage: Six Eggs
{ flag_you_laid_your_ear_to_a_hive_beside_kaias:
    You leaned there beside her and laid your ear to the same wood, and your cap rubbed on it, in time with nothing. “They will get used to it,” said Kaia.
}
{ flag_you_brought_kaia_your_coat_to_kneel_on:
    “It's warm,” said Kaia, of your coat, and knelt on it as one kneels on something that is going to be wanted back.
}
{ flag_you_asked_kaia_which_of_the_hives_she:
    “It wasn't a particular one,” said Kaia. “I should know it if I heard it.”
}
{ flag_you_begged_the_bees_pardon_in_kaias:
    You begged their pardon, close to and aloud, for November and for the spring. “They haven't understood it,” said Kaia, with her ear to the wood. “They are still at it.”
}
It is sunrise, more or less. You stand in the doorway, the two of you, and the envelope sticks out of Kaia's pocket, for the post. The lake is under water. It has stopped talking and lies there like a tray.
{ flag_everything_that_came_home_came_home:
    The first thing that you see on it, far over, is five pale boxes on the hay rack. “They are sold as well,” says Kaia. “If they will wait.”
}
{ flag_every_hive_is_in_the_shed_before_the:
    Behind you the lowest rack mutters, eight voices out of ten. “I'll tell him about those,” says Kaia. “And who drove.”
}
{ flag_you_had_kaia_close_the_envelope:
    “That flap,” says Kaia, and spits over the sill, as Einar would have. “Whatever it was, it was a fish.”
}
{ flag_you_told_kaia_that_she_would_have_her:
    “So those are my summers,” she says, with a look at the water.
}
“So I owe you nothing,” says Kaia.
“And I owe you nothing before he pays.”
You stand there and owe each other nothing. It is draughty.
“I don't know what I'm here for,” says Kaia. “I had a list. It was bees from top to bottom.” She glances at your hands and away again. “I should be no good at the other thing.”
“You would be dreadful. You stirred.”
{ kaias_place <= -1:
    “There is a train on Thursday,” says Kaia. You know that train. You have met it with a clean towel, year in, year out, and put her back into it with dry feet and a parcel. “I have nothing to put in the parcel,” you say. “There is the ham.” “The ham is for Christmas.” Kaia thinks about the ham, and about the train, and about which of them comes first. “Then I had better stay for the ham,” she says, “since I am invited.” She has her weight on one leg, as one stands in other people's halls, and after a time she tries the other. “And on Friday there is none,” says Kaia. “So it would be the Saturday.”
}
{ kaias_place >= 1:
    “I could do the gutter,” says Kaia. “And the gate sticks. And one can't get past that lamp.” She looks round for more, with her sleeves pushed up, like somebody who has been given a day off and does not trust it. You say that there are no bees in any of that. “No,” says Kaia. “I notice that it's mostly carrying.” Her hand has gone out to the mare's bucket by the door, to fill it, and finds that it is full, since she has been there already. She stands and holds it. “You can put that down,” you say. “Where?” says Kaia.
}
“Let us find out,” you say. “After breakfast.”
“Find out what?”
“What you are here for. I should like to know it, too.”
By the stove there is a pan on its nail, and on the shelf are six eggs that you carried over yesterday, in your cap.
{ flag_you_said_that_a_hen_could_have_signed_it:
    “Their mother writes a good hand,” says Kaia.
}
You break them yourself. The first goes half into the pan. The second goes in with its shell. By the fourth you have found out that it goes best if one leaves it to the hand, which is going to knock against something in any case. The fifth you are almost proud of. Then there is one left.
+ {kaias_place >= 1} [Softly, on]
    -> the_sixth_egg
+ {kaias_place <= 0} [Softly, on]
    -> a_clean_plate

=== the_sixth_egg ===
# passage: The Sixth Egg
Kaia watches it go, in your hand, on its way to the pan and past it and back.
Then her own hand comes out. It does not come to yours. It takes hold of the pan, by the handle, and shifts it a little to the left, to where the egg is going to come down in any case, and there it keeps it still.
You knock it on the rim, and it goes in whole.
It lies there among the shells of the others, round, with not a thread running from it. You both look at it as one looks at the dean.
“That was the pan,” you say.
“That was the pan,” says Kaia.
You eat out of it, standing up, with a fork and a spoon.
{ flag_you_wrote_girl_home_below_your_last:
    “<i>Girl. Home</i>,” says Kaia, with her mouth full. “<i>Fried.</i>”
}
{ flag_you_wrote_into_the_book_that_kaia_was:
    “<i>K. here</i>,” says Kaia, with her mouth full. “Now you can put down what for.”
}
{ flag_you_left_a_line_empty_below_your_last:
    “For your empty line,” says Kaia, with her mouth full. “<i>Six eggs. One of them an egg.</i>”
}
“Shell,” she says, somewhat later.
“Where?”
“All over.”
Through the wall Blakka asks about her oats, and is told to wait, low, by two people at once.
{ flag_everything_that_came_home_came_home:
    When the pan is clean Kaia holds it up in the doorway, with the bottom out, and turns it until it catches what light there is, and sends a piece of that over the water to five pale boxes. “They're asleep,” you say. “I only mean in case,” says Kaia.
}
{ flag_every_hive_is_in_the_shed_before_the:
    “She'll want that leg bound again at noon,” says Kaia, with her head towards the stall. “You hold her head. You're good at heads.”
}
“And what else can't you do?” says Kaia.
You think. “Cords. Cups. Needles. The little screw on the lantern.”
“And for the eggs you want what?”
“Somebody who holds still.”
Kaia looks at the pan, and at the arm that is at the end of it.
“I can do that,” she says. “I thought that it would have to be something.”
Breakfast # ending
-> END

=== a_clean_plate ===
# passage: A Clean Plate
The sixth goes in as the second did.
You bring them to her at the bench, on the good plate, with a fork, and a cloth for her knees. She has sat down where you showed her. She puts her hands round the plate, one on each side, and waits until you are sitting, too.
“It looks lovely,” says Kaia.
She eats from the edge inwards. One can hear it, a small dry noise, like somebody walking on a beach a long way off. She takes nothing out of her mouth. You brought her up not to.
“There is shell in it,” you say.
“Is there?”
“It's all shell.”
“I hadn't noticed,” says Kaia, and looks you in the eye, and bites on a piece, and it goes off between you like a gun.
{ flag_you_had_kaia_rule_the_line_below_your:
    Her glance slips off you to the book, where the line that she ruled runs under your four like a shelf. She looks as if she would like to be asked for another.
}
{ flag_you_left_a_line_empty_below_your_last:
    “You have left a line,” she says, when she can. “In the book. Is it for something?” You say that it was for her. “Oh,” says Kaia. “I ought to have brought something.”
}
{ flag_you_told_kaia_that_she_need_not_be_here:
    “I shall be here for the lorry,” she says, when she can. “If it's convenient.”
}
{ flag_everything_that_came_home_came_home:
    She asks after the five over there on the hay rack, whether they will be all right so high up, as one asks about neighbours.
}
{ flag_every_hive_is_in_the_shed_before_the:
    From the lowest rack comes the mutter of the eight. “They are being very good about it,” says Kaia. “And the mare. I shall write and thank her.”
}
Blakka kicks her door, once, for her oats. “I'll go,” you both say, and you both stay sitting, each of you so that the other may.
Then there is nothing left on the plate. Kaia wipes it round with her finger, and she wipes the finger on the cloth. Six eggs have gone in there, with their houses.
“Might I have some more?” says Kaia.
“There are no more.”
“I know.” She holds out the plate to you in both hands, a good deal further than is polite. “I only wanted to have asked you for something.”
It is the first time since she came. You get up, take the plate from her, and go and look on the shelf, where there is nothing, and you look for it thoroughly.
Shell and All # ending
-> END

=== one_word ===
# passage: One Word
{ flag_you_offered_kaia_the_hens_as_well:
    “Seven hens,” said Kaia, and wrote them in. “That is Friday evening.”
}
{ flag_you_carried_the_lantern_to_kaias_page:
    You carried the lantern along the bench yourself. The shadows ran about the walls like mice, and it made no difference to the sum.
}
{ flag_you_told_kaia_that_einars_sums_had_come:
    “To Friday?” said Kaia. “To Thursday,” you said. “He never believed in that summer.”
}
{ flag_you_asked_kaia_how_long_christmas_is_by:
    “It goes to Twelfth Night,” said Kaia, “with care.” She drew a ring round it and was quite cheerful for a moment.
}
It is light by now in the crack of the door, late and grey. The rain has gone; the lake lies under water, and through the wall one can hear Blakka, at her oats. Kaia turns the book round to her own page and takes the pencil from behind her ear.
{ flag_you_told_kaia_to_write_her_name_bigger:
    By daylight her name turns out to be the largest thing in the book. Kaia looks at it, and leaves it there.
}
{ flag_you_told_kaia_that_it_was_only_until_she:
    “I have been looking out for something better,” she says, “as you told me to. I shall let you know.”
}
“You say it, I write it,” says Kaia. “You have done more of them. But there is one condition.”
“Well?”
“I'm the beekeeper. I am not the nurse. Somebody who knows about it is to look at those hands, and I don't mean a leaflet. And if I do up your buttons, it's because we are late.”
{ flag_you_told_kaia_that_your_hands_are_worst:
    “Buckles I do. Cups you have by the half,” she says. “You told me which.”
}
“And the rail?”
“The rail is carpentry.”
“Done,” you say, and you shake hands on it, which with yours takes care of itself.
“<i>Solstice</i>,” you say. “<i>Wind south, hours early.</i>” She writes. Each letter stands on the line and looks straight in front of it. “<i>Straps: Aksel. The tins as well.</i>”
{ kaias_place <= -1:
    “<i>K. here for Christmas</i>,” you say, since that was what came next. Kaia does not write it. “What did I do?” she says. “For the book. What did I do tonight that goes in?” You look back over it, and there is your own hand on everything, holding it away from her: the wind, the wet, the cold end of the bench. “Carried,” you say. “Was told to sit.” <i>Carried</i>, Kaia writes, and puts a full stop after it that one could hang a coat on. “And by whom?” you say, since an entry ought to have that. “It will be obvious,” says Kaia, “from the spelling.”
}
{ kaias_place >= 1:
    “<i>Carried, K. and B.</i>,” you say. “In that order?” “You had the heavy end.” <i>B. and K.</i>, writes Kaia; she has her own view of what was heavy. So it goes down the page like one more load. She takes hold of a line before you have let go of it, and sets it down softly. She has put in the mare's water, and the ash, which were never put in by anybody, because they were never done by anybody who could spell. You let them stand. In forty years of hives it is the first page on which one can see who filled the bucket.
}
Then you come to the hives, and there you come to a word.
{ flag_everything_that_came_home_came_home:
    “<i>Five lost</i>,” you say. “<i>Left</i>,” says Kaia. Far over the grey water five pale boxes stand on the hay rack, and you both look at them, each for her own side.
}
{ flag_every_hive_is_in_the_shed_before_the:
    “<i>Two dead</i>,” you say, for the two that do not answer. “<i>Two silent</i>,” says Kaia. “You can have <i>dead</i> in March, when I have had the roofs off.”
}
It is a proper quarrel. It has <i>you always</i> in it, and <i>you never</i>, and a palm brought down on the bench. But all of it is low, and anybody who looked in at the door would take you for two women saying grace. At the end she writes hers, as she has the pencil.
“That was the wrong word,” you say.
“It's my book.”
“Low.”
“It's my book,” says Kaia, low.
+ {kaias_place >= 1} [Softly, on]
    -> three_knocks_or_five
+ {kaias_place <= 0} [Softly, on]
    -> behind_the_boards

=== three_knocks_or_five ===
# passage: Three Knocks or Five
Then there is only the telling.
You get up, both of you, and go over to the nearest hive. Kaia has the book with her, and a finger in the page, in case of questions.
{ flag_you_sat_under_kaias_coat_with_her:
    The coat comes as well. It has still not been settled who is in which sleeve.
}
{ flag_you_put_einars_mittens_on_again:
    On the way you come past Einar's mittens. You put them on once tonight when you had no need to. You look at them, and go past.
}
{ flag_you_told_kaia_that_she_had_begun_with:
    It has a figure under it in chalk, and Kaia mends the foot of that with her thumb before she does anything else.
}
“Who begins?” she says.
“Together. Otherwise there's a quarrel.”
So you knock together: three times, or it may be five, since it is hard to say where one of yours leaves off.
“It's Berit,” you say.
“And Kaia,” says Kaia beside you. “There is news.”
You tell it in turns, a sentence each. It comes out as such things do, a little out of order: whose they are; that there is no sale; that there are hands in the house that shake, and will be looked at by somebody, and are not to be made a fuss of; that it was never the motor.
“I should have put that differently,” says Kaia.
“It's my news.”
“Low.”
“It's my news,” you say, low.
{ flag_everything_that_came_home_came_home:
    “And there are five to come,” says Kaia, round the edge of the door, in the direction of the water. “By boat. There is nothing wrong with the motor.”
}
{ flag_every_hive_is_in_the_shed_before_the:
    In the lowest rack she says it over again, to the eight, and then to the two, and at those she knocks once more, in case they are only being stubborn. It runs in the house.
}
You wait for a bit, side by side, with your ears to the wood. It is one note. Through the wall goes the mare's jaw, round and round.
“Good night, then,” says Kaia to the racks. It is nine in the morning. But they have until April, and one should do it properly.
Not the Nurse # ending
-> END

=== behind_the_boards ===
# passage: Behind the Boards
“I'll do the telling,” says Kaia. “It goes with the book.”
“It always did.”
“You go and sit down.”
You go behind the partition, since that is where one goes. The stove is out. There are gaps between the boards, and she knows that as well as you do.
She knocks with one knuckle, three times.
“It's Kaia,” she says. “There is news in the house. It's me from now on. And Mum is ill.”
You have not heard it said before. The man in town said <i>consistent with</i>. It is quite a short word.
“It's the hands,” says Kaia. “They let go. She won't die of it. She has had it since the spring and kept it to herself, and tonight she told it, with her mittens off. I was there. I want that to be known as well.”
{ flag_you_asked_kaia_what_you_were_to_do_next:
    “She has asked me what she is to do,” she tells them. “I said, be right. She can do that sitting.”
}
{ flag_you_told_kaia_that_you_had_said_nothing:
    “She will tell you that she has said nothing,” she tells them. “You'll hear it all over the shed.”
}
{ flag_you_told_kaia_to_leave_the_mare_and_get:
    “She sends people away to get warm,” she tells them, “with her own feet wet. You are to let me know of it.”
}
“She has looked after me since I came, as one does with visitors,” says Kaia. “I'm going to do it to her now, and she won't be able to bear it. So if there are words, that is what they are about.”
{ flag_everything_that_came_home_came_home:
    “The five on the hay rack I'll tell when the ice is out,” says Kaia. “It's no use shouting a thing like that.”
}
{ flag_every_hive_is_in_the_shed_before_the:
    You hear her go down on her knees at the lowest rack and say it once more, from the beginning, to the ten; and she makes no shorter work of the two.
}
You have your hand on the kettle, which is cold, and ticks a little. You never were news before. It is over sooner than one thinks, and nothing is asked, and on the far side of the wall Blakka goes on with her oats.
“Mum?” says Kaia, through the boards. “Have you anything to tell them?”
You think about it.
“That it was told properly,” you say.
“She says that it was told properly,” says Kaia, low, with her mouth close to the wood; and then it counts.
Told as News # ending
-> END

=== room_for_two ===
# passage: Room for Two
“Ours?” says Kaia.
“It's a broad page.”
“He writes all forty or none.”
“Then it's none. He can have the honey of ten, for the webbing.”
Kaia looks at the letter, as far down as the sum. It is not easy to look away from. There is a roof in it, and a good deal of sleep. Then she folds it with the smears inwards and pushes it under the lantern, where it will lie until somebody writes back.
“It hardly feeds one person,” you say, so that it has been said.
“Then two can hardly make it worse.”
The leaf goes over. She writes her name at the head of the page, right up in the corner, no bigger than a bee. Afterwards she moves along the bench, without having been asked, as she has shifted over for you behind every load since dusk, and the pencil comes across to you with the blunt end first.
{ flag_kaias_coming_home_is_a_gift_that_nobody:
    You pull off the right mitten with your teeth and lay it down. The hand comes out into the light and begins at once, like something that has been waiting behind a door. Kaia looks at it. She looks from the hand to the barrow, with its loops, and from the barrow to your cup, and from the cup to the sack by the door, and there she stops. “There is nothing wrong with it,” she says. “No.” “You couldn't pull the cord.” “Nine times,” you say. She breathes in, all the way; but there are sleepers in the room, and she has to let it out again a little at a time.
}
{ flag_kaia_knows_that_berits_hands_are_failing:
    You take it in your bare hand, and the hand sets off. Kaia's come up after it, both of them. Halfway there she sees where they are going and calls them back, and they lie in her lap, one holding on to the other.
}
It takes as long as plucking a hen. The <i>B</i> stands. The <i>e</i> lies down beside it. After that comes a stretch of open country, and at the far end of it something with a roof on that may be the <i>t</i>.
Kaia has put her cheek down on the bench, to see it as you do.
{ flag_you_told_kaia_to_mind_the_mares_mouth:
    She minds her mouth. She minded the mare's, on the ice, when you told her to, and it seems to be done in the same way.
}
{ flag_you_told_kaia_what_einar_wrote_in_the:
    “Hive eleven got three words,” she says. “Now the two of us have two.”
}
She does not tell you that it is fine. “One can read it,” says Kaia, “if one knows you.”
“They will have to be told who it is.”
“Which of us tells them?”
You look at the head of the page, at the bee, and at what stands below it, which might be the same bee in a wind.
“It's all one news,” you say.
By the door, on its trestle, under its sack, the boat's motor keeps out of it.
+ [Softly, on]
    -> the_tenth_pull

=== the_tenth_pull ===
# passage: The Tenth Pull
At sunrise you carry it out between you, in its sack, to the very end of the jetty, where there is nothing left to wake. Kaia goes backwards. It is a late sunrise, and a grey one; the rain has gone, and the lake lies under water from shore to shore.
She screws the motor fast to the last post, with its foot in the black water where the ice has drawn off.
{ flag_you_looked_at_the_sack_over_the_motor:
    She takes off the sack by the one corner and wishes it a good morning. She did that in the shed as well, and meant it differently.
}
{ flag_you_told_kaia_to_leave_your_cup_and_see:
    She sees to the fuel and she sees to the choke. There is still ash on her wrists from the last thing that you told her to see to.
}
{ flag_you_asked_kaia_to_do_your_buttons_and:
    You stand next to her, buttoned to the chin, all seven. She has not said a word about it yet. It was agreed.
}
{ flag_kaias_coming_home_is_a_gift_that_nobody:
    “Down to the last washer,” says Kaia, low. “You sat there and let me plan it.” “You were so pleased,” you say. She turns her back and does something to the clamp that has been done already.
}
{ flag_kaia_knows_that_berits_hands_are_failing:
    “What does it say in the leaflet?” says Kaia, low. “About cords?” “One is to avoid whatever annoys one.” Kaia looks at you, and at the jetty, and at the lake. “That's no use to us,” she says.
}
You take hold of the handle. Nine times it has got away from you. The hand begins, and Kaia looks at it, and over it at everything that will not now be paid for. Then she puts hers round it from outside, and it trembles in there like something with a great deal to say.
“On three,” says Kaia.
“Low,” you say, from habit.
“Mum. There is nobody here.”
You pull.
It starts. It starts as it always has, at the first go of anybody who can hold on, with a bang and a blue cloud, and the noise goes out over the water and comes back from the alders.
{ flag_everything_that_came_home_came_home:
    Over there five pale boxes stand on the hay rack, too far off to be troubled by it. It is what will fetch them.
}
{ flag_every_hive_is_in_the_shed_before_the:
    Up in her stall Blakka screams at it, on three legs and with all her breath. She would know that motor anywhere. The ten in the lowest rack have two walls and the wind between them and it, and keep what note they have.
}
Kaia shouts. One can see that she does. She has the whole night in it, the price, October, <i>you never</i> and <i>you always</i>; since dusk she has had to put everything into the consonants, and now the vowels are let out. You shout back. Neither of you can hear a word.
When it has been shouted, she shuts it off with her elbow, having nothing else to spare. Your hands are still on the cord, all four.
“What did you say?” says Kaia.
“That I had missed it,” you say.
The Tenth Pull # ending
-> END
