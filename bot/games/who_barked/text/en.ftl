game-title = Who Barked?
game-blurb = Raid the kitchen by night! But some of you are dogs in cat suits, and one woof wakes the humans.
game-sign = 🐾
game-length = 20 min

team-cats = The cats
team-dogs = The dogs
level-kitten = Kitten
level-kitten-told = Remembers who was there when it barked, but not who voted how.
level-tomcat = Tomcat
level-tomcat-told = Reads your votes, keeps a straight face, and sniffs out the Nose.
level-fox = Sly Fox
level-fox-told = Sees through you all, and lies with an innocent face. For steady nerves!

# The goals: in a sentence, and short for buttons and lists.

goal-0 = the biscuit tin
goal-1 = the cheese board
goal-2 = the Sunday roast
goal-to-0 = to the biscuit tin
goal-to-1 = to the cheese board
goal-to-2 = to the Sunday roast
goal-name-0 = Biscuits
goal-name-1 = Cheese
goal-name-2 = Roast

# Whose turn it is

asked-meet = 🤫 Press 🐾 and read your secret role
asked-lead = 👑 { $names }: pick a crew for the kitchen
asked-vote = 🗳️ Should they go? Votes still missing: { $names }
asked-raid = 🤫 In the kitchen, paws on the button: { $names }
asked-hush = 🤫 Psst … was that a paw, or a …?
asked-sniff = 👃 Sniff, sniff … is that the Nose?
asked-talk = 💬 Talk it over, then press “{ button-ready }”
asked-hunt = 🦴 { $names }: which cat is the Nose?

# What happened

night-begins = 🌙 The humans are asleep. { $name } leads first.
proposed = 👑 { $name } wants to send { $crew }.
refused = 🏠 { $yes } for, { $no } against: { $name }'s crew stays home, and an hour is gone.
left = 🐾 { $yes } for, { $no } against: { $name }'s crew sneaks off.
smelled = 👃 You smelled { $dogs ->
        [0] no dog
        [one] **1 dog**
       *[other] **{ $dogs } dogs**
    } in the crew that left.
raided = 😋 Not a sound, and { $goal } is licked clean!
woken = { $barks ->
        [one] 🐶 WOOF! Somebody barked
       *[other] 🐶 WOOF, WOOF! { $barks } of them barked
    } on the way { $to }. The humans are up for the { $alarm ->
        [1] 1st
        [2] 2nd
        [3] 3rd
       *[other] { $alarm }th
    } time.
sniffs = 👃 { $name } sniffs at { $accused } …
hunt-begins = 🎭 Everything is eaten, so the dogs take off their suits. { $name } may name the Nose.
accused = { $right ->
        [1] 👃 { $name } sniffs at { $accused }, and that **is** the Nose!
       *[0] 👃 { $name } sniffs at { $accused }, but the Nose is { $nose }.
    }
dawn = 🌅 Not enough night left for all that food: the dogs have held out.
awake = 💡 Once too often! The humans lock the kitchen for good.

# The board

board-night = 🌙 { $hours ->
        [one] **1** hour
       *[other] **{ $hours }** hours
    } until dawn · 💡 **{ $alarms }** of { $max } alarms
board-vote = **Off { $to }:** { $crew }?
board-hush = **Paws in the dark:** { $crew } are sneaking { $to } … listen!
board-raid = **On the way { $to }:** { $crew }
board-hunt = **Suits off:** the dogs are { $names }.
board-sniff = **Nose to nose:** { $name } sniffs at { $accused } … nobody breathe!
votes-for = For: { $names }.
votes-against = Against: { $names }.

# What there is to talk about. Only open facts, and only questions.

talk-first = 💬 No cat knows anything yet. Whom would you take along, and why?
talk-caught = 💬 There's no other way: the dogs can only be { $names }. So who goes now?
talk-exposed = 💬 There's no other way: { $names } must be { $many ->
        [one] a dog
       *[other] dogs
    }! Who else is?
talk-few-packs = 💬 Do the sums: only { $count } { $dogs ->
        [3] trios
       *[other] pairs
    } of dogs still fit. Which one is it?
talk-no-spare-hour = 💬 No hour left to lose: now every crew has to bring it home. Whom do you trust blindly?
talk-last-alarm = 💬 One more alarm and the dogs win. Whom would you still send?
talk-last-goal = 💬 Just one goal to go! Who gets to finish the job?
talk-alone = 💬 Only { $names } said “{ vote-no }”. Just a hunch?
talk-again = 💬 { $names } { $many ->
        [one] was
       *[other] were
    } along { $count ->
        [2] both times
       *[other] all { $count } times
    } it barked. Bad luck?
