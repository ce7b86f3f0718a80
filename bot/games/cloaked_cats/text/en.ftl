game-title = Cloaked Cats
game-blurb = You're a secret cat with three features. Unmask the others before they unmask you!
game-sign = 🎭
game-length = 20 min

# Features: short, they stand on buttons.

feature-leaping-daredevil = leaping daredevil
feature-strutting-beauty = strutting beauty
feature-seated-boss = seated boss
feature-lazy-layabout = lazy layabout
feature-playful-kitty = playful kitty
feature-white = white
feature-brown = brown
feature-blue = blue
feature-black = black
feature-green = green
feature-yellow = yellow
feature-purple = purple
feature-red = red
feature-striped = striped
feature-spotted = spotted
feature-ball-of-yarn = ball of yarn
feature-fish-cocktail = fish cocktail
feature-top-hat = top hat
feature-toy-mouse = toy mouse

# How well the computer cats play

level-kitten = Kitten
level-kitten-told = Still misses a lot. Just right for your first games!
level-tomcat = Tomcat
level-tomcat-told = Puts two and two together. For when you've played a few games.
level-fox = Sly Fox
level-fox-told = Sees through you and gives little away. For old hands!

kind-pose = Pose
kind-colour = Coat colour
kind-pattern = Coat pattern
kind-accessory = Accessory

claim =
    { $kind ->
        [pose] { $name } is the { $feature }
        [accessory] { $name } has the { $feature }
       *[other] { $name } is { $feature }
    }
claim-not =
    { $kind ->
        [pose] { $name } isn't the { $feature }
        [accessory] { $name } doesn't have the { $feature }
       *[other] { $name } isn't { $feature }
    }

# Who owes what

asked-cat = { $name }: play a cat
asked-guess = { $name }: guess or skip

# What happened

starts = { $name } goes first.
dealt = Your cat: { $features }. You also get three cats for your hand.
cat-played =
    { $placed ->
        [0] { $name } plays { $cat }. Nobody places a mask.
       *[other] { $name } plays { $cat } → { $masks }
    }
guess-right = { $asker } guesses: { $claim }. Yes! { $from } gives { $to } a mask.
guess-wrong = { $asker } guesses: { $claim }. No! { $from } gives { $to } a mask.
cat-short = { $name } plays { $cat }
guess-short =
    { $asker } guesses: { $claim }. { $right ->
        [true] Yes!
       *[false] No!
    }
film-guess = { $asker } guesses: { $claim } …
skipped = { $name } skips the guess.
drew = You draw { $cat }.
unmasked = { $name } is unmasked: all three features are revealed!
last-cat = { $name } plays the very last cat.
last-round = Last round: guesses only!
round-begins = Round { $round } begins.
out-of-masks = { $name } is out of masks, and that ends the game.
game-over = The masks are off: game over!

# What happened to you

news-cat =
    { $placed ->
        [0] Nobody placed a mask on your cat.
       *[other] Masks on your cat: { $masks }
    }
news-right = Yes, { $claim }! You get a mask.
news-wrong = No, { $claim }. That cost you a mask.
news-caught = Caught! { $name } guessed **{ $feature }**. Now everybody knows.
news-missed = { $name } guessed **{ $feature }**. Wrong, so you get a mask!
news-unmasked = You're unmasked: everybody knows your three features.

# The board

board-title = Cloaked Cats · round { $round }
board-over = Cloaked Cats · the end
board-pile =
    { $pile ->
        [0] 🃏 No cats left to draw.
        [one] 🃏 One cat left to draw.
       *[other] 🃏 { $pile } cats left to draw.
    }
board-floor =
    { $cats ->
        [0] **The dance floor** is still empty.
        [one] **On the dance floor:** one cat
       *[other] **On the dance floor:** { $cats } cats
    }
floor-alt =
    { $cats ->
        [0] The dance floor, still empty.
        [one] The dance floor with one cat:
       *[other] The dance floor with { $cats } cats:
    }
floor-alt-cat = { $cat }, masks { $masks }
floor-masks = Masks: { $owners }
banner-alt = Cats dance on a stage under lanterns.
board-stockpile =
    { $masks ->
        [0] no masks
        [one] 1 mask
       *[other] { $masks } masks
    }
board-hand =
    { $cats ->
        [0] no cats
        [one] 1 cat
       *[other] { $cats } cats
    }
