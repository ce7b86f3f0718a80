game-title = Cloaked Cats
game-blurb = Everybody is a secret cat with three features. Unmask the others before they unmask you!
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
level-kitten-told = Still misses a lot, just right for your first games.
level-tomcat = Tomcat
level-tomcat-told = Puts two and two together, for those with some practice.
level-fox = Old Fox
level-fox-told = Sees through you and gives little away, for old hands.

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
        [pose] { $name } is not the { $feature }
        [accessory] { $name } does not have the { $feature }
       *[other] { $name } is not { $feature }
    }

# Who owes what

asked-cat = { $name }: play a cat
asked-guess = { $name }: guess or skip

# What happened

starts = { $name } begins.
dealt = Your cat: { $features }. You also get three cats for your hand.
cat-played =
    { $placed ->
        [0] { $name } plays { $cat }. Nobody places a mask.
       *[other] { $name } plays { $cat } → { $masks }
    }
guess-right = { $asker } guesses: { $claim }. Yes! One mask goes from { $from } to { $to }.
guess-wrong = { $asker } guesses: { $claim }. No! One mask goes from { $from } to { $to }.
cat-short = { $name } plays { $cat }
guess-short =
    { $asker } guesses: { $claim }. { $right ->
        [true] Yes!
       *[false] No!
    }
skipped = { $name } does not guess.
drew = You draw { $cat }.
unmasked = { $name } is unmasked: all three features are revealed.
last-cat = { $name } has played the very last cat.
last-round = Last round! Only guesses are left.
round-begins = Round { $round } begins.
out-of-masks = { $name } has no masks left. That ends the game.
game-over = The masks are off: the game is over.

# What happened to you

news-cat =
    { $placed ->
        [0] Nobody placed a mask on your cat.
       *[other] Masks on your cat: { $masks }
    }
news-right = Right: { $claim }. You get a mask!
news-wrong = Wrong: { $claim }. It cost you a mask.
news-caught = { $name } rightly guessed **{ $feature }**: it lies face up now.
news-missed = { $name } wrongly guessed **{ $feature }**: you get a mask!
news-unmasked = You are unmasked: all three of your features are known.

# The board