talk-all-for = 💬 All of you said “{ vote-yes }”. Who talked you into that crew?
talk-doubters = 💬 { $names } said “{ vote-no }” and had a point. What made you wonder?
talk-reluctant = 💬 { $names } said “{ vote-no }”, { $many ->
        [one] was
       *[other] were
    } sent all the same, and it barked. What do you make of that?
talk-fans = 💬 { $names } said “{ vote-yes }” without going along. Why so trusting?
talk-same-leader = 💬 Another of { $names }'s crews has barked. How do you pick them?
talk-stayed-out = 💬 { $names } picked the crew and stayed out of it. Modest, or clever?
talk-who-barked = 💬 { $count ->
        [one] One of them barked
       *[other] { $count } of them barked
    }: { $names }. Whom would you send again?
talk-quiet-now = 💬 { $names } { $many ->
        [one] was along when it barked before, and now all was quiet. A cat after all, or a patient dog?
       *[other] were along when it barked before, and now all was quiet. Cats after all?
    }
talk-worried = 💬 { $names } said “{ vote-no }”, but all was quiet. What were you afraid of?
talk-twice-quiet = 💬 Quiet again with { $names } along. Is that proof enough for you?
talk-all-for-quiet = 💬 All of you said “{ vote-yes }”, and all was quiet. Was there really no dog?
talk-quiet = 💬 Not a sound from { $names }. All cats, or is somebody waiting?
talk-nobody = 💬 Nobody wanted this crew, not even { $names }. What was the plan?
talk-only-one = 💬 Only { $names } wanted { $others } to go. Why them?
talk-self-doubt = 💬 { $names } { $many ->
        [one] was picked and said “{ vote-no }” all the same. Why?
       *[other] were picked and said “{ vote-no }” all the same. Why?
    }
talk-crew-only = 💬 Only the crew itself wanted to go. What would win over the rest of you?
talk-wanted = 💬 { $names } wanted { $others } to go. What do you like about them?
talk-one-short = 💬 One more vote, and { $names } would be off. Whom could you win over?
talk-never-along = 💬 { $count } crews, and never with { $names }. Time to change that?
talk-hours = 💬 { $count ->
        [one] 1 hour
       *[other] { $count } hours
    } to go. Who hasn't said anything yet?

# Your own screen

button-hand = My role
button-ready = Ready
own-cat = 🐱 You're **a cat**. You don't know who anybody else is. Help to eat everything up!
own-nose = 👃 You're **the Nose**, a cat that smells how many dogs go with each crew. Use it, but don't let the dogs find out!
own-scent = { $sign } { $crew }: { $dogs ->
        [0] no dog
        [one] **1 dog**
       *[other] **{ $dogs } dogs**
    }
own-dog = 🐶 You're **a dog in a cat suit**{ $top ->
        [1] , and the top dog 🦴: once the food is gone, you name the Nose
       *[0] {""}
    }. With you: { $names }. Bark at the right moment, and look innocent!
wait-meet = **Read your role, and keep it to yourself.**
wait-hush = **Hush! Is that a …**
wait-sniff = **Sniff, sniff … hold your breath!**
wait-talk = **Talk about it!** Ready for the next crew? Then say so here.
wait-lead = The leader 👑 is picking a crew. Put in a good word for yourself!
wait-raid = { $along ->
        [1] You're done. Hold your breath …
       *[0] Hush! The crew tiptoes through the kitchen.
    }
wait-hunt = The top dog is sniffing for the Nose. Cats: faces straight! Dogs: say what you think.
ask-lead = **Who goes? Pick { $sizes } cats.** { $hours ->
        [0] It's your last chance: if they stay home or bark, it's dawn!
        [one] You've got 1 hour to spare.
       *[other] You've got { $hours } hours to spare.
    }
button-propose = Send them
button-propose-goal = Send them: { $goal }
ask-vote = { $leader } wants to send **{ $crew }** { $to }. **Should they go?** { $last ->
        [1] If not, it's dawn and the dogs win!
       *[0] {""}
    }
vote-given = You said **{ $vote }**. You can change it until the last vote is in.
vote-yes = Go
vote-no = Stay
ask-raid = **You're on your way { $to }.** { $dog ->
        [1] Sneak like a cat, or bark?
       *[0] Every cat sneaks. Press it, so nobody waits.
    }
button-sneak = Sneak
button-bark = Bark!
ask-hunt = **The food is gone, but you've got one sniff left. Which cat is the Nose?**
ask-hunt-sure = **Is { $name } the Nose?** If so, the dogs win. If not, the cats do.
button-accuse = Yes, that's the Nose

predict-raid = 🔮 **Who wakes the humans?** What do you think of this crew?
predict-raid-nobody = Nobody
predict-raid-one = One dog
predict-raid-more = More than one