board-received = received: { $masks }
board-revealed = revealed: { $features }
board-player-points =
    { $name }: { $points ->
        [one] **1** point
       *[other] **{ $points }** points
    }
board-points = 🎯 Points: { $players }
board-few =
    { $masks ->
        [0] no masks left
        [one] 1 mask left
       *[other] { $masks } masks left
    }
board-newest = Above: the newest { $shown } of { $cats } cats.
button-floor = All cats
floor-part = Cats { $first }–{ $last }

# What is mine

button-hand = My cards
hand-mask = Your mask: { $mask }
hand-features = Your cat
hand-revealed = { $feature } (revealed)
hand-cats = Your cards
hand-empty = No cats left.
hand-match = → { $mask }: has one of your features
hand-alt = Your cat: { $features }. Your cards: { $cats }
hand-alt-masked = { $cat } (you would place a mask)
hand-play = **Your turn! Which cat will you play?**
hand-wait = It's somebody else's turn. Yours pops up right here.
hand-wait-last = You've had your last turn. The round is still going.
predict-found = 🔮 **Who gets found out next?** Pick whose feature gets guessed.

guess-opponent = **Want to guess?** Pick a player, or skip.
guess-nobody = **There's nothing left to guess.** Press “{ guess-skip }”.
guess-feature = **What is { $name } hiding?**
guess-cats-with = { $mask } Cats with their mask: { $cats }
guess-cats-without = { $mask } Cats without their mask: { $cats }
guess-stakes = Right wins a mask, wrong costs one.
guess-all = All features …
guess-bluff = Bluff …
guess-certainly-wrong = **{ $claim }?** You know that's wrong!
clues-alt = With mask { $mask }: { $masked }. Without it: { $bare }
guess-yes = Yes, I'm bluffing!
guess-really = **{ $claim }?** Is that your guess?
guess-sure = Yes, that's my guess!
guess-back = Back
guess-skip = Skip

# The notebook, and how it went

button-notebook = Notebook
notebook-marks = What cats, masks and guesses tell you for sure. Only you see this.
notebook-odds = How likely each feature is, going by cats, masks and guesses. Only you see this.
notebook-left =
    { $left ->
        [one] Only one of { $all } secret cats still fits.
       *[other] { $left } of { $all } secret cats still fit.
    }
notebook-certain = **Certain:** { $features }
notebook-open = **Possible:**
notebook-pose = Pose: { $features }
notebook-colour = Coat colour: { $features }
notebook-pattern = Coat pattern: { $features }
notebook-accessory = Accessory: { $features }
notebook-likely = { $chance }%: { $features }
notebook-impossible = **Impossible:** { $features }
notebook-chance = { $feature } · { $chance }%
option-help = 🔎 Detective help: { $choice }
choice-help-marks = marks what's certain or impossible
choice-help-none = none
choice-help-odds = shows the chances
option-ask = ✋ Ask before a guess: { $choice }
choice-ask-no = no, one press is enough
choice-ask-yes = yes, confirm each guess

# The end and the scores

end-winner = 🏆 **{ $name } wins!**
end-shared = 🏆 **Shared victory:** { $names }
end-tie-broken = Equal points: whoever hid more features comes first.
end-line =
    { $medal } { $name }: { $points ->
        [one] **1 point**
       *[other] **{ $points } points**
    }
result-place =
    { $rank ->
        [1] 🏆 **You won**
        [2] You came **2nd**
        [3] You came **3rd**
       *[other] You came **{ $rank }th**
    } with { $points ->
        [one] 1 point
       *[other] { $points } points
    }{ $rank ->
        [1] !
       *[other] .
    }
result-shared =
    🏆 **You share the victory** with { $points ->
        [one] 1 point
       *[other] { $points } points
    } each!
result-found = Guessed about you: { $guessed }.
result-guessed = { $feature } ({ $name })
result-hidden = Nobody guessed any of your features!
end-points =
    { $points ->
        [one] 🎯 **One point**
       *[other] 🎯 **{ $points } points**
    }
end-player =
    { $total }
    🎁 masks received: { $received }
    🙈 still hidden: { $hidden }
end-guessed = { $feature } (guessed by { $mask })
end-alt =
    { $rank }. { $name }, { $points ->
        [one] 1 point
       *[other] { $points } points
    } (masks received: { $received }, features hidden: { $hidden }): { $features }.
