# title: Furniture, One Piece
# hook: The key of the car deck is at the bottom of the sea, and somebody down there is playing a waltz.
# content notes: Grief, drink, a man in hiding
# language: en
# ifid: C72F7C75-D78E-4E61-AF04-04D62DE1A51F
VAR flag_falk_has_let_you_off_a_teaspoon = false // Falk has let you off a teaspoon
VAR flag_you_know_that_matti_said_port_and_looked = false // You know that Matti said port and looked to starboard
VAR flag_you_have_henriks_tuning_fork_in_your = false // You have Henrik's tuning fork in your pocket
VAR flag_you_have_seen_the_gap_at_b_where_your = false // You have seen the gap at B where your name would stand
VAR flag_you_have_looked_at_the_empty_hook_for = false // You have looked at the empty hook for longer than at any key
VAR flag_you_stood_beside_the_captain_while_she = false // You stood beside the captain while she sat on the carpet
VAR flag_matti_owes_ilse_and_has_told_her_that = false // Matti owes Ilse, and has told her that she was meant to hear it. / The log is clean and holds a lie of Ilse's.
VAR flag_the_music_stands_in_the_log_in_ink = false // The music stands in the log, in ink. / The captain knows that somebody is playing below.
VAR flag_you_listened_at_the_ventilator_until_the = false // You listened at the ventilator until the grille had marked your ear
VAR flag_you_closed_the_flap_of_the_ventilator_on = false // You closed the flap of the ventilator on the waltz
VAR flag_you_hummed_the_next_bar_in_the_saloon = false // You hummed the next bar, in the saloon, aloud
VAR flag_you_knocked_at_the_car_deck_and_the = false // You knocked at the car deck and the music went on
VAR flag_you_counted_the_bars_with_your_hand_on = false // You counted the bars with your hand on the steel
VAR flag_you_stood_in_the_dark_at_the_steel_door = false // You stood in the dark at the steel door
VAR flag_you_held_the_red_lamp_while_the_captain = false // You held the red lamp while the captain wrote
VAR flag_you_dictated_the_entry_to_the_captain = false // You dictated the entry to the captain
VAR flag_you_looked_away_while_the_captain_wrote = false // You looked away while the captain wrote it down
VAR flag_you_sat_on_the_saloon_carpet_in_your = false // You sat on the saloon carpet in your stockings
VAR flag_you_told_the_captain_that_henrik_made = false // You told the captain that Henrik made the waltz
VAR flag_you_struck_the_fork_and_the_piano_below = false // You struck the fork, and the piano below was in tune with it
VAR flag_you_wiped_the_captains_chart_table = false // You wiped the captain's chart table
VAR flag_you_said_good_night_into_the_captains = false // You said good night into the captain's good ear
VAR flag_you_straightened_the_pencil_beside_the = false // You straightened the pencil beside the log
VAR flag_you_burnt_your_tongue_on_mattis_soup = false // You burnt your tongue on Matti's soup
VAR flag_you_asked_matti_on_which_deck_he_was = false // You asked Matti on which deck he was when he heard you
VAR flag_you_told_matti_that_you_had_reported_it = false // You told Matti that you had reported it
VAR flag_you_have_the_captains_strip_of_weather = false // You have the captain's strip of weather fax
VAR flag_you_asked_the_captain_what_happens_if = false // You asked the captain what happens if you find nothing
VAR flag_you_saluted_the_captain = false // You saluted the captain
VAR flag_you_covered_the_strikers_with_matti = false // You covered the strikers with Matti
VAR flag_you_asked_matti_what_you_should_hear = false // You asked Matti what you should hear
VAR flag_you_gave_matti_the_mug_that_was_henriks = false // You gave Matti the mug that was Henrik's
VAR flag_you_recognised_the_bosuns_sevens_in_the = false // You recognised the bosun's sevens in the manifest
VAR flag_you_told_falk_that_there_are_other = false // You told Falk that there are other Brandts
VAR flag_you_put_the_kettle_on_for_falk = false // You put the kettle on for Falk
VAR flag_you_signed_as_ilse_margarethe_brandt = false // You signed as Ilse Margarethe Brandt
VAR flag_you_looked_at_matti_over_the_wet_ink = false // You looked at Matti over the wet ink
VAR flag_you_asked_what_your_piano_weighs = false // You asked what your piano weighs
VAR flag_you_asked_falk_who_waits_for_him_at_all = false // You asked Falk who waits for him at all
VAR flag_you_made_falk_a_sandwich = false // You made Falk a sandwich
VAR flag_you_let_falk_talk_without_looking_at_the = false // You let Falk talk without looking at the clock
VAR flag_you_sat_down_beside_falk = false // You sat down beside Falk
VAR flag_you_looked_matti_in_the_face_while_he = false // You looked Matti in the face while he answered
VAR flag_you_asked_what_the_piano_had_cost_the = false // You asked what the piano had cost the strike fund
VAR flag_you_screwed_the_cap_back_on_falks_pen = false // You screwed the cap back on Falk's pen
VAR flag_you_wrote_falk_a_receipt_for_the_key = false // You wrote Falk a receipt for the key
VAR flag_you_straightened_the_key_on_hook_eleven = false // You straightened the key on hook eleven
VAR flag_you_turned_the_lamp_down_for_falk = false // You turned the lamp down for Falk
VAR flag_you_asked_matti_how_long_he_had_worn_the = false // You asked Matti how long he had worn the key
VAR flag_you_wiped_mattis_warmth_off_the_key = false // You wiped Matti's warmth off the key
VAR flag_you_wear_mattis_empty_string = false // You wear Matti's empty string
VAR flag_you_left_a_chit_on_hook_eleven = false // You left a chit on hook eleven
VAR flag_you_laid_a_blanket_over_falk = false // You laid a blanket over Falk
VAR flag_you_have_read_falks_list = false // You have read Falk's list
VAR flag_you_announced_yourself_on_the_car_deck = false // You announced yourself on the car deck as the purser
VAR flag_you_whistled_the_bar_in_which_the_music = false // You whistled the bar in which the music stopped
VAR flag_you_locked_yourself_in_on_the_car_deck = false // You locked yourself in on the car deck
VAR flag_on_paper_the_piano_is_ilses = false // On paper the piano is Ilse's.
VAR flag_you_heard_the_waltz_with_your_eyes = false // You heard the waltz with your eyes closed
VAR flag_you_watched_jonass_hands_all_through_the = false // You watched Jonas's hands all through the waltz
VAR flag_you_listened_standing_where_the_door = false // You listened standing where the door would be
VAR flag_jonas_has_played_you_the_bar_once_more = false // Jonas has played you the bar once more, alone
VAR flag_you_laughed_on_the_car_deck = false // You laughed on the car deck
VAR flag_you_told_jonas_that_on_tuesdays_you_said = false // You told Jonas that on Tuesdays you said nothing to Henrik
VAR flag_you_told_jonas_that_matti_kept_his = false // You told Jonas that Matti kept his promise
VAR flag_falk_knows_that_the_crew_bought_the = false // Falk knows that the crew bought the ship's piano back with the strike fund.
VAR flag_you_held_the_cord_of_the_microphone = false // You held the cord of the microphone
VAR flag_you_went_up_to_hear_the_waltz_with_the = false // You went up to hear the waltz with the others
VAR flag_you_announced_the_waltz_over_the = false // You announced the waltz over the loudspeakers
VAR flag_you_went_down_at_mattis_side = false // You went down at Matti's side
VAR flag_you_carry_mattis_cap = false // You carry Matti's cap
VAR flag_you_counted_forty_pairs_of_socks_on_the = false // You counted forty pairs of socks on the stairs
VAR flag_you_buttoned_henriks_coat_on_jonas = false // You buttoned Henrik's coat on Jonas
VAR flag_you_spelt_the_new_name_wrong_in_the_crew = false // You spelt the new name wrong in the crew list
VAR flag_jonas_carries_your_kettle = false // Jonas carries your kettle
VAR flag_you_said_aloud_that_you_had_come_in = false // You said aloud that you had come in
VAR flag_you_shut_the_lid_of_the_piano = false // You shut the lid of the piano
VAR flag_forty_people_turned_their_backs_so_that = false // Forty people turned their backs so that you could weep
-> teaspoons_plated

=== teaspoons_plated ===
# passage: Teaspoons, Plated
The mooring lines come in, four splashes and a winch, and the Aurelia casts off for the last time with nobody on deck to look at it. You do not look either. You are at your desk, checking the first thing that you check every night, and it is not there.
“Hook eleven,” you say.
“Yes,” says Matti Koskela, in the door. He has his cap in his hand, which he never has. “I'm here to report it, Purser. The key of the car deck has gone over the side.”
“Over the side.”
“It's at the bottom of the sea. Harbour basin, for the record.”
He has been bosun of this ship for twenty-two years and has not lost so much as a marlinspike in any of them. He looks straight ahead at the kettle, and his face is so straight that one could rule lines with it. You take a form out of the drawer, because there is one, Loss of Ship's Property, in three colours, and because for thirty years, when something has happened that you did not understand, you have started by filling in the date.
“Then the deck stays locked until the yard sends a man,” you say.
“It stays locked anyway. By law. At sea.”
“I know the law, Matti.”
“That's what I told the others,” he says.
Behind you something clinks. It has been clinking since half past nine. Viktor Falk, for the company, sits on the second chair with his knees together and your cutlery drawer upon them, and is moving the teaspoons from the left side to the right. At six in the morning he takes the Aurelia over, with everything in her, as per list, and at one minute past six you and forty others will have been on strike for one minute and out of work for one minute, and nobody has been able to tell you which comes first.
“If I might have the manifests as well, Mrs Brandt,” he says. “At your convenience. I should like to know what there is below, before I own it.” He hears himself. “Before the company does.”
You give him the folder. Passenger list, freight manifest: nine lorries, a horsebox without a horse, one removal van. He puts it under the drawer without opening it and squares its edge to the edge of his knee. He is the only man you have ever met who does that without being asked, and it is a pity about him.
“Teaspoons, plated,” says Falk quietly, to the list. “I make it forty-six.”
“Will that be all, Bosun?”
“That's all.” Matti puts the cap on again and does not go. Under his collar there is a bit of string that you have not seen before, and he sees you see it, and does the button up. “It'll be a quiet crossing, I should think,” he says. “Last one. You might take your time over the round, Ilse. Have a look at things.”
He has not called you Ilse on duty since the funeral.
The deck begins to hum under your feet, which is the screws, and then the cups begin to hum upon their hooks, which is the harbour mouth. You have an hour and a half before your round. The kettle wants filling. Three men's worth of office, two men in it, and on the board one brass hook with nothing on it, swinging a little with the ship like all the others, as if it still had something to hold.
+ [Look at the empty hook]
    ~ flag_you_have_looked_at_the_empty_hook_for = true
    -> hook_brass_numbered
+ [Count the teaspoons with Falk]
    ~ flag_falk_has_let_you_off_a_teaspoon = true
    -> spoon_one_mislaid
+ [Ask Matti which side the key went over]
    ~ flag_you_know_that_matti_said_port_and_looked = true
    -> bearings_approximate