# The notebook

button-notebook = Notebook
notebook-signs = 👑 leader · 👎 said “{ vote-no }” · 🏠 stayed home · 😋 quiet · 🐶 barks · 👃 dogs along
notebook-shared = What everybody can work out
notebook-own = What only you know
notebook-left = { $left ->
        [1] Only one of { $all }
       *[other] **{ $left }** of { $all }
    } possible { $dogs ->
        [3] trios
       *[other] pairs
    } of dogs { $left ->
        [1] is
       *[other] are
    } left.
notebook-left-cat = You're no dog, so it's { $left ->
        [1] only one
       *[other] **{ $left }**
    } of { $all }.
notebook-left-nose = With your nose, it's { $left ->
        [1] only one
       *[other] **{ $left }**
    } of { $all }.
notebook-left-dog = Who the dogs are. All that the cats can know is above.
notebook-dogs = 🐶 Surely a dog: { $names }
notebook-cats = 🐱 Surely a cat: { $names }
notebook-maybe = ❓ Could be either: { $names }
notebook-packs = 🔎 { $packs }

# The end

over-headline = { $winner ->
        [cats] 😻 A full belly for every cat
       *[dogs] 🐶 The dogs have kept watch
    }
end-roles = 👃 The Nose: { $nose } · 🦴 The top dog: { $top }
result = { $won ->
        [1] 🏆 **You won** with { $team ->
            [cats] the cats
           *[dogs] the dogs
        }!
       *[0] You lost with { $team ->
            [cats] the cats
           *[dogs] the dogs
        } this time.
    }

# Awards, highlights and numbers

award-doubter = 🧐 Twice said no to dogs, and never yes to a bark
award-lone-voice = 📣 Alone said no, and then it barked
award-tin-opener = 🥫 Led two or more crews that came home full
award-poker-nose = 👃 Twice said no to dogs, and was never found
award-cat-suit = 🎭 Helped to empty two goals as a dog, and still won
award-bloodhound = 🦴 Sniffed out the Nose when all was lost
award-alibi = 🕶️ Won as a dog, and was there at no alarm
award-cool-cat = 🧊 Led the last crew, one bark from the end
award-title-doubter = Sixth Sense
award-title-lone-voice = Lone Voice
award-title-tin-opener = Tin Opener
award-title-poker-nose = Poker Nose
award-title-cat-suit = Purrfect Disguise
award-title-bloodhound = Bloodhound
award-title-alibi = Perfect Alibi
award-title-cool-cat = Cool Cat
number-crews = { $count } { $count ->
    [one] crew
   *[other] crews
    }
number-alarms = { $count } { $count ->
    [one] alarm
   *[other] alarms
    }
moment-alone = Only { $name } didn't trust { $crew }. Then it barked!
moment-trusted = Everybody trusted { $name } and sent { $crew }. Then it barked!
moment-found = { $name } sniffed out { $nose } as the Nose, and turned the game.
moment-hidden = { $nose } hid so well that { $name } took { $accused } for the Nose.
moment-poker = { $name } knew there was a dog among { $crew }, said “{ vote-yes }” all the same, and was never found.
moment-undoubted = No cat ever voted against a crew with { $name }. Yet { $name } was a dog!
moment-helper = { $name } was a dog, and still sneaked along more than once without a sound.
moment-kept = It took every vote: the last one, by { $name }, kept { $crew } at home, a dog among them.
moment-sent = It took every vote: the last one, by { $name }, sent { $crew }, and they emptied { $goal }.
moment-exposed = From this bark on, everybody could work out who the dogs were. Poor { $name }!
moment-last-hour = In the very last hour, { $name }'s crew emptied { $goal }.

# The lesson

lesson-meet = Welcome to the kitchen! Five cats want to eat it empty tonight, but **two of them are dogs in cat suits**. You're the Nose, a cat with a very fine nose. Press **{ button-go-on }** to begin.
lesson-lead = You lead! Pick a crew for one of the goals: the numbers say how many cats each one needs. You're no dog, so take yourself along. I'd pick **{ $crew }**.
lesson-vote = Everybody votes at once, and more than half have to say **{ vote-yes }**. Each vote costs an hour of the night, whether they go or not. I'd say **{ $vote }**: { $reason ->
        [smell] your nose says there's a dog with them.
        [must] there's no hour left to lose.
        [good] I don't know anything better.
       *[bad] there are better crews.
    }