score-round = Round { $round }
score-player = { $name }: { $points } (masks received: { $received }, features hidden: { $hidden })

# The lesson

lesson-begin = Welcome to the masked ball! You and { $name } each hide three features. **Most points win:** one for each feature you guess, and one for each of yours that stays hidden. Send a cat onto the dance floor: anybody with one of its features places a mask on it. (`/cats learn` brings you back here.)
lesson-own-mask = Your mask { $mask } on your last cat told { $name } that you have at least one of its features. But not which!
lesson-own-bare = You didn't place a mask on your last cat, so { $name } knows that you have none of its features.
lesson-their-mask =
    { $count ->
        [one] { $name } placed a mask on the newest cat. It can only be for { $features }.
       *[other] { $name } placed a mask on the newest cat, so they have at least one of these: { $features }.
    }
lesson-their-bare =
    { $count ->
        [one] No mask from { $name }, so { $features } is out.
       *[other] No mask from { $name }, so { $features } are out.
    }
lesson-their-known = { $name } placed a mask on the newest cat for a feature you already know: nothing new.
lesson-notebook = Too much to remember? The **{ button-notebook }** shows what's certain, possible and impossible.
lesson-choose = Pick a cat with features they might have, and few of your own.
lesson-certain = **Guess now:** { $feature } is certain!
lesson-likely = **Worth a guess:** { $feature } is { $chance }% likely, and one in three is enough.
lesson-unlikely = **Better skip:** even { $feature }, the best guess, is only { $chance }% likely.
lesson-passed = **You missed a sure thing:** { $features }! That was a point without any risk. Guess it on your next turn.
lesson-guess-right = That mask is a point for you, and { $name } no longer gets one for { $feature }.
lesson-guess-wrong = That mask is a point for { $name }. But now you know: { $feature } is out.
lesson-their-guess-right = You no longer get a point for { $feature }. You still place masks for it, but they give nothing new away.
lesson-their-guess-wrong = A point for you! When you guess wrong, it costs you a mask, too.
lesson-wait = Next up: { $name }. Press **{ button-go-on }** when you're ready.
lesson-over = **That was the lesson, well done!** Your points: { $received } for masks received and { $hidden } for hidden features, { $points } in all. Now play with your friends: `/cats play`.

# Words in the pictures

picture-floor = Dance floor
picture-revealed = revealed
picture-masked = with their mask
picture-bare = without
picture-points = points
picture-yes = Yes!
picture-no = No!

# The rules

rules-cats = { $feature }: { $cats }×

rules-idea-title = The masked ball
rules-idea =
    🎭 Tonight, every cat wears a mask, and so do you. **Find out who the others are before they find you out!**

    🐱 Your secret cat has **three features**, like *{ feature-blue }*, *{ feature-striped }* and *{ feature-top-hat }*. There are 19 features, and no two players share one. Odd mixes happen: your cat can be green *and* red.

    🃏 You have a hand of **three cats** to send onto the dance floor, and **16 masks**: your stockpile.

    🔎 Every cat on the dance floor is a clue: everybody who has one of its features places a mask on it. I do that for you, and I never cheat.

    🎯 You score when you guess a feature, when others guess wrong about you, and for each of your features that nobody finds out.

rules-turn-title = Your turn
rules-turn =
    Play goes clockwise. On your turn:

    1️⃣ **Play a cat.** Pick one of the three in your hand.

    2️⃣ **Masks come out.** Everybody with at least one of that cat's features places a mask on it. You too! It's only one mask each, no matter how many features fit.

    3️⃣ **Guess, if you like.** Pick one player and one feature. They have to tell the truth.
    ✅ Right: they reveal that feature, and you get a mask from their stockpile.
    ❌ Wrong: you give them a mask from your stockpile.

    4️⃣ **Draw a new cat.** I deal it to you. Once the pile is empty, you all keep playing without drawing.

    Press 🐾 below the board: **{ button-hand }** shows everything that's yours. Nobody else sees it.

rules-features-title = All features
rules-features =
    Here's what cats can look like, each feature with its sign. The numbers say how many of the 40 cats have it. Every cat has one pose and one colour, plus a pattern, an accessory or both.