+ [Take Henrik's coat down from behind the door]
    ~ flag_you_have_henriks_tuning_fork_in_your = true
    -> coat_uniform_unclaimed
+ [Read what the crew has pinned over the kettle]
    ~ flag_you_have_seen_the_gap_at_b_where_your = true
    -> notice_signed_forty_times
+ [“Carry on, gentlemen.” Begin your round]
    -> carpet_with_dents

=== hook_brass_numbered ===
# passage: Hook, Brass, Numbered
It ticks. With each roll the brass ticks once against the board, which it has never had the freedom to do.
Hook eleven has held the key of the car deck since 1989, when you painted the board and numbered it, and the keys have hung on it for so long that each has kept a picture of itself in the paint. Ten is grey round a grey key. Twelve is grey. Under eleven there is a key-shaped patch, bow and barrel and both wards, as white as on the first day.
You have signed for that key every night for thirty years, and you could not have drawn it. You could now. You look at it for longer than one looks at anything that is on the list.
+ {not flag_falk_has_let_you_off_a_teaspoon} [Count the teaspoons with Falk]
    ~ flag_falk_has_let_you_off_a_teaspoon = true
    -> spoon_one_mislaid
+ {not flag_you_know_that_matti_said_port_and_looked} [Ask Matti which side the key went over]
    ~ flag_you_know_that_matti_said_port_and_looked = true
    -> bearings_approximate
+ {not flag_you_have_henriks_tuning_fork_in_your} [Take Henrik's coat down from behind the door]
    ~ flag_you_have_henriks_tuning_fork_in_your = true
    -> coat_uniform_unclaimed
+ {not flag_you_have_seen_the_gap_at_b_where_your} [Read what the crew has pinned over the kettle]
    ~ flag_you_have_seen_the_gap_at_b_where_your = true
    -> notice_signed_forty_times
+ [“Carry on, gentlemen.” Begin your round]
    -> carpet_with_dents

=== spoon_one_mislaid ===
# passage: Spoon, One, Mislaid
“Forty-six,” says Falk. “You would not mind doing it after me, Mrs Brandt? It is only a form.”
You do it after him. Clink, clink: he has laid them in sixes, bowls all to port. There are forty-seven, for one has slid beneath the tray, and he thanks you as if you had pulled him out of the water. The inventory says forty-eight.
“One,” he says, “short.”
He looks under the drawer. He looks, with apologies, under your chair. Then he goes quiet, and you follow his eyes to your own mug, and in your tea stands the forty-eighth, keeping itself warm.
The pen is over the list. You wait for it to come down.
“As per list,” says Falk, and screws the cap on.
+ {not flag_you_have_looked_at_the_empty_hook_for} [Look at the empty hook]
    ~ flag_you_have_looked_at_the_empty_hook_for = true
    -> hook_brass_numbered
+ {not flag_you_know_that_matti_said_port_and_looked} [Ask Matti which side the key went over]
    ~ flag_you_know_that_matti_said_port_and_looked = true
    -> bearings_approximate
+ {not flag_you_have_henriks_tuning_fork_in_your} [Take Henrik's coat down from behind the door]
    ~ flag_you_have_henriks_tuning_fork_in_your = true
    -> coat_uniform_unclaimed
+ {not flag_you_have_seen_the_gap_at_b_where_your} [Read what the crew has pinned over the kettle]
    ~ flag_you_have_seen_the_gap_at_b_where_your = true
    -> notice_signed_forty_times
+ [“Carry on, gentlemen.” Begin your round]
    -> carpet_with_dents

=== bearings_approximate ===
# passage: Bearings, Approximate
“Which side?” you say.
“Which side what?”
“Which side did it go over, Matti? The form wants to know.” It does. There is a box.
The kettle ticks as it cools. A bosun knows where port is as other people know where their mouth is; he has shouted it into the wind, in four languages, for twenty-two years. He thinks. He looks at the form, upside down, for help. He thinks for as long as it would take to drop a key, hear it, and be sorry.
“Port,” says Matti Koskela, and looks to starboard.
You write down <i>port</i>, in capitals. You leave the box behind it, Witnesses, as it is.
+ {not flag_you_have_looked_at_the_empty_hook_for} [Look at the empty hook]
    ~ flag_you_have_looked_at_the_empty_hook_for = true
    -> hook_brass_numbered
+ {not flag_falk_has_let_you_off_a_teaspoon} [Count the teaspoons with Falk]
    ~ flag_falk_has_let_you_off_a_teaspoon = true
    -> spoon_one_mislaid
+ {not flag_you_have_henriks_tuning_fork_in_your} [Take Henrik's coat down from behind the door]
    ~ flag_you_have_henriks_tuning_fork_in_your = true
    -> coat_uniform_unclaimed
+ {not flag_you_have_seen_the_gap_at_b_where_your} [Read what the crew has pinned over the kettle]
    ~ flag_you_have_seen_the_gap_at_b_where_your = true
    -> notice_signed_forty_times
+ [“Carry on, gentlemen.” Begin your round]
    -> carpet_with_dents

=== coat_uniform_unclaimed ===
# passage: Coat, Uniform, Unclaimed
It comes off its nail with a sigh of lining. Diesel, peppermint, wet wool: Henrik's uniform coat has hung behind this door since he was second oiler, and when he was no longer anything it went on hanging there, since nobody has ever found you the form for taking it down.
You go through the pockets, as one does with unclaimed property. One glove. One ticket for the number four tram. And in the left, where there should be nothing, the thing you have found there before and never been able to explain: a tuning fork, steel, a little bent at the foot. Henrik greased engines. He could not carry a tune to the end of a corridor.
You hang the coat up again and put the fork in your own pocket, where it is cold at first.
+ {not flag_you_have_looked_at_the_empty_hook_for} [Look at the empty hook]
    ~ flag_you_have_looked_at_the_empty_hook_for = true
    -> hook_brass_numbered
+ {not flag_falk_has_let_you_off_a_teaspoon} [Count the teaspoons with Falk]
    ~ flag_falk_has_let_you_off_a_teaspoon = true
    -> spoon_one_mislaid
+ {not flag_you_know_that_matti_said_port_and_looked} [Ask Matti which side the key went over]
    ~ flag_you_know_that_matti_said_port_and_looked = true
    -> bearings_approximate
+ {not flag_you_have_seen_the_gap_at_b_where_your} [Read what the crew has pinned over the kettle]
    ~ flag_you_have_seen_the_gap_at_b_where_your = true
    -> notice_signed_forty_times
+ [“Carry on, gentlemen.” Begin your round]
    -> carpet_with_dents

=== notice_signed_forty_times ===
# passage: Notice, Signed, Forty Times
The sheet hangs over the kettle, where everybody comes past sooner or later, and steam has curled its lower edge. NOTICE, it says. From six o'clock, all hands. It is typed on your own typewriter; you know the e.
Below it they have signed, forty of them, in alphabetical order, since somebody knew who would be reading it. Ahlgren, Aho, Bergman. Then there is a gap, one line high, ruled in pencil and left empty, and after it Carlsson, and so on down to Österberg, in good order.
Nobody has asked you. Nobody has written it in for you, either. You find that you have a pen in your hand, and you look at it, and fill the kettle.
+ {not flag_you_have_looked_at_the_empty_hook_for} [Look at the empty hook]
    ~ flag_you_have_looked_at_the_empty_hook_for = true
    -> hook_brass_numbered
+ {not flag_falk_has_let_you_off_a_teaspoon} [Count the teaspoons with Falk]
    ~ flag_falk_has_let_you_off_a_teaspoon = true
    -> spoon_one_mislaid
+ {not flag_you_know_that_matti_said_port_and_looked} [Ask Matti which side the key went over]
    ~ flag_you_know_that_matti_said_port_and_looked = true
    -> bearings_approximate
+ {not flag_you_have_henriks_tuning_fork_in_your} [Take Henrik's coat down from behind the door]
    ~ flag_you_have_henriks_tuning_fork_in_your = true
    -> coat_uniform_unclaimed
+ [“Carry on, gentlemen.” Begin your round]
    -> carpet_with_dents

=== carpet_with_dents ===
# passage: Carpet, with Dents
Forty people asleep make a sound like a tide in gravel. They lie along the benches under the grey blankets, boots on the carpet below them in pairs, and you walk between the boots with your torch turned down and count, because you count every night.
In the middle of the saloon there is nothing. Four dents in the carpet, three feet by five, where the ship's grand piano stood for thirty-five years, until the company sold it in March to a dealer whom nobody had heard of. You step round it all the same. Everybody does.
It begins under the hum. At first it is only a place where the hum has stopped being even. Then it is a left hand, down low, one and two-three, one and two-three, with a little drag upon the second beat like a man who favours a knee; and it does not come from any door. It comes out of the ventilator beside the bar, from six decks down, where there are nine lorries and nobody.
You know what the right hand will do before it does it. You know it because it was whistled over your sink for eleven years by a man who broke off in the middle each time that you came in. It is a waltz. It has no name, it was never written down, and he who made it has been dead for six years and never once let you hear it to the end.
Someone turns over on a bench. The grille is at the height of your face, with a brass flap, and the second strain is coming.
+ [Press your ear to the ventilator]
    ~ flag_you_listened_at_the_ventilator_until_the = true
    -> door_steel_shut
+ [Close the ventilator's flap]
    ~ flag_you_closed_the_flap_of_the_ventilator_on = true
    -> door_steel_shut
+ [Hum the next bar under your breath]
    ~ flag_you_hummed_the_next_bar_in_the_saloon = true
    -> door_steel_shut

=== door_steel_shut ===
# passage: Door, Steel, Shut
{ flag_you_listened_at_the_ventilator_until_the:
    The grille has printed itself on your ear, a neat brass honeycomb. You can feel each cell of it in the draught on the stairs.
}
{ flag_you_closed_the_flap_of_the_ventilator_on:
    The flap shut on it like a lid on a pan, and you had four steps of peace. On the fifth you noticed that your own feet were going down in threes.
}
{ flag_you_hummed_the_next_bar_in_the_saloon:
    You got the next bar right, aloud, among forty sleepers, and someone on a bench said “Quiet, Henrik” without waking up. You took the stairs faster than the regulations like.
}
Six flights, ninety-six steps, the last sixteen of them in the smell of rubber and lorry. At the bottom is the door of the car deck: steel, grey, dogged at four corners, with a notice on it in three languages that you could say in your sleep. You try the handle, as one tries the handle of an oven. Locked. By law, at sea.
You lay the good side of your head against it.
The steel is cold and then it is not. Through it the piano is quite near, and rather good, better than it has any right to be: fingers that have been told to keep the wrists low, a thumb that goes under without a bump. It comes up the long run in the second strain, and you have stopped breathing, because here, at the top, in the one bar before it turns, Henrik always stumbled. Every time. Two notes too early, a hole, a breath, and back to the beginning.
The fingers come to the top of the run. They stumble, there, in the same place, in the same way, down to the breath.
Nobody makes that mistake by himself. A mistake like that has to be handed over, note by note, by somebody who thinks that it belongs to the tune; and so whoever sits in there has not found this waltz, he has been taught it, and only one man was ever able to teach it.
Your torch throws a ring on the steel with your own shadow in it. In there the first strain begins again. It is nine steps from this door to the telephone to the bridge, and the captain's midnight report is in ten minutes.
+ [Knock, three times, as on a cabin]
    ~ flag_you_knocked_at_the_car_deck_and_the = true
    -> log_open
+ [Count the bars with your hand on the steel]
    ~ flag_you_counted_the_bars_with_your_hand_on = true
    -> log_open
+ [Switch off the torch and stand in the dark]
    ~ flag_you_stood_in_the_dark_at_the_steel_door = true
    -> log_open

=== log_open ===
# passage: Log, Open
{ flag_you_knocked_at_the_car_deck_and_the:
    Three knocks, as on a cabin, and your knuckles still have the steel in them. The music did not stop. It went on a shade louder, as one raises one's voice to a person who is leaving.
}
{ flag_you_counted_the_bars_with_your_hand_on:
    Sixty-four bars, by the flat of your hand. You wrote it on the inside of your wrist in ballpoint, for the record, and then pulled down the cuff.
}
{ flag_you_stood_in_the_dark_at_the_steel_door:
    You stood in the dark for the whole of the second strain, with the torch off, like a girl outside a dance hall. Your eyes have not got over the lamps on the stairs yet.
}
The bridge ticks, breathes and hums. After the rest of the ship it is as warm as a linen cupboard, and dark, so that you find the captain by her voice.
“You're a minute early, Mrs Brandt.”
“Four minutes, Captain.”
“Are you. Then the clock's slow. I'll leave that to the company as well.” Eleonora Vass stands at the chart table, a small upright woman in a large cardigan, with the log open before her under the red lamp. She has taken this ship across eleven thousand times, and she has an envelope from the pension office in the cardigan's pocket; you know, because she has shown it to you as other people show grandchildren. From six o'clock it counts. Provided that the last page is in good order.
{ flag_you_have_henriks_tuning_fork_in_your:
    Something in your own pocket knocks against the chart table as you come up to it, and rings, very small, an A. The captain looks round for a glass.
}
“Passengers?” she says.
“Nine drivers, asleep. One gentleman of the company, counting.”
“Doors?”
“Locked. The key of the car deck has gone over the side, I have a form for it.”
“Has it.” She writes. She has the handwriting of somebody who was once slapped for it. “That's a pity. Weather fair, sea slight, key of car deck lost overboard in harbour.” The nib stops above the paper. “Anything else to report?”
She asks it every night at midnight. Every night for thirty years you have said what there was: a leak, a drunk, a child with its head in a railing, once a birth; and each time it became something that stood in a book and was no longer yours. It is what the log is for. You have sometimes thought that it is what God is for.
Behind her, in the bulkhead over the flag locker, is a ventilator like the one in the saloon. A scrape comes out of it, as of a stool that somebody draws up. Then the left hand, one and two-three.
{ flag_you_closed_the_flap_of_the_ventilator_on:
    So it is not the flap. You shut one mouth of it down there, and it has simply gone up and opened another, next to the only person aboard who would have to write it down.
}
Captain Vass stands with her head a little on one side. The ear that is turned to the ventilator is the left one, the deaf one, the one that she got from a fog signal in 1998 and has since then turned, you have noticed, to inspectors, to the union, and to whatever she does not wish to have heard. The other one is towards you, and waits.
If you say it she will turn round. She will listen, for she is honest as soon as she is made to be, and she will write it in ink, and open that deck or answer for not opening it, and whatever sits down there at Henrik's waltz will be found by people with lamps. It will be done properly. It will not be you who did it.
And if you do not say it, then nobody has.
The nib has a drop on it. Far down a thumb goes under without a bump, and the run begins to climb.
“Mrs Brandt?”
+ [“Music, Captain. From the car deck.”]
    ~ flag_the_music_stands_in_the_log_in_ink = true
    -> ink_permanent
+ [“Nothing to report, Captain.”]
    ~ flag_matti_owes_ilse_and_has_told_her_that = true
    -> nothing_to_report

=== ink_permanent ===
# passage: Ink, Permanent
“Music, Captain,” you say. “From the car deck. A piano.”
Nothing moves on the bridge but the sweep of the radar. It goes round once, and there is nothing on it.
Then Captain Vass puts down the pen, so as to have both hands free, takes hold of the edge of the chart table, and turns round. She does it slowly, as one turns a ship in a basin, first the cardigan, then the shoulders, then the small grey head; and when she has come about, her right ear, the good one, is eight inches from the ventilator. She shuts her eyes.
You hear it with her. The run goes up. At the top there is the hole.
“He's dropped a stitch,” says the captain.
“Yes, Captain. He always does.”
One eye opens. You have been asked by harbour police and by bishops, and have never said so much more than you were asked. She waits, quite kindly, to see whether there is any more of it, and when there is not she sighs through her nose, comes about again, and pulls the log under the lamp. Her other hand has gone to the cardigan's pocket, where the envelope is, as a hand goes to a railing.
“Well, that's that heard,” she says. “You know that I can't have heard it and not written it.”
“No, Captain.”
“No. You least of all.” She shakes the ink down. The lamp swings with the ship, so that the page is red and black and red, and she holds the nib a finger's breadth above the line and looks for the word.
+ [Hold the lamp so that she can write]
    ~ flag_you_held_the_red_lamp_while_the_captain = true
    -> shoes_captains_one_pair
+ [Dictate it: “Waltz. Three-four time.”]
    ~ flag_you_dictated_the_entry_to_the_captain = true
    -> shoes_captains_one_pair
+ [Look away while she writes]
    ~ flag_you_looked_away_while_the_captain_wrote = true
    -> shoes_captains_one_pair

=== shoes_captains_one_pair ===
# passage: Shoes, Captain's, One Pair
{ flag_you_held_the_red_lamp_while_the_captain:
    Your fingers smell of hot tin from the lamp. She wrote three lines, and you could not help reading them, since you were the light.
}
{ flag_you_dictated_the_entry_to_the_captain:
    She put down your words as you said them, three-four time and all. When she came to the full stop she said that it was the first entry in eleven thousand crossings that one could dance to.
}
{ flag_you_looked_away_while_the_captain_wrote:
    You looked at the radar until the nib stopped. It is a long time, three lines; one can hear a pen think.
}
Then she gives the mate the bridge, which she never does, and comes down with you, which she never does either, one hand on the rail and the other on her envelope.
The saloon breathes. Captain Vass goes between the boots of her crew on the tips of her toes, to where the four dents are. She looks at them. She looks about for a chair, finds a striker in each, and sits down on the carpet in the middle of where the piano was, like a person taking the last place in a boat. She undoes her laces. She puts the shoes beside her with the toes to the bow.
“It comes up through the floor,” she says. “In the stockings. There's no deaf side to it. Did you know that?”
“No, Captain.”
“It's a pity about the pension.” She spreads her toes. Below, the drag on the second beat comes round again, like a man who favours a knee. “But I do like the left hand.”
No one has told you what is done when a captain sits on a carpet. There is room beside her. There is also the bulkhead, at your back, where one stands.
{
- flag_you_have_henriks_tuning_fork_in_your:
- else:
    There was something in Henrik's coat; you did not look # closed
}
+ [Take your own shoes off, too]
    ~ flag_you_sat_on_the_saloon_carpet_in_your = true
    -> weather_fax_torn
+ [Tell her who made it]
    ~ flag_you_told_the_captain_that_henrik_made = true
    -> weather_fax_torn
+ [Stay standing, as one does beside a captain]
    ~ flag_you_stood_beside_the_captain_while_she = true
    -> weather_fax_torn
+ {flag_you_have_henriks_tuning_fork_in_your} [Strike Henrik's tuning fork on your knee]
    ~ flag_you_struck_the_fork_and_the_piano_below = true
    -> weather_fax_torn

=== weather_fax_torn ===
# passage: Weather Fax, Torn
{ flag_you_sat_on_the_saloon_carpet_in_your:
    You put your shoes beside hers, and for sixty-four bars there were two pairs. There is fluff from the saloon carpet on your stockings now, and you leave it.
}
{ flag_you_told_the_captain_that_henrik_made:
    “Henrik,” she had said on the carpet, after a while. “The oiler. He told me that he whistled to keep the pumps in step.” She has not said anything since.
}
{ flag_you_stood_beside_the_captain_while_she:
    You stood until it began again, as one stands. When she put up a hand to be helped to her feet she kept hold of yours for one bar longer than that takes.
}
{ flag_you_struck_the_fork_and_the_piano_below:
    You struck the fork on your knee, and it gave an A, and six decks down the piano was not a hair above or below it. “Somebody has had that tuned,” said the captain, “lately, and at sea.”
}
The bridge has gone on without you both; the mate reports that nothing is the matter. Captain Vass sends him for coffee. Then she stands in front of the log, in which it says what it says, and takes the page between finger and thumb at the top, where it would tear best.
The weather fax lies beside it. She lets go of the page, takes hold of the fax, and tears a strip off that, slowly, from top to bottom, along the isobars. It makes exactly the noise.
“There,” she says. “That's out of my system.”
She folds the strip in four.
“The pilot comes at half past four, Mrs Brandt. When I sign the night over, whatever stands in the book has to be called something. At present it's called music. I can't retire on music.” She turns the better ear to you. “You have until the pilot. Go and find out what it is that I've logged. And I don't want it found by Mr Falk.”
The radar goes round. She holds the little square of weather as though someone might have a use for it.
+ [Ask for the strip of weather fax]
    ~ flag_you_have_the_captains_strip_of_weather = true
    -> furniture_one_piece
+ [“And if I find nothing, Captain?”]
    ~ flag_you_asked_the_captain_what_happens_if = true
    -> furniture_one_piece
+ [Salute, which nobody has done since 1996]
    ~ flag_you_saluted_the_captain = true
    -> furniture_one_piece

=== nothing_to_report ===
# passage: Nothing, to Report
“Nothing, Captain,” you say. “Nothing to report.”
It is quite easy. It is a good deal easier than carrying the urn was, and takes less time. You stand at attention and hear it stay in the air, in your own voice, between the radar and the flag locker, while behind the captain's left ear a left hand goes one and two-three, one and two-three, as plain as a tap.
Captain Vass looks at you. She has turned nothing and tilted nothing; it is the deaf side that is towards the ventilator, as it has been all along.
“Nothing,” she says.
“No, Captain.”
“Well,” says Eleonora Vass, “I've heard nothing, either,” and shuts the log. She does it a little too fast. It claps, and the drop that was on the nib jumps off and makes a small blue star upon the chart table, somewhere off Skagen. You both look at it. In there somebody climbs to the top of the run, and falls into the hole, and begins again.
She puts her hand flat on the cover, as one keeps down the lid of something.
“You'd have to be made of stone,” she says, to the window, to the dark beyond it, to nobody who has a rank, “not to hear nothing, on a night like this.”
Then she gives you the end of a smile, and takes up her glasses, and there is a purser on the bridge with her hands hanging down, who has nothing to do any more but be dismissed.
+ [Wipe the chart table until you can look up]
    ~ flag_you_wiped_the_captains_chart_table = true
    -> soup_instant
+ [“Good night, Captain.” Say it to the good ear]
    ~ flag_you_said_good_night_into_the_captains = true
    -> soup_instant
+ [Straighten the pencil beside the closed log]
    ~ flag_you_straightened_the_pencil_beside_the = true
    -> soup_instant

=== soup_instant ===
# passage: Soup, Instant
{ flag_you_wiped_the_captains_chart_table:
    You wiped her table until there was no star on it, and then where there had not been one. Your right sleeve is blue.
}
{ flag_you_said_good_night_into_the_captains:
    “Good night, Captain,” you said, into the good ear. She jumped, a little late.
}
{ flag_you_straightened_the_pencil_beside_the:
    You laid the pencil parallel to the log before you left. It has already begun to roll, you could hear it from the stairs.
}
Down in the saloon somebody is awake. A spoon goes round in a mug, twice to the left and once to the right, and that is how Matti Koskela has stirred soup for twenty-two years. He is sitting on the bar with the tea urn between his knees. He does not ask where you have been.
“Chicken,” he says. “It says so, at least.” He holds out a mug, the brown one with the chip, and you take it, since your hands were looking for something. It is very hot. Around you the forty go on with their gravel, in, and out.
“You've never lied well,” says Matti.
“I have never lied.”
“Well, there you are. No practice.” He nods at the grille by the bar, at the whole long throat of tin that joins the bridge to the saloon and the saloon to whatever is below. “I heard you do it from two decks down. <i>Nothing to report</i>. You said it the way other people say the Lord's Prayer.” He blows on his own mug. “She'll have believed it, though. She's had a lot of practice at that.”
You have just broken the first regulation of your life, and a man on a bar is giving you marks for it. In the tin, far down, a stool scrapes.
+ [Drink the soup while it is too hot]
    ~ flag_you_burnt_your_tongue_on_mattis_soup = true
    -> blankets_grey_forty
+ [“Which deck were you on?”]
    ~ flag_you_asked_matti_on_which_deck_he_was = true
    -> blankets_grey_forty
+ [Lie to him as well: “I reported it.”]
    ~ flag_you_told_matti_that_you_had_reported_it = true
    -> blankets_grey_forty

=== blankets_grey_forty ===
# passage: Blankets, Grey, Forty
{ flag_you_burnt_your_tongue_on_mattis_soup:
    The soup takes the skin off the tip of your tongue. “Hot,” says Matti, when it is too late, like a light that comes on behind a ship.
}
{ flag_you_asked_matti_on_which_deck_he_was:
    “Which deck were you on?” you ask. Matti counts upwards, gets to two, counts again, and finds that it would have to be one to which he has lost the key. “An open one,” he says.
}
{ flag_you_told_matti_that_you_had_reported_it:
    “I reported it,” you tell him. He does not even look up. “There,” says Matti. “That was worse.”
}
You are holding the brown mug. It is Henrik's; you gave it to the saloon six years ago so as not to have to meet it in the office.
“Matti. Somebody taught that boy, or girl, or whoever it is. I've got an ear.”
“I know you have.”
“You knew Henrik best.”
“I knew him second,” says Matti. He gets down from the bar, takes the top blanket from a pile, and shakes it out. They sleep badly, strikers; they kick. He lays it over the first of them as one covers a hatch, corner, corner, and you follow him from bench to bench with your mug like someone who wishes to buy something.
“What have you done?” you say. “What did you promise him?”
He does not ask whom. He has got as far as Ahlgren, and Ahlgren has lost his pillow. He sees to that. He looks along the benches: thirty-eight to go.
“That you should hear it,” says Matti Koskela.
He says it to the blanket, quite low. It is all there is; one can see that it is all, as one sees the bottom of a bucket. Then he holds the grey thing out by two of its corners, towards no one in particular, and in the tin by the bar the waltz draws breath.
+ [Take the other end of the blanket]
    ~ flag_you_covered_the_strikers_with_matti = true
    -> furniture_one_piece
+ [“Hear what?”]
    ~ flag_you_asked_matti_what_you_should_hear = true
    -> furniture_one_piece
+ [Give him Henrik's mug to keep]
    ~ flag_you_gave_matti_the_mug_that_was_henriks = true
    -> furniture_one_piece

=== furniture_one_piece ===
# passage: Furniture, One Piece
{ flag_you_have_the_captains_strip_of_weather:
    There is a square of weather in your breast pocket, folded in four: a low over Skagen that nobody will ever know about.
}
{ flag_you_asked_the_captain_what_happens_if:
    “Then I'll have been hearing things,” the captain said, when you asked what happens if you find nothing, “and one doesn't pension that. One treats it.” You have had it in your head ever since.
}
{ flag_you_saluted_the_captain:
    Your arm still feels the salute, up in the shoulder. She returned it, too, after looking to see that the mate was not back yet.
}
{ flag_you_covered_the_strikers_with_matti:
    There is grey wool under your nails. You and Matti covered them all, forty, he at the feet and you at the heads, and neither of you said one word about it.
}
{ flag_you_asked_matti_what_you_should_hear:
    “Hear what?” you had asked him, and Matti tucked in the last blanket and said that if he were any good at saying it he would have been an oiler.
}
{ flag_you_gave_matti_the_mug_that_was_henriks:
    There is a ring on the shelf behind the bar where Henrik's mug has stood for six years. Matti took it from you with both hands, and washed it up, and carried it off under his jacket.
}
Two in the morning. The office hums. The kettle is cold, the teaspoons are in their drawer, as per list, and Viktor Falk is no longer on the second chair. He is standing. He has put on his jacket to do it.
“Mrs Brandt. I wonder whether you could help me with a piece of furniture.”
He lays the freight manifest in front of you, turns it so that it is your way up, and squares it. He is as polite as a paper knife. There are nine lorries on the page, with their loads; there is a horsebox. He puts one clean fingernail beneath the line that comes after, and reads it to you as though you might not have your glasses.
“One removal van. Contents: furniture, one piece. Weight four hundred and eighty kilogrammes.” The nail moves to the right. “Consignee: Mrs H. Brandt.”
The ventilator over the door says nothing. Perhaps a pianist has to eat.
“That is a very heavy chair,” says Falk. He is not enjoying it; he has pulled in his lower lip like a boy over a sum. “I only ask since it is your name. I have been down the list four times, and it is the one line that I cannot make come out.”
You are Mrs H. Brandt. You have been that for thirty years, six of them without an H.
+ [Ask to see the handwriting]
    ~ flag_you_recognised_the_bosuns_sevens_in_the = true
    -> pen_unscrewed
+ [“There are other Brandts, Mr Falk.”]
    ~ flag_you_told_falk_that_there_are_other = true
    -> pen_unscrewed
+ [Put the kettle on before you answer]
    ~ flag_you_put_the_kettle_on_for_falk = true
    -> pen_unscrewed

=== pen_unscrewed ===
# passage: Pen, Unscrewed
{ flag_you_recognised_the_bosuns_sevens_in_the:
    You asked to see the hand. There are three sevens in the van's number, each with a bar through it like a belt, and there is one man aboard who puts belts on his sevens.
}
{ flag_you_told_falk_that_there_are_other:
    “There are other Brandts,” you had said, and Falk has since looked them up. There are seven in the directory of the port. One of them is a Mrs H., and he is looking at her.
}
{ flag_you_put_the_kettle_on_for_falk:
    The kettle has boiled and been drunk. Falk takes two sugars and puts both of them on the list.
}
At half past two he sends for the bosun. He does it properly, by telephone, with the word please in it; and then there are three of you in the office, with the door shut, and it is a small office.
{ flag_you_dictated_the_entry_to_the_captain:
    On the way past the bridge Matti has seen the log. One can tell by the way he comes in: three steps and a half-turn, very nearly in time.
}
“Bosun,” says Falk, “did you write this line?”
Matti reads it. He takes his time, and goes along beneath it with a thumb like a fender. “I write all of them,” he says. “I write what people bring.”
“And who brought this?”
“It says.”
“It says Mrs Brandt.”
“Then that's who.” Matti looks at you. He has known you since before you were anyone's wife, he stood beside Henrik in a borrowed collar, and he has never asked anything of you but signatures. He asks you nothing now. His face is as straight as it was at ten o'clock, and in the open neck of his shirt, where he has lost a button since, the string goes down and does not come up again.
{ flag_you_burnt_your_tongue_on_mattis_soup:
    You run your burnt tongue along your teeth. It is rather like having somebody's hand on your arm.
}
{ flag_you_wiped_the_captains_chart_table:
    Your sleeve is still blue from wiping the captain's table. It strikes you that this is the second time tonight that you are standing at a paper, waiting to see what you will turn out to be like.
}
Falk unscrews his pen. It is a good one, black, with a gold band, the sort that is given to a man by an office that does not know what he likes. He holds it out across the desk with the cap on the other end, so that you would only have to take it.
“You understand my position,” he says. “If it is yours, you sign for it, here, and at six o'clock you walk ashore with it, and I have a list on which every line has a name. I have been doing this for nineteen years, Mrs Brandt. I have never had one.” He turns a little pink. “And if it is not yours, then somebody has loaded half a ton of something on my ship under the name of the only person aboard who would not do such a thing, and I shall have to ask the bosun what it is, and who has paid for it, until he tells me. I should not like that. But I should do it.”
“He would,” says Matti. He says it with respect.
Under your hand lies the manifest. <i>Mrs H. Brandt.</i> You have had one thing in your life that was always in good order, and that was your name at the bottom of a page; harbourmasters have put money on it. Somebody has lent it out tonight without a chit. He might have asked. You would have said no, and he would have known that, and there you both are.
The hum goes up half a tone: that is the bank, the ship feels the bottom. You have three and a half hours. The drop gathers at the tip of Falk's nib.
“Is it yours?” he says.
+ [“It is mine, Mr Falk. Where do I sign?”]
    ~ flag_on_paper_the_piano_is_ilses = true
    -> signature_genuine
+ [“That line is false, Mr Falk.”]
    ~ flag_falk_knows_that_the_crew_bought_the = true
    -> fund_strike_spent

=== signature_genuine ===
# passage: Signature, Genuine
“It is mine,” you say. “Where do I sign?”
Something goes out of the room that had been standing in it, a fourth person with a notebook. Falk breathes. He lays his finger on the place, and then, because the ship's biro hangs dead on its chain, he does a thing that you can see him think about first: he wipes the drop from the good pen and puts it into your hand himself, the right way round.
{ flag_you_recognised_the_bosuns_sevens_in_the:
    You sign under three sevens with belts on. Their author is studying the fire regulations.
}
It is in triplicate; it always is. The nib is soft, and it runs, and there you are upon the white copy, I. Brandt, in good order, consignee of four hundred and eighty kilogrammes of something that you have never seen. It looks like every other signature that you have made. You would have thought that a false one would lean.
“One piece, furniture, claimed,” says Falk. He draws a line beneath the last line. He adds up; his lips move. He goes down the column from the top, and then, as it is so unlikely, from the bottom, and when he looks up he has the face of a man who has been told that he may keep the dog.
“It comes out,” he says. “Bosun. It comes out even.”
“Fancy that,” says Matti, to the fire regulations. His neck has gone red all round, above the string.
The white copy is wet. The pink one and the yellow one are waiting for you.
+ [Sign with all your names]
    ~ flag_you_signed_as_ilse_margarethe_brandt = true
    -> minute_one_spare
+ [Blow on the ink and look at Matti]
    ~ flag_you_looked_at_matti_over_the_wet_ink = true
    -> minute_one_spare
+ [Ask what it weighs]
    ~ flag_you_asked_what_your_piano_weighs = true
    -> minute_one_spare

=== minute_one_spare ===
# passage: Minute, One, Spare
{ flag_you_signed_as_ilse_margarethe_brandt:
    You gave the pink one Ilse Margarethe, and the yellow one Ilse Margarethe, born Holm, since if one lies one may as well be complete. Falk has never seen so many names in one box. He has blotted them like eggs.
}
{ flag_you_looked_at_matti_over_the_wet_ink:
    You blew on the ink, and over it you looked at Matti, and Matti, who has stared down hurricanes, took out a handkerchief and did his nose.
}
{ flag_you_asked_what_your_piano_weighs:
    “What does it weigh?” you asked, and it was out before you heard it: one ought to know that of one's own furniture. Falk told you once more, four hundred and eighty, and looked at your face for a while.
}
The bosun has gone, on soles that squeak. There is no reason for Falk not to go, too. He has his list. He puts it in the folder, and the folder in his case, and the case beneath his arm, and stands there in his jacket, a minute that is not on any schedule.
“On Monday it is a cannery,” he says.
“Is it?”
“In Varberg. Fourteen thousand tins without labels. One has to shake them.” He shows you, beside his ear; he has the wrist for it. “Then a bathing hotel. I have been to some very good hotels, Mrs Brandt, on the day after.” He smiles at the key board, hook by hook. “One comes, and they all stand at the gate; and then one has finished, and comes out, and there is nobody there. I used to think that they had only gone to lunch.”
The kettle ticks. He has told you more than he meant to, and knows it, and still he does not reach for the door.
+ [“Where do they wait for you, then?”]
    ~ flag_you_asked_falk_who_waits_for_him_at_all = true
    -> string_worn
+ [Make him a sandwich for the morning]
    ~ flag_you_made_falk_a_sandwich = true
    -> string_worn
+ [Let him talk, and count nothing]
    ~ flag_you_let_falk_talk_without_looking_at_the = true
    -> string_worn
+ {flag_you_stood_beside_the_captain_while_she} [Sit down, which you have not done since ten o'clock]
    ~ flag_you_sat_down_beside_falk = true
    -> string_worn

=== string_worn ===
# passage: String, Worn
{ flag_you_asked_falk_who_waits_for_him_at_all:
    “A lady in Åmål, who sends me back my letters,” said Falk, when you asked who does wait for him. “She corrects them first. One learns a great deal.” Then he wished you a good watch.
}
{ flag_you_made_falk_a_sandwich:
    You made him a sandwich for the morning, cheese, with the crusts on. He asked whether it was on any inventory. He carried it off in both hands, as one carries a bird.
}
{ flag_you_let_falk_talk_without_looking_at_the:
    You let him talk, and did not look at the clock once, and when he had finished he thanked you for the use of your office. He has gone to bed now, he said, to be on time.
}
{ flag_you_sat_down_beside_falk:
    You sat down on the third chair, which has had a typewriter on it since 1994. It was the first time tonight that your feet and the ship were not of one opinion. Falk moved his case, to make room for the typewriter.
}
Somebody is on the saloon stairs, below the lamp that has never been mended. It is he who ought to mend it. He does not say good evening; he stands one step beneath you, so that for once his eyes are on a level with yours, and undoes the button below the one that he has lost.
{ flag_you_signed_as_ilse_margarethe_brandt:
    “Holm,” says Matti under his breath, as he feels for the knot. “He always said that you'd have kept it, if they had asked.” And then for a good while nothing more.
}
It is ordinary string, tarred, of the kind that they use on mailbags, and it has worn a line into his neck. He pulls. It comes up out of his shirt hand over hand, like something from a great depth, and on the end of it, turning, hangs the key of the car deck.
The bottom of the sea has not harmed it. Bow, barrel, both wards: it would fit its picture on the board to a hair.
Matti takes hold of your wrist and turns it over as one does with a child's, to see whether it has washed. He lays the key in the hand and shuts the fingers on it, one after the other, thumb last. The string comes, too. He does not say a word. He has promised that already, you suppose, to somebody.
Behind the two of you, in the wall, it is quite quiet. They are listening down there.
+ [“How long has it been round your neck?”]
    ~ flag_you_asked_matti_how_long_he_had_worn_the = true
    -> bar_unfinished
+ [Wipe the key, which is warm]
    ~ flag_you_wiped_mattis_warmth_off_the_key = true
    -> bar_unfinished
+ [Hang the empty string round your own neck]
    ~ flag_you_wear_mattis_empty_string = true
    -> bar_unfinished

=== fund_strike_spent ===
# passage: Fund, Strike, Spent
“That line is false, Mr Falk,” you say.
It is true, and it stands in the office like a smell. No one looks at anyone. The drop lets go of the nib and falls on the manifest, beside the <i>H</i>, and Falk blots it; he would blot at the Last Judgement.
“Thank you,” he says. “Bosun?”
Matti Koskela breathes in, and the string at his neck moves, and lies still. You have seen him bring a lifeboat alongside in a gale without any change of face. It changes now. It comes off him in one piece, straightness and all, and there is a man of sixty behind it who has had very little sleep.
“It's the piano,” he says.
“Which piano?”
“Ours. Out of the saloon. You sold it in March.” He says it to the edge of the desk. “We bought it. There was eleven years' strike fund in the box, and we voted. Forty for, none against. The dealer was the cook's sister.” He wipes his hand down his trousers. “It's paid for. I've got a receipt. It's only that we couldn't very well be seen to.”
Falk has stopped writing. “You are going on strike,” he says slowly, “and you have spent the strike fund on a piano.”
“Yes.”
“For whom?”
“That,” says Matti, “I won't say,” and he shuts his mouth, and one could not get a knife in. In the notebook before Falk stands a name in clean small letters, <i>Koskela</i>, with a dash behind it, and the dash waits. The pen is lying there, uncapped. Matti still has not looked round at you.
+ [Look Matti in the face while he says it]
    ~ flag_you_looked_matti_in_the_face_while_he = true
    -> key_returned_to_hook
+ [“How much did it come to?”]
    ~ flag_you_asked_what_the_piano_had_cost_the = true
    -> key_returned_to_hook
+ [Screw the cap back on Falk's pen]
    ~ flag_you_screwed_the_cap_back_on_falks_pen = true
    -> key_returned_to_hook

=== key_returned_to_hook ===
# passage: Key, Returned to Hook
{ flag_you_looked_matti_in_the_face_while_he:
    You looked Matti in the face all the time that he was saying it, and at the end he looked back. It was like having a door opened by someone in his shirt.
}
{ flag_you_asked_what_the_piano_had_cost_the:
    “How much did it come to?” you asked. “All of it,” said Matti. “And six crowns. The cook put in the six crowns.”
}
{ flag_you_screwed_the_cap_back_on_falks_pen:
    You took the cap and screwed it back on Falk's pen. He let you do it. It is not often, you think, that somebody does his pen up for him.
}
“Then there is the key,” says Falk.
“It's at the bottom of the—”
“Bosun,” says Falk, quite gently. “I count things. I have been looking at that string since ten o'clock.”
The ventilator has nothing to say to it. Matti puts up both hands, as one does with a necklace, and draws the string over his head, and with it comes the key of the car deck, warm, turning, none the worse for the sea. He holds it out across the desk. He does not hold it out to you.
Falk weighs it in his palm. You see him read the number on its bow, and look along the board from one to twenty; and then he comes round the desk, excusing himself to your chair, reaches up, and hangs the key of the car deck on hook eleven. It covers its own white picture to a hair. The string dangles.
“I shall not open it at sea,” he says. “There is a law. At six it will be daylight, and I can see what I have got. Until then it belongs there. That is what a hook is for.” He looks at it for a moment longer than he need, with his head to one side, like a man who has hung a painting. “You may go, Bosun.”
Matti goes. Falk sits down again under the keys with his list, and with one line too many, and rubs his eyes. The lamp is in them.
+ [Thank Falk, in writing]
    ~ flag_you_wrote_falk_a_receipt_for_the_key = true
    -> name_beyond_doubt
+ [Straighten the key on its hook]
    ~ flag_you_straightened_the_key_on_hook_eleven = true
    -> name_beyond_doubt
+ [Say nothing, and turn the lamp down for him]
    ~ flag_you_turned_the_lamp_down_for_falk = true
    -> name_beyond_doubt

=== name_beyond_doubt ===
# passage: Name, Beyond Doubt
{ flag_you_wrote_falk_a_receipt_for_the_key:
    You had thanked Falk in writing: <i>Received, one key, hung.</i> He countersigned it. He said that he would put it with his own things.
}
{ flag_you_straightened_the_key_on_hook_eleven:
    You had straightened the key on its hook, a hair to the left, so that no white showed. Falk said “Thank you” before you did.
}
{ flag_you_turned_the_lamp_down_for_falk:
    You had turned down the lamp for Falk without saying anything, and he said “Oh” in the dark, like a person to whom that does not happen.
}
Matti is in the saloon, among his forty. He has sat down on the carpet with his back to a bench, in the middle, by the dents, and he does not get up for you. You wait to be shouted at. You rather hope for it.
“You want to know why it was your name,” he says, and looks you in the face. He has a raw place round his neck. “We had it down for the cook's sister first. And then we thought, somebody's going to read that. Some clever man with a pen. And he'll get to that line, and he'll stop.” He holds up his thumb and lays it on an invisible page. “Unless it's a name that nobody who reads it would ever doubt. There was only the one, on this ship. Nobody even had to propose it.”
The grille by the bar is silent. Somebody is resting his hands.
“It was meant as a compliment,” says Matti Koskela.
You go back across the passage.
{ flag_you_screwed_the_cap_back_on_falks_pen:
    The pen lies by the blotter, with its cap on, just as you left it; nothing has been written since. <i>Koskela</i>, says the notebook, dash.
}
Falk has gone to sleep beneath the keys with his cheek upon his list and both his shoes side by side. A regular, careful breath comes out of him; one could count by it. Above his head hangs number eleven. You reach across him. The brass is cold, it ticks once against the board, and Falk says “as per list,” and does not wake.
So now you have it.
+ [Leave a chit in the key's place]
    ~ flag_you_left_a_chit_on_hook_eleven = true
    -> bar_unfinished
+ [Lay the blanket over Falk's shoulders]
    ~ flag_you_laid_a_blanket_over_falk = true
    -> bar_unfinished
+ [Take his list, too, and read it on the stairs]
    ~ flag_you_have_read_falks_list = true
    -> bar_unfinished

=== bar_unfinished ===
# passage: Bar, Unfinished
{ flag_you_asked_matti_how_long_he_had_worn_the:
    “How long has it been round your neck?” you had asked him, and Matti looked at the lamp and held up ten fingers, and then six. Since sixteen minutes past nine. He had thought that you would ask much sooner.
}
{ flag_you_wiped_mattis_warmth_off_the_key:
    You had wiped the key on your skirt, for it was warm, and one does not like to open a door with another man's neck. It is warm again.
}
{ flag_you_wear_mattis_empty_string:
    The string is too long for you. The empty knot lies under the third button, where other people have a cross.
}
{ flag_you_left_a_chit_on_hook_eleven:
    On hook eleven hangs a chit: <i>1 key, car deck, taken out 3.40, I. Brandt</i>. You have never taken a thing without one, and it seemed late to start.
}
{ flag_you_laid_a_blanket_over_falk:
    Falk had not stirred under the blanket. He had said “forty”, quite distinctly, and smiled.
}
{ flag_you_have_read_falks_list:
    You read Falk's list by the stair lamp, nineteen pages. On the last, beneath the teaspoons, it says <i>purser, one</i>, and the value column has been left blank.
}
Four in the morning is the bottom of the night; even the hum lies on its side. Six flights, ninety-six steps. Through the steel the piano goes on, not quite as before; it is looking for something now, up and down the same eight bars, as one goes through one's pockets.
{ flag_you_asked_matti_what_you_should_hear:
    <i>That you should hear it.</i> You asked what, as though you did not know. You have known since half past eleven what, and only not from whom.
}
{ flag_you_told_falk_that_there_are_other:
    There are other Brandts, you had said. You would not mind being one of them for the next five minutes.
}
{ flag_you_asked_falk_who_waits_for_him_at_all:
    It comes to you, of all things, that no one will be standing at the gate for Falk, and that for you somebody has been sitting behind this door all night.
}
You read the notice in all three languages. It does not say <i>except</i>. Then you put the key of the car deck into the door of the car deck, at sea, in the dark, with your own right hand, and turn it; and it is only a lock. It has been oiled this evening by somebody who knew that it would be you.
The dogs lift, one, two, three, four. The steel swings out past your face, and a great cold breath of rubber comes and the piano with it, all at once, so near that you could step on it, up, up the run, as far as the note before the hole.
It stops there.
Something falls softly, a hand perhaps, on a knee. Nine lorries tick. Between the last of them and the bulkhead stands a removal van with its tail-board down and a light in it no bigger than a cup.
+ [“Purser. Is anyone there?”]
    ~ flag_you_announced_yourself_on_the_car_deck = true
    -> tuesdays_about_a_hundred
+ [Whistle the bar in which it stopped]
    ~ flag_you_whistled_the_bar_in_which_the_music = true
    -> tuesdays_about_a_hundred
+ [Lock the door again behind you]
    ~ flag_you_locked_yourself_in_on_the_car_deck = true
    -> tuesdays_about_a_hundred

=== tuesdays_about_a_hundred ===
# passage: Tuesdays, about a Hundred
{ flag_you_announced_yourself_on_the_car_deck:
    “Purser,” you had called, over the roofs of nine lorries. “Is anyone there?” It is what one calls into cabins. There was a pause, and a voice no older than the ship's paint said: “Not really.”
}
{ flag_you_whistled_the_bar_in_which_the_music:
    You had whistled it, the bar that was missing, with the hole in it. From the van, after a breath, someone played it back to you, hole and all.
}
{ flag_you_locked_yourself_in_on_the_car_deck:
    You had locked up again behind you, from the inside, since a door has to be something. The key made a small loud noise. “Don't be frightened,” somebody called, who was.
}
He gets up as you come round the tail-board, and hits his head upon the roof of the van. He is twenty-two or so, long wrists, a navy jersey with the badge picked off. Behind him, lashed fore and aft with furniture blankets, stands the Aurelia's piano, all eight feet of it, with a bicycle lamp on the music stand and nothing else. There is no music. There never was.
“You're Ilse,” he says. “Mrs Brandt. I'm sorry. I meant to knock. I have been meaning to since ten o'clock.” He looks at his hands to see what they are doing. “Jonas Lind. He'll have told you about me.”
“No,” you say.
“No,” says Jonas. “He said that he wouldn't.”
The hull ticks. You sit down on the tail-board, since your knees have made a decision.
{ flag_you_hummed_the_next_bar_in_the_saloon:
    “Somebody hummed,” he says. “At half past eleven, down the pipe. You've got the B flat. He never got the B flat.”
}
{ flag_you_stood_in_the_dark_at_the_steel_door:
    “There was a light under the door, before midnight,” he says, “and then it was out, and nobody went away. I played it twice.”
}
“It was at the mission,” Jonas says. “The seamen's. They have an upright there with a tooth out. I used to come in from school for the soup. I was fourteen. He was changing a washer, and he heard me, and he said, can you read? And I said no, and he said, well, I can't either, so that's both of us. And after that it was Tuesdays.”
“Tuesdays,” you say.
“When the ship lay in. Six till ten. Two years, about a hundred of them. He never took a penny. He didn't play, you know, he had no hands for it, he had engine hands. He had it all in his head, and whistled, and I had to find it.” He lays one finger on a key and does not press it down. “Your waltz. It was to be for your silver wedding. He said, she has an ear like a harbourmaster, it has to be right. He came home smelling of the place, and he said you thought that he was at the bottle. I asked him why he didn't tell you. And he said: Then it wouldn't be a present.”
For two years you did not speak to your husband on Tuesdays. You left his plate in the oven with another plate on it. When he came in, with his eyes shining and beer on his jacket that somebody else had spilt, you looked at the clock. You had been so fair about it. You had never said a word.
“And then he was ill,” says Jonas, “and it wasn't finished. So I finished it.”
{ flag_on_paper_the_piano_is_ilses:
    “And they bought it back for it,” he says. “The piano. All forty, out of the strike fund. Matti said you'd only have asked for the receipt.”
}
{ flag_you_have_seen_the_gap_at_b_where_your:
    He nods up at the deckhead, at forty sleepers. “They left a line for you,” he says. “On the notice. Matti said you'd never sign. He said, leave it, all the same.”
}
High above you, a bell: the engines drop to slow. He listens, as white as paper.
“That's the pilot, isn't it? I have an examination on Thursday. I asked the navy for leave, and they said no, and I, well. Went.” He tries to smile. “There'll be military police on the quay at six. Matti thought the mission's people could carry me off inside the blankets. I don't care much, honestly. Only I wanted it to have been heard once, by you, before anybody stops me.”
By you. You think of a present that was wrapped for six years. And you think of forty people with their boots off, among whom he made it, whistling, to keep the pumps in step, and of the microphone on your desk, with its long cord; and of this boy's face, and of who else would be listening.
The pilot's boat bumps alongside. Jonas has sat down again, and he is looking at you over the lid.
+ [“Play it to me. Only to me.”]
    -> blanket_furniture_occupied
+ [“Wait. I will get the microphone.”]
    -> cord_long_enough

=== blanket_furniture_occupied ===
# passage: Blanket, Furniture, Occupied
“Play it to me,” you say. “Only to me.”
He nods, as if it were what one has to expect from a lady. You get up and go along the bulkhead, behind the lorries, to where the shaft of the ventilator comes down, square, with its damper on a chain. In thirty years you have closed it for fire drill, once a quarter. You pull. Overhead something drops shut, plate upon plate upon plate, all the way up through the ship, past the saloon and the office and the bridge, and it is so quiet on the car deck that you can hear the lashings creak.
{ flag_you_locked_yourself_in_on_the_car_deck:
    The door is locked as well; that was you. There has never been a place on this ship that was so thoroughly in order.
}
Now nobody has this but you. There are forty people lying up there above it and they will turn over on the other side.
You come back. There is only the one stool. Off the pile by the tail-board you take a furniture blanket, grey, quilted, property of the removers, fold it in four, and sit down on it on the steel with your back against a wheel, as you have not sat since you were twelve. It brings your eyes about level with the keys.
{ flag_you_wear_mattis_empty_string:
    The knot of Matti's string has worked round to the front. You hold on to it, as in a bus.
}
“I'm a bit nervous,” says Jonas Lind. “I've had six years to practise, and I'm nervous.”
“I have had six years as well,” you say. “Carry on.”
He wipes his hands. He sets the left one down, low, one and two-three, with a drag upon the second beat, and you look at your shoes, for you know that knee. You walked beside it along every quay between here and Lübeck. It favoured the left in wet weather. He has put it in. The old fool went and put in his knee.
Then the right hand comes, and it is what you heard over the sink, strain upon strain of it, as far as a door that opens and a whistle that stops: here, and here, and here, eleven years of the places where you came in. You had thought that they were the ends of it. The hand goes past every one. It goes on up the stairs and along the corridor like somebody with a tray.
The run begins to climb. You have stopped breathing; your hand has got hold of the blanket. At the top there is the bar, and Jonas's wrist, which is quite sure of itself, comes up to it, and falters. Two notes too early. A hole; a breath.
And there he goes over. You never knew that there was another side to it. It comes down on the other side, by a different way, slowly, in a key that you could not name, with all the lamps lit.
+ [Close your eyes]
    ~ flag_you_heard_the_waltz_with_your_eyes = true
    -> mistake_none
+ [Watch his hands]
    ~ flag_you_watched_jonass_hands_all_through_the = true
    -> mistake_none
+ [Stand where the door would be]
    ~ flag_you_listened_standing_where_the_door = true
    -> mistake_none

=== mistake_none ===
# passage: Mistake, None
{ flag_you_heard_the_waltz_with_your_eyes:
    You open your eyes. It was longer in the dark, with rooms in it, and you find that you had expected somebody else to be sitting there.
}
{ flag_you_watched_jonass_hands_all_through_the:
    You watched his hands from the first bar to the last. They are not like Henrik's in any way; and three times they did what Henrik's did with a spanner.
}
{ flag_you_listened_standing_where_the_door:
    You had got up in the middle of it and gone to stand by the tail-board, where a door would be, if this were a room. So you are standing now.
}
The lid gives back the last of it. It takes its time. A lashing creaks; and when there is nothing to hear any longer Jonas takes his foot off the pedal, and even that one hears.
“It's over the bar,” he says, to the keys. “I always thought it was a fault, the bar. I thought, he's learnt it wrong, I'll mend it for him. And I played it right. I was so pleased.” He is smiling. “He put down his spanner. He said, Leave that. He said, that's not a mistake, lad.”
“What is it, then?”
“He said, That's where I look up.” Jonas lays his fingers on the place: the two that come too early, and the breath. “You know. When he was whistling at home. He'd have got as far as there, and he would look up, to see whether you'd come in.”
{ flag_you_looked_at_matti_over_the_wet_ink:
    So that was what Matti had in his handkerchief. He has known it for six years, and stood there before you, over a wet signature, with a cold.
}
He shuts his hands between his knees.
“He said, don't you ever play it straight. It's hers. She always did come in.”
{
- flag_matti_owes_ilse_and_has_told_her_that:
- else:
    Somebody promised something; nobody has told you what # closed
}
+ [“Play me only the bar.”]
    ~ flag_jonas_has_played_you_the_bar_once_more = true
    -> coat_issued
+ [Laugh, for the first time since the funeral]
    ~ flag_you_laughed_on_the_car_deck = true
    -> coat_issued
+ [Tell him what you said to Henrik on Tuesdays]
    ~ flag_you_told_jonas_that_on_tuesdays_you_said = true
    -> coat_issued
+ {flag_matti_owes_ilse_and_has_told_her_that} [“Then Matti has kept his promise.”]
    ~ flag_you_told_jonas_that_matti_kept_his = true
    -> coat_issued

=== coat_issued ===
# passage: Coat, Issued
{ flag_jonas_has_played_you_the_bar_once_more:
    He has played you the bar by itself, once more, alone; it takes four seconds. You have it with you on the stairs, like an egg.
}
{ flag_you_laughed_on_the_car_deck:
    You laughed, on the car deck, at ten to five, for the first time since the funeral. It came back off the lorries one after the other. Jonas thought at first that you were ill.
}
{ flag_you_told_jonas_that_on_tuesdays_you_said:
    You told him what you used to say to Henrik on Tuesdays, which was nothing. He thought about it. “He said you were a quiet one,” says Jonas on the stairs. “He said it as if it was a key.”
}
{ flag_you_told_jonas_that_matti_kept_his:
    “Then Matti has kept his promise,” you had said. “He got me down here in the end.” And Jonas said that Matti had promised it twice, the second time to him, with a mug of soup.
}
The office smells of toner and sleep. No one is in it. It is the first time since 1989 that you lock its door from the inside, and on the back of the door, on its nail, hangs Henrik's coat.
You hold it out by the shoulders, as one does at the opera. Jonas looks at you, and at it. Then he turns round and feels behind him for the sleeves, and the lining sighs, and it goes on. Diesel, peppermint, wet wool. It is too wide for him by one oiler. From behind, in bad light, it is somebody who has come home from the mission late on a Tuesday with his hands in his pockets.
You look at the clock. You look away from it.
{ flag_you_heard_the_waltz_with_your_eyes:
    If you shut your eyes you would have him there, knee and all. You keep them open. It is this one who has to get ashore.
}
{ flag_you_made_falk_a_sandwich:
    On the blotter lies half a cheese sandwich, cut across, on a clean sheet of list. <i>For the purser</i>, it says. <i>The other half was excellent.</i>
}
{ flag_you_left_a_chit_on_hook_eleven:
    Somebody has added to the chit on hook eleven, in small clean letters: <i>Noted. F.</i> He has not added what.
}
The crew list has forty-one lines, and one is ruled below the last, since a printer's sheet has forty-two.
{ flag_on_paper_the_piano_is_ilses:
    Falk's good pen is in your breast pocket, still; he left it on your desk, its cap towards you, when he went to bed. You write the new name with it. It makes a very honest line.
}
<i>Lind, J.</i>, you write. <i>Engine room, supernumerary.</i> The ink has to dry. The boy stands there in the coat with its collar half up and half down, and there is the kettle, and there is time.
+ {flag_the_music_stands_in_the_log_in_ink} [Button the coat for him, to the top]
    ~ flag_you_buttoned_henriks_coat_on_jonas = true
    -> log_with_all_pages
+ {flag_the_music_stands_in_the_log_in_ink} [Spell his name wrong on purpose]
    ~ flag_you_spelt_the_new_name_wrong_in_the_crew = true
    -> log_with_all_pages
+ {flag_the_music_stands_in_the_log_in_ink} [Give him the kettle to carry]
    ~ flag_jonas_carries_your_kettle = true
    -> log_with_all_pages
+ {flag_matti_owes_ilse_and_has_told_her_that} [Button the coat for him, to the top]
    ~ flag_you_buttoned_henriks_coat_on_jonas = true
    -> crew_plus_one
+ {flag_matti_owes_ilse_and_has_told_her_that} [Spell his name wrong on purpose]
    ~ flag_you_spelt_the_new_name_wrong_in_the_crew = true
    -> crew_plus_one
+ {flag_matti_owes_ilse_and_has_told_her_that} [Give him the kettle to carry]
    ~ flag_jonas_carries_your_kettle = true
    -> crew_plus_one

=== cord_long_enough ===
# passage: Cord, Long Enough
You are a purser. You know to the metre what you have. The microphone of the loudspeakers stands on your desk on a cord of ten metres, and in the locker there are four extensions of twenty-five, for the lifeboat drill; and you carry all of it down ninety-six steps upon your shoulder, paying it out behind you round each landing, like a woman laying a fuse.
It is long enough. It is long enough with an arm's length over, which you would call providence, had you not ordered it yourself in 1997.
{ flag_on_paper_the_piano_is_ilses:
    It is your piano, moreover. It says so in triplicate. One may hang what one likes over one's own furniture.
}
{ flag_falk_knows_that_the_crew_bought_the:
    It is forty people's piano, that much is down in Falk's notebook. Then they had better hear what they have bought.
}
Jonas has propped up the lid. He has used a bottle jack from one of the lorries. Inside, the strings run away into the dark like rails, and you hang the microphone over them on a loop of mailbag twine, a hand's breadth above the felts, where it turns a little, and is still.
“They'll know that I'm here,” he says.
“Yes.”
“Everybody. The captain. That man with the spoons.”
“The whole ship,” you say. “And the pilot, and anyone on the quay with a window open. They will hear that a person is here and is playing the piano. Nobody will be able to say afterwards that he hasn't heard it, and nobody will have to say what he saw.” It surprises you; you have never in your life constructed a sentence like that. You suppose that it has been lying there, next to the regulations. “If you would rather not, we shall shut the lid.”
He rubs his wrists. He looks at the microphone as one looks at a dentist's lamp.
“He made it on this ship,” Jonas says. “Did you know? In the shaft tunnel. He said that the screw turned in threes at half speed, if you had the patience. He used to go and check it.”
At half speed. Under you at this moment, at half speed, with the pilot aboard, the screw of the Aurelia goes round; and through the tail-board and the soles of your shoes, when you have the patience, it does, it leans a little on the second beat like a man who favours a knee.
“I can hear it,” you say.
“Right,” says Jonas Lind. He sits, and moves the stool, and moves it back. He wipes his palms down the navy's trousers. He sets the left hand down low, where it does not make a sound yet, and looks at your thumb, which is on the switch.
The switch clicks. Through six decks of steel, out of every horn in every corridor, you hear a great soft listening noise, as when someone comes into a room; and in the middle of it a boy who draws in his breath.
He waits for the screw to come round. He plays.
+ [Stay by the microphone and hold the cord]
    ~ flag_you_held_the_cord_of_the_microphone = true
    -> cap_off
+ [Go up, to hear it as they hear it]
    ~ flag_you_went_up_to_hear_the_waltz_with_the = true
    -> cap_off
+ [Announce it first, as one announces a port]
    ~ flag_you_announced_the_waltz_over_the = true
    -> cap_off

=== cap_off ===
# passage: Cap, Off
{ flag_you_held_the_cord_of_the_microphone:
    You held the cord for a whole strain, with the weight of ninety-six steps on it, and then felt it tighten, as a line does when something is moving at the other end. You made it fast, and went up to see what you had caught.
}
{ flag_you_went_up_to_hear_the_waltz_with_the:
    You went up to hear it as they would, a step to a beat, and it met you upon every landing, out of every horn. Nobody had ever told you how good they were; you had only used them for lifejackets.
}
{ flag_you_announced_the_waltz_over_the:
    “Ladies and gentlemen, this is your purser,” you had said, as if it were a port. “A waltz. By Henrik Brandt, engine room.” Your own voice was still going along the corridors when you came up after it.
}
In the saloon they have stopped sounding like gravel. The lamps are still down. The music comes out of the grey horn above the bar from which for thirty years nothing has come but meal times, and under it along the benches the blankets are sitting up, one here, one there, like seals.
Ahlgren gets to his feet. No one has told him to. He stands beside the bench in his long drawers with his hands down his seams; then Aho stands, then Bergman, in good order, in the order of the list, and on, along the port side and back along the starboard one, until there are forty of them upright in the dark in their stockinged feet.
{ flag_falk_knows_that_the_crew_bought_the:
    In the office door across the passage stands Falk, with the print of a list on his cheek. He has his notebook. He finds the page with a name and a dash on it, tears that out along the stitching, and folds it in two, in four, in eight, until it is a very small square, and there is nowhere left to write.
}
{ flag_you_laid_a_blanket_over_falk:
    There is a grey blanket round his shoulders, or else a bishop has come aboard.
}
{ flag_you_whistled_the_bar_in_which_the_music:
    When the bar comes somebody whistles along, hole and all, low; and you find that it is you, again.
}
Matti Koskela is by the dents. He takes off his cap. He looks into it, as if for what one does next; and then he lays it on the carpet, where the piano was, and goes to the stairs and down.
+ [Go down at Matti's side]
    ~ flag_you_went_down_at_mattis_side = true
    -> socks_assorted
+ [Pick up his cap and carry it]
    ~ flag_you_carry_mattis_cap = true
    -> socks_assorted
+ [Count them, as you count every night]
    ~ flag_you_counted_forty_pairs_of_socks_on_the = true
    -> socks_assorted

=== socks_assorted ===
# passage: Socks, Assorted
{ flag_you_went_down_at_mattis_side:
    You went down at Matti's side, step for step, ninety-six, and neither of you had a hand on the rail.
}
{ flag_you_carry_mattis_cap:
    You picked up the cap and have it under your arm. It is heavier than one thinks; there is a photograph in the lining, of three people and an engine.
}
{ flag_you_counted_forty_pairs_of_socks_on_the:
    You counted them past you on the stairs, as you do every night: forty pairs of socks, nineteen of them grey, and one with ducks.
}
Forty people in stockinged feet make no noise on steel. They come in at the steel door and along between the lorries, and stop where the light of the bicycle lamp stops, and the last strain is still going when the last of them has found a wheel to stand beside. Nobody coughs. It goes over the bar, and comes down upon the other side, and is over.
Jonas takes his foot off the pedal. He looks up, sees them, and gets to his feet and hits his head.
“It was on purpose,” he says. There is nothing that they have asked. He says it to you, over the lid, quite fast. “The bar. I wanted to put it right for him, I did put it right, once. And he laid down his spanner and said, Leave that. That's no mistake. He said, that's where I look up.”
“Where he looks up,” you say.
“At home. When he was whistling. He'd get as far as there, and look up, to see whether you'd come in.”
{ flag_you_asked_what_your_piano_weighs:
    Four hundred and eighty kilogrammes. You have been asking the wrong question about the thing all night.
}
{ flag_you_asked_what_the_piano_had_cost_the:
    Eleven years of strike fund, and six crowns. The cook, in curlers, is looking at what she got for the six.
}
{ flag_you_gave_matti_the_mug_that_was_henriks:
    There is a clink. Matti has got the brown mug inside his jacket; he takes it out, and stands it on the corner of the lid, on its chip, where it will not mark.
}
Matti Koskela stands there with his grey hair on end. “Well,” he says at last, to the piano at large. “Now she's heard it.” And forty faces turn, in good order, to look at you; and the keys lie there in the lamp with no one's hands on them.
+ {flag_the_music_stands_in_the_log_in_ink} [Say aloud that you came in]
    ~ flag_you_said_aloud_that_you_had_come_in = true
    -> piano_carried
+ {flag_the_music_stands_in_the_log_in_ink} [Shut the lid over the keys yourself]
    ~ flag_you_shut_the_lid_of_the_piano = true
    -> piano_carried
+ {flag_the_music_stands_in_the_log_in_ink} [Ask them to turn round for a moment]
    ~ flag_forty_people_turned_their_backs_so_that = true
    -> piano_carried
+ {flag_matti_owes_ilse_and_has_told_her_that} [Say aloud that you came in]
    ~ flag_you_said_aloud_that_you_had_come_in = true
    -> ear_good
+ {flag_matti_owes_ilse_and_has_told_her_that} [Shut the lid over the keys yourself]
    ~ flag_you_shut_the_lid_of_the_piano = true
    -> ear_good
+ {flag_matti_owes_ilse_and_has_told_her_that} [Ask them to turn round for a moment]
    ~ flag_forty_people_turned_their_backs_so_that = true
    -> ear_good

=== log_with_all_pages ===
# passage: Log, with All Pages
{ flag_you_buttoned_henriks_coat_on_jonas:
    You did it up for him to the top button, the one that Henrik always left. So he will have to hold his chin high. It makes quite an officer of him.
}
{ flag_you_spelt_the_new_name_wrong_in_the_crew:
    <i>Lindt, J.</i>, the crew list says; you spelt it wrong on purpose, for the first time in your career. A man who looks for Lind will have to go on looking.
}
{ flag_jonas_carries_your_kettle:
    He has got your kettle to carry. No one has ever yet arrested a man who was carrying a kettle.
}
At six the ramp goes down, and it is day: gulls, chains, wet granite. Four military policemen stand there in white belts, with a photograph.
The captain has put on her shoes. She comes down through the lorries with the log in her arms, and takes up her place, not at the head of the ramp, where it says in the regulations, but next to you.
“There's a page in it,” she tells Viktor Falk. “I thought that I'd better say so.”
He has already found it. He reads standing, with his case between his feet. <i>00.04. Music from car deck. Waltz.</i> You read it with him, upside down. Below it she has written, at a quarter to six, and you can see where the pen stood still first: <i>Investigated by purser. Nothing found that does not belong to the ship.</i>
“Is that correct, Mrs Brandt?” asks Falk.
Nobody but you has heard it to its end. You look for a sentence that is true. It takes a while; you have always had a form.
“It belongs to the ship,” you say.
{ flag_on_paper_the_piano_is_ilses:
    He nods, and from his case takes the manifest, white copy, and gives it to you. “And this belongs to you. I have kept the pink. Would you believe that they add up?” He holds out a hand for his pen; and then turns that into a little wave, and lets you keep it.
}
{ flag_falk_knows_that_the_crew_bought_the:
    He nods. He looks across at Matti, who stands by the winch with his raw neck and waits to be given up; at the van, with its tail-board shut; at his notebook. “One piano,” says Falk, “that I have sold already. I can hardly sell it twice.” He strikes the line out, with a ruler.
}
{ flag_you_have_the_captains_strip_of_weather:
    The captain looks at the page, and at the place where it would tear best. You put your hand in your breast pocket and give her back her square of weather. She has hold of it all through what follows.
}
{ flag_you_saluted_the_captain:
    You salute her. It is the second time tonight and the last time ever, and she returns it without looking whether anybody sees.
}
“All ashore,” says Matti.
The crew goes down in a bunch, as crews do, forty of them in boots, with bags, on strike since six. Somewhere in the third row there walks a coat. Diesel, peppermint, wet wool. It is a bit wide. It has its hands in its pockets, and upon the wet granite, in front of four white belts, it begins to favour the left knee.
The one with the photograph holds that up, and looks at faces. He looks for a young man who is running away. What comes past him is somebody who has walked home this way a hundred times, late, on a Tuesday; he has even begun to whistle. He gets as far as the bar. You see him not look round.
“What was that?” says the captain, at your side, with both ears. “That tune?”
“Nothing to report,” you say; and you take her arm, since she has not got a bridge to go back to either, and go in after it.
A Page Left In # ending
-> END

=== crew_plus_one ===
# passage: Crew, Plus One
{ flag_you_buttoned_henriks_coat_on_jonas:
    You buttoned him up to the chin. There was a hair on the collar, grey, six years old, and you left it there to see him ashore.
}
{ flag_you_spelt_the_new_name_wrong_in_the_crew:
    The forty-second line of the crew list says <i>Lindt</i>. You have looked at it from all sides. It is a very good mistake; it is the only one that you have ever made on purpose, and you know now what such things are for.
}
{ flag_jonas_carries_your_kettle:
    He carries your kettle by its handle in front of him, full, as you told him to. One walks in a certain way with a full kettle. One does not look like someone in flight.
}
At six the ramp goes down, and it is day: gulls, chains, wet granite, and four military policemen in white belts, with a photograph.
“Log,” says Captain Vass.
It is clean. She gives it to Viktor Falk at the head of the ramp, and he goes through the night from ten o'clock to six with a fingernail. Weather fair; sea slight; one key lost overboard. And at midnight, in the handwriting of someone who was once slapped for it: <i>Nothing to report.</i> He looks up from there, along the lorries, at you.
You have told one lie in your life, and here it is, in ink, in somebody else's hand, with the company's stamp coming down on it.
{ flag_falk_knows_that_the_crew_bought_the:
    Beside the key that went overboard he has written something, small: <i>Surfaced.</i>
}
“In order,” says Falk.
“You'll miss that, Ilse,” says the captain. She has not called you so in thirty years. She has turned an ear to you; you could not say any longer which.
{ flag_on_paper_the_piano_is_ilses:
    He shows you his list, the whole nineteen pages, with the double line beneath. “Even,” he says. “I shall have it framed. I am aware that one piece of it is a kindness.” He clears his throat. “I counted that as well.”
}
{ flag_falk_knows_that_the_crew_bought_the:
    He shows you his notebook, the page with <i>Koskela</i> and a dash. He has filled in what comes behind the dash. <i>Has a receipt</i>, it says. The van may leave the ship with its piece of furniture; it goes to the mission; he has looked up the tram.
}
“All ashore,” calls Matti Koskela. He is bareheaded and his eyes are red. He comes to you first, and stops.
“Well?” says Matti. “Did you hear it?”
“Yes.”
“The whole thing?”
“Over the bar,” you say.
He nods for some time. What he promised he has carried round with him for six years, and you see him feel for the place where it was, below the collar. “What's it like?” he says. “On the other side?”
And you find that nobody on this earth knows but you and a boy. It is a present, it has your name on it; you need not sign.
“I'll tell you on Tuesday,” you say. “Come at six. There will be soup.”
{ flag_you_told_matti_that_you_had_reported_it:
    “And don't ever say again that you reported it,” says Matti. “The first one was quite good. Leave it at that.”
}
They go down in a bunch, as crews do, boots and bags. In the third row goes a coat. Diesel, peppermint, wet wool: a bit wide, with its hands in its pockets, and as it comes out upon the granite, between two white belts, it begins to favour the left knee. The policeman looks at his photograph, of a boy who holds himself straight. He looks at what is passing him. It has come off this boat at this hour a thousand times, and it is whistling.
It goes up the run. It gets to the bar; there comes the hole, and the breath.
On a quay full of gulls, with your shoes in good order and no ship behind you, you walk in through it.
One More Name # ending
-> END

=== piano_carried ===
# passage: Piano, Carried
{ flag_you_said_aloud_that_you_had_come_in:
    “I came in,” you had said, aloud, in front of forty people. “Every time. I came in.” It is an hour ago. Your throat feels like something that has been lent to somebody.
}
{ flag_you_shut_the_lid_of_the_piano:
    You had shut the lid over the keys yourself, with two hands, and kept them on it until the wood was warm.
}
{ flag_forty_people_turned_their_backs_so_that:
    You asked them to turn round for a moment, and forty people turned their backs, and examined nine lorries. When you said thank you they turned about again like a watch.
}
At six the ramp goes down, and it is day: gulls, chains, wet granite. On the quay stand four military policemen in white belts, with a list.
“Log,” says Captain Vass. She is in her shoes, and holds out the book to Viktor Falk upon both forearms, as one hands over a child. Then she opens it for him at the page, so that he need not look.
He reads it. <i>00.04. Music from car deck. Waltz.</i> He reads what she has written under it at a quarter to six, in the same ink. <i>05.02. Origin of music established. In good order.</i>
“That is an irregularity,” says Falk.
“It's the only thing in there that isn't,” says the captain. “Will it do for a pension?”
{ flag_you_sat_on_the_saloon_carpet_in_your:
    There is fluff from the carpet on her cardigan, and fluff on your stockings, the same red. Falk notices it; he notices everything. He shuts the book.
}
{ flag_you_struck_the_fork_and_the_piano_below:
    “It was in tune,” she adds. “We checked,” and you feel for the fork in your pocket. You will not need to have it explained any more.
}
{ flag_on_paper_the_piano_is_ilses:
    He takes the manifest out of his case, the white copy, with your name below the last line, and looks from the four hundred and eighty kilogrammes to you. “You have not yet collected your furniture, Mrs Brandt,” says Falk. “I should like to see that line go ashore.”
}
{ flag_falk_knows_that_the_crew_bought_the:
    He takes the notebook out of his case, in which one page is missing, and shows you the edge of it. “I find that I have nothing against anybody,” says Falk. “It is a very peculiar feeling. Would you see that thing off my ship?”
}
“Bosun,” you say. “Carry on.”
They carry it. They need no boots for it; they have left them all in the saloon, in pairs, for the company. Forty people in socks take hold of the Aurelia's piano, on all its sides, and go down the ramp beneath it with short steps, like something in the Bible, in three-four time. You cannot help seeing that. They cannot help it, either.
{ flag_you_know_that_matti_said_port_and_looked:
    “To port,” Matti calls from the front, and they all swing to starboard without a word.
}
The first policeman looks at his list. The second bends his knees, to see between the legs, and there are eighty-two of them, one pair in a navy's trousers; and each belongs to somebody who is holding up a piano, and would have to be asked to let go. He straightens again. He has a belt to think of. “Is there a permit for that?” he says.
“It is music,” says Captain Vass from the ramp. “It's in the log.”
You come last, with your kettle. You have got no form for any of this. Somebody in the middle, whom one cannot see, has begun to whistle as he walks, up the run, as far as the bar; and there he stops, as he was taught to, and you look up.
You come in.
Forty Pairs of Socks # ending
-> END

=== ear_good ===
# passage: Ear, Good
{ flag_you_said_aloud_that_you_had_come_in:
    An hour ago you said it aloud before forty people, <i>I came in</i>, and no one has come near it since. They walk round it as they walk round the dents.
}
{ flag_you_shut_the_lid_of_the_piano:
    It was you who shut the lid. There are two handprints upon it now, which have not gone yet.
}
{ flag_forty_people_turned_their_backs_so_that:
    Forty people turned their backs for you, an hour ago, and nobody has quite met your eyes since then, out of manners.
}
At six the ramp goes down, and it is day: gulls, chains, wet granite, and on the quay four military policemen in white belts, with a photograph.
Captain Vass signs her log on the lid of the piano, as there is no table. It is the last page and there is next to nothing on it. <i>Weather fair. Sea slight. Key of car deck lost overboard. Nothing to report.</i> She blots it, and hands the book to Viktor Falk, who turns the leaf, and looks at the other side, where there is nothing at all.
“For the whole night?” says Falk. He has been aboard for the whole night. He has stood in a door in his stockings while it came out of the walls.
“You can read it,” says the captain.
{ flag_on_paper_the_piano_is_ilses:
    Falk takes the manifest from his case, white, with your signature, and lays it in the log like a bookmark. “As per list,” he says. “One piece, claimed by its owner.” He smiles at the owner. He has never had one before that came out, and he does not intend to hear a note against it.
}
{ flag_falk_knows_that_the_crew_bought_the:
    Falk feels in his waistcoat and finds a very small square of paper, and looks about for where one puts such a thing, and in the end lays that in the log, and shuts it. “I have no notes,” he says. It must be the first time in nineteen years.
}
“Mrs Brandt,” says Eleonora Vass. “A word.” She takes you by the elbow to the edge of the ramp, where the wind is. She stands close, and small, and looks out at the water, and pulls the cardigan about her with the envelope in it.
“That fog signal in \'98,” she says. “It was the right one that it got.”
You think of that. You think of all the inspectors.
“It's the left that I hear with,” says the captain. “Like a bat. I had it against that ventilator from ten past eleven. When you stood there and said <i>nothing</i>, they'd just got to the run.” Her mouth moves. “Thirty years I've asked you what there was, and you've told me. I thought, let's see if she'd ever do one for herself. I could have kissed you. I very nearly wrote it down.”
And she goes back up into her ship, turning off lamps.
“Lift,” says Matti Koskela.
They lift. Their boots stand in the saloon in forty pairs, for the company. In their socks, grey and odd, and one of them with ducks, they get beneath the Aurelia's piano on all its sides, and there is one more head among them than there are names.
{ flag_you_know_that_matti_said_port_and_looked:
    “Mind your port side,” calls Matti, and looks to starboard, and it is then that you begin to laugh.
}
Down the ramp they come, with short steps, as one does with a coffin or a bride. The policemen draw themselves up. One of them holds the photograph. He would like to look at the faces, but they are under a piano; he would have to ask forty-one people, one by one, to let go of it, and he can see where that would end, and whose foot is beneath. He folds up the photograph. He takes one step back to let it pass, and then, as it is so large, and so black, and goes by in such good order, he salutes.
You carry on behind it. You promised nobody anything; it was somebody else who did that, and he walks in front there, bareheaded, and has kept it. Out of the middle of the crowd a boy whistles up as far as the bar.
He breaks off, and looks round, between the shoulders, to see if you have come in.
The Good Ear # ending
-> END