lesson-raid = You're in the kitchen. A dog could bark now, but you're a cat: press **{ button-sneak }**.
lesson-quiet = All quiet! That can mean that no dog was there, or that one played nice. You know more: read what you smelled.
lesson-refused = They stay home, and an hour is gone. That's no disaster, as now you know who voted how: **{ button-notebook }** keeps it all.
lesson-hush = Psst! Press **{ button-go-on }** and you'll hear if somebody barks.
lesson-barked = Somebody of that crew is a dog, but who? Look at who let them go: **{ button-notebook }** has all votes, and works out which pairs of dogs still fit.
lesson-wait = Press **{ button-go-on }** to see what the others do.
lesson-hunt = The food is gone! Now the top dog may name one cat. If it's the Nose, so you, the dogs win after all: that's why you hide it.
lesson-sniff = Keep calm and press **{ button-go-on }**: does the top dog know it's you?
lesson-over = **That was the lesson, well done!** Now play with your friends: `/cats play`. Two of you are enough, as computers fill the empty seats.

# The rules

rules-idea-title = A kitchen by night
rules-idea =
    🌙 The humans are asleep, and you cats want to eat **the biscuit tin, the cheese board and the Sunday roast** before dawn.

    🐶 But some of you are **dogs in cat suits**. The dogs know each other. The cats know nobody.

    😻 **The cats win** once all three goals are empty, unless the dogs find their Nose.

    💡 **The dogs win** if they wake the humans { $alarms } times, or if dawn comes first.

rules-crew-title = The crew
rules-crew =
    👑 The leader proposes who sneaks into the kitchen. Each goal needs a certain number of cats, so their number decides where they go. If two goals need the same, it's 🍪 before 🧀 before 🍗.

    🗳️ **Everybody votes at the same time.** You can change your vote until the last one is in. Then everybody sees who voted how. The crew goes if **more than half** say “{ vote-yes }”.

    🕐 Each vote costs an hour, whether they go or stay. Then the next player leads. Once there are fewer hours than goals left, it's dawn.

rules-dogs-title = Woof!
rules-dogs =
    🤫 Each of the crew acts in secret. **Cats can only sneak. Dogs can sneak or bark.**

    😋 Nobody barked? The goal is empty.

    🐶 One bark is enough: the humans wake up, and the goal stays full. You learn how many barked, but not who.

    💬 After that you talk. Who was there? Who wanted them to go? **{ button-notebook }** keeps it all, and works out who can still be a dog.

rules-nose-title = The Nose and the top dog
rules-nose =
    👃 One of the cats is **the Nose**. Whenever a crew leaves, the Nose smells **how many dogs** are in it, but not who. Nobody else learns that.

    🦴 One of the dogs is **the top dog**. When everything is eaten, the dogs take off their suits, and the top dog names one cat. Is it the Nose? **Then the dogs win after all.**

    💡 So as the Nose, don't be too clever. And as a cat, be a little cleverer than you are.

rules-numbers-title = How many of each
rules-numbers = 🌙 You vote once an hour. The dogs have to wake the humans { $alarms } times.
rules-setups = Players, and crews for 🍪 · 🧀 · 🍗
rules-setup = **{ $seats }**: { $cats } cats, { $dogs } dogs, { $hours } hours, { $sizes }

# Pictures

banner-alt = Cats in a kitchen by night gaze at biscuits, cheese and a roast. One of the cats is a dog in a suit.
board-woof = WOOF!
board-alt-night = The kitchen by night. { $hours } { $hours ->
        [one] hour
       *[other] hours
    } until dawn, { $alarms } of { $max } alarms.
board-alt-goal = { $goal }: { $size ->
        [0] eaten up.
       *[other] for { $size } cats.
    }
board-alt-scene = { $scene ->
        [vote] The crew steps forward, its goal shines.
        [raid] The light is low, and the crew sneaks.
        [hush] It's dark: only the eyes of the crew shine.
        [refused] The crew stays home.
        [quiet] Not a sound: its goal is eaten up.
        [barked] { $barks ->
            [one] One big woof!
           *[other] { $barks } big woofs!
        }
        [hunt] Everything is eaten up, and the dogs have taken off their suits.
        [sniff] In the dark, the top dog sniffs at { $name }.
       *[idle] All cats sit on the rug.
    }
board-alt-won = has won
board-alt-leads = leads
board-alt-crew = in the crew
board-alt-answered = is done
board-alt-yes = paw up
board-alt-no = paw down
board-alt-dog = a dog
board-alt-top = the top dog
board-alt-nose = the Nose
own-alt = { $role ->
        [nose] You're the Nose.
        [dog] You're a dog in a cat suit. With you: { $names }.
        [top] You're the top dog in a cat suit. With you: { $names }.
       *[cat] You're a cat. There's a question mark on everybody else.
    }
own-alt-scent = { $crew }: { $dogs ->
        [0] no dog
        [one] 1 dog
       *[other] { $dogs } dogs
    }