rules-example-title = One turn, step by step
rules-example =
    Your secret cat: *{ feature-lazy-layabout }*, *{ feature-blue }* and *{ feature-top-hat }*. You're playing against Ada { $ada } and Bo { $bo }, and your mask is { $you }.

    1️⃣ Ada plays this cat:
    { $cat }

    2️⃣ It's lazy, and so are you: you place { $you }. Ada places { $ada }. Bo places nothing. Now everybody knows that Bo isn't { feature-white }, isn't { feature-striped }, isn't the { feature-lazy-layabout } and has no { feature-toy-mouse }.

    3️⃣ Ada has seen { $you } on other lazy cats before. She guesses that you're the { feature-lazy-layabout }. She's right! You reveal that feature and give Ada a mask from your stockpile.

    4️⃣ Ada draws a cat, and now it's Bo's turn.

    Your { feature-lazy-layabout } is out in the open now, but you still place masks on lazy cats.

rules-end-title = The end and the points
rules-end =
    🏁 As soon as **all three of somebody's features are revealed**, you finish the round, so everybody gets the same number of turns. If you still have a turn, you can only guess: no cats, no masks on cats.

    🛑 As soon as **somebody's stockpile is empty**, the game stops right there.

    🃏 When the pile is empty, you all keep playing without drawing. Once nobody has a cat left, you finish the round in the same way.

    🎯 **Your points**
    🎭 one for each mask you received from others
    🙈 one for each of your features that's still hidden

    Most points win. Tied? Then more hidden features win. Still tied? Then you share the victory.

    🧮 Example: four masks received and one hidden feature make five points.

rules-questions-title = Good to know
rules-questions =
    ❓ **Can I use masks I received?** No, they're set aside and only count as points.
    ❓ **Do I still place masks for revealed features?** Yes, until the end.
    ❓ **Do masks on cats score?** No, they're only clues.
    ❓ **Can I guess something I know is wrong?** Yes, as a bluff. It costs you a mask. If your table plays with detective help, I warn you first, and only you see it.
    ❓ **What can't I guess?** Features that are already revealed. And you can't ask players who have nothing left to hide.
    ❓ **Is every feature in play?** No. The ones nobody got stay secret until the end.
    ❓ **Do I see my new cat before I guess?** No, you draw after the guess.
    ❓ **Do guesses still cost masks in the last round?** Yes.
    ❓ **Who goes first?** That's random, and so are the seats.
    ❓ **What if somebody is away?** A computer takes over until they're back.

moment-first = First hit of the game! { $name } guessed: { $claim }.
moment-lucky = { $name } dared a { $percent }% guess and hit: { $claim }.
moment-unlucky = { $name } was { $percent }% sure about { $other }, and still got it wrong.
moment-gave-away = { $whose ->
        [own] { $other } gave the game away with { $cat }
       *[other] { $name } gave { $other } away with { $cat }
    }: { $before } possible cats became { $after }.
moment-turn = { $what ->
        [own-cat] { $name } played { $cat }: their own
        [other-cat] { $other } played { $cat }: { $name }'s
        [own-right] { $name } guessed: { $claim }. Yes! Their own
        [other-right] { $other } guessed: { $claim }. Yes! { $name }'s
        [own-wrong] { $name } guessed: { $claim }. No! Their own
       *[other-wrong] { $other } guessed: { $claim }. No! { $name }'s
    } chances of winning went from { $before }% to { $after }%.
moment-hidden = { $name } hid so well that { $left } secret cats were still possible at the end.
moment-bluff = { $name } bluffed with “{ $feature }”, their own feature, and { $fooled ->
        [yes] { $other } fell for it
       *[no] nobody noticed
    }.

award-first-guess = 🎯 Dared the very first guess, and got it right
award-never-wrong = 🧠 Guessed three times or more, and always right
award-trap = 🪤 Twice caught somebody with a cat just played
award-whole-cat = 🐈 Found all three of somebody's features single-handed
award-bluff = 🃏 Bluffed with their own feature, and nobody found it
award-poker-face = 😼 Sent their own features dancing, and still hid two
award-last-round = 🏁 Guessed right in the last round, with no new clue
award-unmasked-winner = 👑 Completely unmasked, and still won
number-cats = { $count } { $count ->
    [one] cat
   *[other] cats
} danced
number-hits = { $count } right { $count ->
    [one] guess
   *[other] guesses
}