board-title = Cloaked Cats · round { $round }
board-over = Cloaked Cats · the end
board-pile =
    { $pile ->
        [0] 🃏 No cats are left to draw.
        [one] 🃏 One cat is left to draw.
       *[other] 🃏 { $pile } cats are left to draw.
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
floor-masks = Masks: { $owners }
banner-alt = Cats dance on a stage under lanterns.
board-player =
    🎭 Stockpile: { $stockpile }
    🎁 Received: { $received }
    🃏 Cats in hand: { $hand }
    👀 Revealed: { $revealed }
    🎯 Points: { $points }
board-nothing-revealed = nothing yet
board-points =
    { $name }: { $points ->
        [one] **1** point
       *[other] **{ $points }** points
    }
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

button-hand = Your cards
hand-mask = Your mask: { $mask }
hand-features = Your cat
hand-revealed = { $feature } (revealed)
hand-cats = Your cards
hand-empty = No cats left.
hand-match = → { $mask } shows one of your features
hand-alt = Your cat: { $features }. Your cards: { $cats }
hand-play = **Your turn: which cat do you play?**
hand-wait-cat = { $name } is choosing a cat. When it is your turn, press 🐾 below the board.
hand-wait-guess = { $name } is thinking about a guess. When it is your turn, press 🐾 below the board.
hand-wait-last = { $name } is thinking about a guess. You have had your last turn.

guess-opponent = **Whose feature do you want to guess?** Press a player, or skip.
guess-nobody = **Nobody is left to ask.** Press “Skip”.
guess-feature = **What is { $name } hiding?**
guess-cats-with = { $mask } Cats with their mask: { $cats }
guess-cats-without = { $mask } Cats without their mask: { $cats }
guess-stakes = Right wins a mask, wrong costs one.
guess-bluff = Bluff …
guess-certainly-wrong = **{ $claim }?** You know that this is wrong!
clues-alt = With mask { $mask }: { $masked }. Without it: { $bare }
guess-yes = Yes, I am bluffing!
guess-really = **{ $claim }?** That is your guess?
guess-sure = Yes, that is my guess!
guess-back = Back
guess-skip = Skip

# The notebook, and how it went

button-notebook = Notebook
notebook-marks = What follows for sure from cats, masks and guesses. Only you see this.
notebook-odds = How likely each feature is, from cats, masks and guesses. Only you see this.
notebook-left =
    { $left ->
        [one] Of { $all } secret cats, only one still fits.
       *[other] Of { $all } secret cats, { $left } still fit.
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
notebook-alt = A table of all features and the other players: certain, open or impossible.
button-story = In numbers
story-text = How well the others could know each of you, turn by turn. The lower the line, the more was known.
story-by-guess = What gave most away: { $name } guessed “{ $feature }”.
story-by-cat =
    { $whose ->
        [own] What gave most away was a cat of their own: { $cat }, in turn { $turn }.
       *[other] What gave most away was a cat from { $name }: { $cat }, in turn { $turn }.
    }
story-last =
    { $known ->
        [all] In the end, nothing was secret any more.
        [much] In the end, only { $left } secret cats could still be meant.
       *[little] In the end, { $left } secret cats could still be meant: well hidden!
    }
story-numbers = So many secret cats could be meant, from turn to turn: { $numbers }
story-fans = Secret cats that could be meant
story-turns = Turns
story-right = Turn { $turn }: { $name } guessed “{ $feature }”. Right!
story-wrong = Turn { $turn }: { $name } guessed “{ $feature }”. Wrong!
story-alt = A line for each player: how many secret cats could still be meant after each turn, with the guesses.

option-help = 🔎 Help with deducing: { $choice }
choice-help-marks = marks what is certain or impossible
choice-help-none = none
choice-help-odds = shows the chances
option-ask = ✋ Ask before a guess: { $choice }
choice-ask-no = no, one press guesses
choice-ask-yes = yes, each guess is confirmed

# The end and the scores

end-winner = 🏆 **{ $name } wins!**
end-shared = 🏆 **Shared victory:** { $names }
end-tie-broken = Level on points, so the features still hidden decide.
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
    }.
result-shared =
    🏆 **You share the victory** with { $points ->
        [one] 1 point
       *[other] { $points } points
    } each.
result-found = Found out: { $guessed }.
result-guessed = { $feature } ({ $name })
result-hidden = Nobody found out any of your features!
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
end-alt = Everybody's three features, who guessed them, the masks received and the points. The message has it all in words.
score-round = Round { $round }
score-player = { $name }: { $points } (masks received: { $received }, features hidden: { $hidden })

# The lesson

lesson-begin = Welcome to the masked ball! You and { $name } hide three features each. **The most points win:** one for each feature you guess, and one for each of yours that stays hidden. Send a cat onto the dance floor, and whoever has one of its features places a mask on it. (`/cats learn` brings you back here.)
lesson-own-mask = Your mask { $mask } on your last cat told { $name }: at least one of its features is yours. But not which!
lesson-own-bare = You placed no mask on your last cat, so { $name } knows: none of its features is yours.
lesson-their-mask =
    { $count ->
        [one] { $name } placed a mask on the newest cat, and only { $features } can be why.
       *[other] { $name } placed a mask on the newest cat, so at least one of these is theirs: { $features }.
    }
lesson-their-bare =
    { $count ->
        [one] No mask from { $name }: { $features } is out.
       *[other] No mask from { $name }: { $features } are out.
    }
lesson-their-known = The mask of { $name } on the newest cat is for a feature you know already: nothing new.
lesson-notebook = Too much to keep in mind? **{ button-notebook }** shows what is certain, possible and impossible.
lesson-choose = A good cat asks for features that may still be theirs, and shows few of yours.
lesson-certain = **Guess now:** { $feature } is certain!
lesson-likely = **Now a guess pays:** { $feature } is right in { $chance } of 100 cases, and one in three is enough.
lesson-unlikely = **Better skip:** even { $feature } is right in only { $chance } of 100 cases.
lesson-passed = **You passed over something certain:** { $features }! That would have been a point without any risk. Guess it in your next turn.
lesson-guess-right = That mask is a point for you, and { $name } gets none for { $feature } any more.
lesson-guess-wrong = That mask is a point for { $name }. But now you know that { $feature } is out.
lesson-their-guess-right = You get no point for { $feature } any more. You go on placing masks for it, but they tell nothing new.
lesson-their-guess-wrong = A point for you! Your own wrong guesses cost you a mask, too.
lesson-wait = { $name } is playing. If nothing moves, press **{ button-go-on }**.
lesson-over = **That was the lesson, well done!** Your points: masks received ({ $received }) and features still hidden ({ $hidden }) make { $points }. Now play with your friends: `/cats play`.

# Words in the pictures

picture-floor = Dance floor
picture-revealed = revealed
picture-masked = with their mask
picture-bare = without
picture-points = points

# The rules

rules-cats = { $feature }: { $cats }×

rules-idea-title = The masked ball
rules-idea =
    🎭 Tonight all cats wear masks, and so do you. **Find out who the others are before they find you out!**

    🐱 Your secret cat has **three features**, such as *{ feature-blue }*, *{ feature-striped }* and *{ feature-top-hat }*. There are 19 features, and each of them belongs to one player at most. Odd mixes happen: a cat may well be green *and* red.

    🃏 You hold **three cats** that you can send onto the dance floor, and you own **16 masks**: your stockpile.

    🔎 Every cat on the dance floor tells something: whoever has a feature of that cat places a mask on it. The bot does that for you, and it never cheats.

    🎯 You score for features that you guess, for wrong guesses of the others about you, and for features of your own that nobody finds out.

rules-turn-title = Your turn
rules-turn =
    Play goes clockwise. When it is your turn, do this:

    1️⃣ **Play a cat.** Choose one of the three in your hand.

    2️⃣ **Masks come out.** Everybody with at least one feature of that cat places one mask on it. You too! It is never more than one mask each, however many features fit.

    3️⃣ **Guess, if you like.** Pick one player and one feature. They have to tell the truth.
    ✅ Right: the feature is revealed for all to see, and you receive a mask from that player's stockpile.
    ❌ Wrong: you hand one mask from your stockpile to that player.

    4️⃣ **Draw a new cat.** The bot hands it to you. Once the pile is empty, you all play on without drawing.

    Press 🐾 below the board: that opens **{ button-hand }**, everything that is yours. Nobody else sees it.

rules-features-title = All features
rules-features =
    This is what cats can look like, each feature with its sign. The numbers tell how many of the 40 cats show it. Every cat has one pose and one colour, and a pattern, an accessory or both.

rules-example-title = One turn, step by step
rules-example =
    Your secret cat: *{ feature-lazy-layabout }*, *{ feature-blue }* and *{ feature-top-hat }*. You play against Ada { $ada } and Bo { $bo }, and your mask is { $you }.

    1️⃣ Ada plays this cat:
    { $cat }

    2️⃣ It is lazy, and so are you: you place { $you }. Ada places { $ada }. Bo places nothing. Now everybody knows that Bo is not { feature-white }, not { feature-striped }, no { feature-lazy-layabout }, and has no { feature-toy-mouse }.

    3️⃣ Ada has seen { $you } on other lazy cats before. She guesses that you are the { feature-lazy-layabout }. She is right! You reveal that feature, and one of your masks moves from your stockpile to Ada.

    4️⃣ Ada draws a cat, and now it is Bo's turn.

    Your { feature-lazy-layabout } still counts later: you go on placing masks on lazy cats.

rules-end-title = The end and the points
rules-end =
    🏁 As soon as **all three features of somebody are revealed**, the round is played to its end, so that all have had the same number of turns. Whoever still has a turn may only guess: no cats, no masks on cats.

    🛑 As soon as **somebody's stockpile is empty**, the game stops right there.

    🃏 An empty pile ends nothing yet: you all play on without drawing. Once the very last cat has been played from the hands, too, the round is played to its end in the same way.

    🎯 **Your points**
    🎭 one for each mask you received from others
    🙈 one for each feature of yours that is still hidden

    Whoever has the most points wins. If there is a tie, more hidden features decide. If there is still a tie, you share the victory.

    🧮 Example: four masks received and one feature hidden make five points.

rules-questions-title = Good to know
rules-questions =
    ❓ **Can I use masks that I received?** No. They lie apart and are only worth points.
    ❓ **Do I still place masks for revealed features?** Yes, until the end.
    ❓ **Do masks on cats score?** No, they are only clues.
    ❓ **May I guess something that is certainly wrong?** Yes, as a bluff. It costs you a mask. If your table helps with deducing, the bot warns you first, and only you see it.
    ❓ **What can I not guess?** Features that are revealed already, and players without hidden features.
    ❓ **Is every feature in play?** No. Those that were not dealt stay secret until the end.
    ❓ **Do I see my new cat before I guess?** No, you draw after the guess.
    ❓ **Do guesses still move masks in the last round?** Yes.
    ❓ **Who begins?** Chance decides, and it shuffles the seats as well.
    ❓ **What if somebody is away?** A computer cat plays for them until they are back.

moment-first = { $name } saw through somebody first: { $claim }.
moment-lucky = { $name } took a chance of { $percent }%, and was right: { $claim }.
moment-unlucky = { $name } was { $percent } percent sure of { $other }, and wrong.
moment-gave-away = { $whose ->
        [own] { $other } gave themselves away with { $cat }
       *[other] { $name } gave { $other } away with { $cat }
    }: of { $before } disguises only { $after } stayed.
moment-turn = { $what ->
        [own-cat] { $name } played { $cat }: the
        [other-cat] { $other } played { $cat }: for { $name }, the
        [own-right] { $name } guessed: { $claim }. Yes! The
        [other-right] { $other } guessed: { $claim }. Yes! For { $name }, the
        [own-wrong] { $name } guessed: { $claim }. No! The
       *[other-wrong] { $other } guessed: { $claim }. No! For { $name }, the
    } chance to win went from { $before }% to { $after }%.
moment-bluff = { $name } named “{ $feature }”, their own feature, and { $fooled ->
        [yes] { $other } went looking elsewhere
       *[no] nobody ever noticed
    }.

award-first-guess = 🎯 Dared the first guess of all, and was right
award-never-wrong = 🧠 Guessed three times or more, and never wrong
award-trap = 🪤 Twice found somebody out by a cat just played
award-whole-cat = 🐈 Found out all three features of somebody alone
award-bluff = 🃏 Named a feature of their own, and nobody found it
award-poker-face = 😼 Sent own features dancing, and still hid two
award-last-round = 🏁 Right in the last round, without a new clue
award-unmasked-winner = 👑 Unmasked completely, and still won