award-title-first-guess = First Pounce
award-title-never-wrong = Mastermind
award-title-trap = Mousetrap
award-title-whole-cat = Lone Detective
award-title-bluff = Cheeky Bluff
award-title-poker-face = Poker Face
award-title-last-round = Buzzer Beater
award-title-unmasked-winner = Nothing to Hide

# Puzzles: three masked cats hide three features each.

cats-look = Look here:
cats-new = New:
cats-others = The others:
cats-useful = Still useful:
cats-explained = These tell nothing new:

# Why something follows: each is a short sentence.

explain-left = Cat { $cat } wears { $owner }'s mask, but not because of { $outs }: only **{ $feature }** is left.
explain-out = cat { $cat }
explain-owned = { $owner }'s
explain-rest = That leaves only **{ $feature }** on cat { $cat } for { $owner }'s mask{ $see }.
explain-one-missing = { $owner } hides only one more feature. Cat { $cat } wears { $owner }'s mask but shows { $known }, so the last one is on it. What cat { $cat } doesn't show is out.
explain-counting =
    Cats { $cats } wear { $owner }'s mask and have nothing in common{ $seen ->
        [0] {""}
       *[1] {" "}that { $owner } could have
    }{ $see }. { $missing ->
        [2] None shows { $known }, so each shows one of { $owner }'s two missing features
       *[3] So each shows one of { $owner }'s three features
    }. What none of them shows is out.
explain-both-show =
    { $owner } hides only one more feature. Cats { $cats } both wear { $owner }'s mask and show { $known }. Only **{ $feature }** is { $seen ->
        [0] on both
       *[1] left on both
    }{ $see }.
explain-all-show =
    Cats { $cats } wear { $owner }'s mask{ $missing ->
        [2] , and none shows { $known }
       *[3] {""}
    }. All of them show **{ $feature }**, and no two share anything else{ $seen ->
        [0] {""}
       *[1] {" "}that { $owner } could have
    }{ $see }. Without { $feature }, { $owner } would need { $missing ->
        [2] three more features, one for each cat, but hides only two more
       *[3] four features, one for each cat, but hides only three
    }.
explain-too-many =
    Cats { $cats } wear { $owner }'s mask{ $missing ->
        [2] , and none shows { $known }
       *[3] {""}
    }. Only **{ $feature }** is { $seen ->
        [0] on more than one of them
       *[1] left on more than one of them
    }{ $see }. Without { $feature }, { $owner } would need { $missing ->
        [2] three more features, one for each cat, but hides only two more
       *[3] four features, one for each cat, but hides only three
    }.
explain-pair =
    { $count ->
        [one] On cat { $cats }
       *[other] On cats { $cats }
    }, only { $features } are left for { $owners }{ $see }: one each, as nothing is hidden twice. So { $owner } has neither.
explain-suppose = Suppose { $claim }.
explain-then = Then { $chain }.
explain-chain = { $others }, so { $last }
explain-clause =
    { $claim } ({ $count ->
        [one] cat { $cats }
       *[other] cats { $cats }
    })
explain-elsewhere =
    { $count ->
        [one] { $owner }'s last feature is on cat { $cats }
        [3] { $owner } needs one feature for each of cats { $cats }, as no two share one
       *[other] { $owner } needs one more feature for each of cats { $cats }, as no two share one
    }{ $see }
explain-none-left = That leaves nothing on cat { $cat } for { $owner }'s mask{ $see }.
explain-none-of-three = That makes three for { $owner }, but none of them is on cat { $cat }, which wears { $owner }'s mask.
explain-shared = But no two hide the same feature.
explain-so = So { $claim }.
explain-neither = neither { $first } nor { $second }
explain-or = { $others } or { $last }
explain-either = { $owner }'s mask on cat { $cat } is for { $features }{ $see }.
explain-case = With { $features }: { $chain }.
explain-either-way = Either way, { $claim }.
explain-rules-out =
    cat { $cat } rules out { $features }{ $whom ->
        [unnamed] {""}
       *[other] {" "}for { $whom }
    }
explain-both = both
explain-taken =
    { $count ->
        [one] { $features } is { $owner }'s
       *[other] { $features } are { $owner }'s
    }
explain-exact = It takes a lot of trying, but with cats { $cats } nothing else is possible.
