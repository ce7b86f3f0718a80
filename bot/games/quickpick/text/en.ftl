game-title = Quickpick
game-blurb = One of you makes a monster face, and the others race to slap the right tile.
game-sign = 👹
game-length = 15 min

# The monsters: proper names, the same in every language, each beginning with its tile's letter.

mask-a = Ako
mask-b = Bim
mask-c = Cro
mask-d = Duf
mask-e = Elo
mask-f = Fip
mask-g = Gox
mask-h = Hoo
mask-i = Ixi
mask-j = Jub
mask-k = Kez
mask-l = Lum
mask-m = Mog
mask-n = Neb
mask-o = Oby
mask-p = Paz

# Faces: short, they stand on buttons and in pictures.

feature-brows = Brows
feature-eyes = Eyes
feature-mouth = Mouth
feature-tongue = Tongue
feature-head = Head
part-brows-up = brows up
part-brows-down = brows down
part-eyes-wide = eyes wide
part-eyes-shut = eyes shut
part-mouth-round = mouth round
part-mouth-flat = mouth flat
part-tongue-out = tongue out
part-tongue-in = tongue in
part-head-left = head left
part-head-right = head right

# Sounds: no words in any language, and no beginning of a monster's name.

sound-grr = Grr
sound-muaa = Muaa
sound-zzz = Zzz
sound-pff = Pff
sound-brr = Brr
sound-uuh = Uuh
sound-tss = Tss
sound-wah = Wah
sound-iih = Iih
sound-rrr = Rrr

masks-counted =
    { $masks ->
        [0] no masks
        [one] one mask
       *[other] { $masks } masks
    }

# The computer players

level-dreamer = Dreamer
level-dreamer-told = Takes its time to look. Good for kids and first games.
level-guest = Guest
level-guest-told = Looks closely and takes a chance now and then. Good for everybody.
level-daredevil = Daredevil
level-daredevil-told = Strikes in a flash. For sharp eyes and quick paws.

# What the host chooses

option-mode = 🎭 Mode: { $choice }
choice-mode-composer = faces from parts
choice-mode-sounds = faces from parts, with sounds
choice-mode-camera = real faces, cameras on
option-clock-look = ⏱️ Time to look at the mask: { $choice }
option-seconds = ⌛ Time per race: { $choice }
choice-seconds-30 = 30 seconds
choice-seconds-60 = 1 minute
choice-seconds-90 = 90 seconds
choice-seconds-120 = 2 minutes
choice-seconds-180 = 3 minutes
option-choosing = ✋ Guessing: { $choice }
choice-choosing-quick = quick, until the right tile is taken
choice-choosing-all = patient, until everybody has guessed
choice-choosing-calm = calm and secret (house rule)

# Who owes what

asked-draw = { $name }, look at your mask
asked-slap = Which monster is { $name }?
asked-closing = Last guesses …
asked-race = Race ends
asked-last-call = Last chance

# What happened

guessed = It was { $mask }! { $guesser } got it and draws a prize, and { $name } keeps the mask.
not-guessed = It was { $mask }, and nobody got it. Two masks leave the game.
prize = Your prize: { $mask }.
kept = You keep { $mask }.
gone = { $mask } leaves the game.
not-waited-for = 💤 { $name } was silent twice, so the next races won't wait for { $name }.
missed = Not this time. The next face is coming soon!
overtaken = Sorry, { $name }: somebody was quicker.
table-time-out-mime = ⏰ { $name } is taking a while, so the computer shows the face for now.
table-time-out-camera = ⏰ { $name } is taking a while, so the next player is the mime.
passed-on = { $name } isn't the mime this time. On to the next one!
left = { $name } is out, and so are all their masks.
void = { $name } left and took the secret along. Two masks leave the game.

# What happened to me

news-right = 🎉 { $mask } was right, and you were first! Your prize: { $prize }.
news-understood = 🎉 { $guesser } guessed your face, so { $mask } is yours now.
news-late = It was { $mask }, just as you thought, but { $guesser } was quicker.
news-wrong = Not this time: it was { $mask }, not { $own }. { $guesser } got it.
news-idea = It was { $mask }, and { $guesser } got it.
news-unseen = Nobody guessed your face, so { $mask } leaves the game.
news-nobody = Nobody got it: it was { $mask }.
news-nobody-wrong = Nobody got it: it was { $mask }, not { $own }.
news-table-time-out-mime = ⏰ You took a while, so the computer is showing your face. Press a part to take over again.
news-table-time-out-camera = ⏰ You took a while, so the next player is the mime.
news-not-waited-for = 💤 You were silent twice, so the races don't wait for you. Guess again, and they will.
news-overtaken = So close! Another hand was there a blink before yours, and that was your one guess.

# What is refused

breath = Not so fast! One thing at a time, with two seconds in between.
too-late = { $guesser } was quicker: it was { $mask }.
too-late-nobody = The race is over: it was { $mask }, and nobody got it.
hand-is-down = You've already guessed, and that's final. The next face is coming soon!
mime-knows = You're the mime, so you know which monster it is. Let the others guess!

# The board

board-title = Quickpick · turn { $turn } of { $turns }
board-over = Quickpick · the end
board-next = 🎭 **{ $name }, you're the mime!** Press **{ button-hand }** and look at your mask. Everybody else, get ready: that starts the race!
board-camera-ready = 📹 Everybody into a voice channel, cameras on. Don't start until all of you can see { $name }.
board-camera = 📹 **{ $name } is making the face!** Face and head only: no hands, no words. Sounds are fine if you all agreed. Everybody else, watch closely!
part-shown = 🎭 **{ $name }'s face so far:** { $parts }
board-face-none = 🎭 **{ $name } is about to show the first part …**
sound-made = 💬 { $sounds }
board-done = 👇 **That's all you get. Guess now!**
board-guess = 👇 **Press the right monster!** One guess each. First right one wins!
board-guess-calm = 👇 **Press the right monster!** One guess each, and it stays secret: take your time.
board-chosen = ✋ { $hands }

last-face = **The face was { $face }**: { $parts }.
last-guessed = 🎁 { $guesser } got it!
last-missed = 💨 Nobody got it.
last-hands = ✋ { $hands }
hands-idea = no idea
chosen-late = too late

counts-title = Masks collected
counts-player = { $name }: { $count }
counts-head = Turn { $turn } of { $turns } · masks collected so far:
counts-line = { $name } **{ $masks }**
counts-deck = 🃏 In the deck: { $count }
gallery-first = Monsters A to H
gallery-second = Monsters I to P

# What only I see

button-hand = My screen
button-masks = My collection
button-look = Look at my mask
button-pass-on = Pass
button-done = Done
button-no-idea = No idea

draw-composer = **The race starts when you look at your mask.** Then show its face part by part: everybody sees it right away.
draw-sounds = **The race starts when you look at your mask.** Then show its face part by part, with sounds that everybody can read!
draw-camera = **Camera on? The race starts when you look at your mask.** Make its face with your own face and head only: no hands, no words. Sounds are fine if you all agreed.
pass-on-first = Not up for it? Pass, and the next player is the mime. Pass twice, and you're out.
pass-on-last = ⚠️ **You've passed once already. Pass again, and you're out of the game**, and your masks won't count.
mime-mask = 🤫 Your mask: **{ $face }** ({ $parts })
mime-composer = **Which part will you show next?** One every two seconds at most. If somebody gets it, you keep this mask.
mime-sounds = **Which part or sound comes next?** One every two seconds at most. If somebody gets it, you keep this mask.
mime-camera = **Make this face now!** Face and head only: no hands, no words. If somebody gets it, you keep this mask.
mime-shown = Shown so far: { $parts }
mime-done = **That's all from you.** Now keep a straight face until the race is over!

own-wait = The next mask is about to be drawn. Get ready!
own-slap = **Which monster is { $name }?** Press its letter on the board. You get one guess, and a wrong one costs nothing.
own-slap-here = **Which monster is { $name }?**
own-hand = ✋ Your hand is on **{ $face }**, and it stays there.
own-late = 💨 Somebody got to **{ $face }** first, and that was your one guess. The next face is coming soon!
own-idea = 🤷 No idea this time. The next face is coming soon!
own-out = You're out of this game, but you can keep watching.
predict-finder = 🔮 **Who will find the next monster first?**
predict-finder-nobody = Nobody
own-pile = You have { $count } so far.
masks-none = You don't have any masks yet.
masks-secret = Only you can see which masks you have. Everybody can see how many.

# The end and the scores

end-winner = 🏆 **{ $names } wins with the most masks!**
end-shared = 🏆 **Shared victory, with the same number of masks:** { $names }
end-place = { $rank } { $name }: { $count }
end-line = { $rank } { $name } **{ $masks }**
result-won = 🏆 **You won** with { $count }!
result-shared = 🏆 **You share the victory** with { $count } each!
result-place =
    { $rank ->
        [2] You came **2nd**
        [3] You came **3rd**
       *[other] You came **{ $rank }th**
    } with { $count }.
result-sources =
    { $guessed ->
        [0] You guessed no faces,
        [one] You guessed one face,
       *[other] You guessed { $guessed } faces,
    } { $understood ->
        [0] and nobody guessed yours.
        [one] and the others guessed one of yours.
       *[other] and the others guessed { $understood } of yours.
    }
result-fan = Nobody understands you like { $name }, who guessed { $faces } of your faces.
result-left = You left before the end, so your masks don't count.
score-turn = Turn { $turn } of { $turns }

# The lesson

lesson-begin = Welcome to the island! Sixteen monsters live here, and each makes a different face. Look at brows, eyes, mouth, tongue and head.
lesson-look = { $name } is about to draw a secret mask and show its face, part by part. You find the monster! Nothing happens until you press **{ button-go-on }**. Only you can see this, and `/cats learn` brings you back here.
lesson-watch = **{ button-go-on }** shows you a part of the face, right above the buttons. After a few, press the letter of the monster that has them all. You get one guess.
lesson-left =
    { $part }: that leaves { $left } monsters. { $left ->
        [2] Dare to guess, or look at one more part!
       *[other] The next part leaves only half of them.
    }
lesson-certain = Only one monster fits now. Find it and press its letter!
lesson-chosen = In this lesson all guesses stay secret until everybody is done. In a normal game the first hand gets the tile right away, so it pays to be quick.
lesson-right = A guessed face is a mask for both of you: you drew your prize, and { $name } keeps the mask you guessed.
lesson-wrong = A wrong guess costs nothing. The difference: { $mask } has { $parts }, but { $own } doesn't.
lesson-idea = Just guess next time: a wrong guess costs nothing.
lesson-differs = The difference: { $mask } has { $parts }, but { $own } doesn't.
lesson-your-turn = Now you're the mime! Only you will see the mask.
lesson-mime = This is your secret. Press a part, and everybody sees it right away. Help them get it: if somebody guesses your face, both of you get a mask.
lesson-mime-on = Keep going! Each part leaves only half of the monsters.
lesson-mime-enough = Four parts give it away. Press **{ button-done }**, or show the last one, too.
lesson-mime-done = Press **{ button-go-on }**, and the others guess.
lesson-understood = Now both of you get a mask: { $guesser } draws a prize, and you keep the one you showed.
lesson-unseen = It happens to the best of us. Your mask leaves the game, and so does one more that nobody sees.
lesson-over = **That was the lesson, well done!** With friends it's a race, and the first hand gets the tile. Now play with your friends: `/cats play`.

# Pictures: the words in them, and what is told in their place

picture-unknown = not yet
picture-unshown = not shown
picture-mask = mask
picture-masks = masks
banner-alt = Sixteen monsters peek out on an island at sunset.
tiles-alt = The sixteen monster tiles in four rows, A to P.
tiles-alt-shown = The face so far: { $parts }.
hands-alt = Who guessed what: { $hands }.
hands-alt-hand = { $name }: { $choice }
revealed-alt = The result of the race. The right face: { $mask } ({ $parts }).
secret-alt = Your mask: { $mask } ({ $parts })
unseen-alt = Your mask is face down: you haven't looked at it yet.
won-alt = Your masks: { $masks }
end-alt = The final places, with everybody's masks:
end-alt-place = { $rank }. { $name }: { $count }

# The rules

rules-parts = The ten parts

rules-idea-title = The island of the monster masks
rules-idea =
    🏝️ Sixteen monsters live on this island, and each makes a different face. **Spot the mime's face before everybody else, and collect the most masks!**

    🎭 One of you is the mime, draws a secret mask and shows its face.

    ✋ Everybody else looks for that face among the sixteen tiles and puts a hand on it. You get only one guess, and the first hand gets the tile.

    🃏 The deck has six secret masks for each player. Every face is in the box three times, so the same monster can come again. When the deck is empty, the player with the most masks wins.

rules-turn-title = One turn
rules-turn =
    1️⃣ **The mime looks.** Press 🐾 below the board, then **{ button-look }**. That starts the race, and earlier guesses don't count.

    2️⃣ **The mime shows the face.** Nobody else sees the mask.

    3️⃣ **The others guess, all at the same time.** Press that monster's letter below the board. One guess, no take-backs! If the tile has a hand on it already, your guess is gone. No clue? Press **{ button-no-idea }**, so the others don't wait so long.

    4️⃣ **You all see the mask** as soon as everybody has guessed or time is up. A quick race also ends when the right tile is taken.
    ✅ Somebody was right: the guesser draws a prize from the deck, looks at it and keeps it. The mime keeps the secret mask.
    ❌ Nobody was right: the mask leaves the game, and so does one more that nobody sees.

    5️⃣ **The next mime** is the player to the left.

    ⌛ **How long?** A race takes at most a minute, or as long as the host chose. Once the whole face is out and at least half of the guessers have guessed, it closes after 12 seconds. Before the game, the table shows how long the mime may look at the mask.

    💤 **What if somebody is silent?** If you don't guess, you just have no tile in this race. After two silent races in a row nobody waits for you any more, until you press again. If the mime doesn't look, or shows nothing, the computer shows the face. With cameras, the next player is the mime.

    A wrong guess costs nothing, so be bold! And when you're the mime, you want the others to get it: a guessed face is a mask for you, too.

rules-faces-title = The faces
rules-faces =
    Every face has **five parts**, and each part can look one of two ways. No two monsters share all five.

    Five parts, but four are enough: each one halves the monsters that are left, so there are 8, then 4, then 2, then 1. Dare to guess after two or three parts, and you're often first!

    Left and right are as you see them in the pictures. Colours, horns and head shapes are just for looks: they mean nothing.

rules-modes-title = Modes
rules-modes =
    The host picks a mode in the options before the game.

    🎭 **Faces from parts.** The mime has a button for each part of the face. Press one, and everybody sees that part on the board, exactly as it is on the mask. One every two seconds at most; the mime decides what comes next, and when to stop. Computers can play, too.

    💬 **Faces from parts, with sounds.** The same, but the mime can write sounds, too: Grr, Muaa, Zzz and more, up to twenty in a race. They aren't real words, and what they mean is up to you.

    📹 **Real faces.** For a voice channel with cameras on. I deal, keep time and count; you make the faces.
    The mime makes the face on the mask, with **face and head only: no hands, no props, no words**. Sounds like Grr or Muaa are fine if you all agree.
    Everybody else watches and presses the letter. Computers can't play.
    No camera today? Press **{ button-pass-on }**, and the next player is the mime. Pass twice, and you're out.

    ✋ **The host also picks when a race ends.**

    ⚡ **Quick**: as soon as the right tile is taken.
    ⏳ **Patient**: only when everybody has guessed or time is up, so you see all the guesses. The first hand still counts.
    🐢 **Calm** is a house rule for every mode: guesses stay secret until everybody is done or time is up. If more than one is right, the first one clockwise from the mime counts. So nobody has to be quick.

rules-end-title = The end, and good to know
rules-end =
    🏁 The game is over when the deck is empty. By then everybody was the mime three times, unless somebody passed or left. **The player with the most masks wins**, and if it's a tie, you share the victory.

    ❓ **Which hand was first?** The one that was first by Discord's own clock, not the one that got to me first. That's why a race stays open for half a second after the right tile is taken.
    ❓ **Isn't it unfair that a quick race ends as soon as somebody is right?** No: nobody else could win it any more. If you want to see all the guesses, pick a patient race in the options.
    ❓ **Does somebody play by ear?** The fair way: pick text only and a calm race in the options. Then every part and every monster stands there in words, and nobody has to be quick.
    ❓ **Can I look at my prizes again?** Yes, press **{ button-masks }**. Nobody else sees them.
    ❓ **Do the tiles move?** Never. Know where your monster sits, and you're quicker.
    ❓ **Who starts?** That's random, and so is who sits where.
    ❓ **What if somebody leaves?** A computer takes over. With cameras it can't: their masks no longer count, and with fewer than three players the game ends right away.
    ❓ **And if that's the mime?** If the mime has already looked, two masks leave the game, as if nobody was right. If not, the next player is the mime.

moment-fast = { $name } guessed { $mask } after { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }.
moment-short = { $name } got { $mask } across with only { $parts ->
        [one] one part
       *[other] { $parts } parts
    }.
moment-fooled = { $name } showed { $mask }, and nobody got it.
moment-turn = { $whose ->
        [own] Guessing { $mask } took { $name }'s
        [other] { $other } guessed { $mask }, which took { $name }'s
       *[nobody] Nobody guessed { $mask }, which took { $name }'s
    } chances of winning from { $before }% to { $after }%.

award-five-faces = 🖐️ Guessed five faces or more
award-three-in-a-row = 🔥 Won three races in a row
award-never-wrong = 💎 Never guessed a wrong tile
award-two-parts = ⚡ Twice got a face from two parts or fewer
award-kept-cool = 🧊 Twice right after two others were wrong
award-clear-face = 🎭 Made faces so clear that three parts were enough
award-both-sides = 🔁 Twice got a face across, then guessed the next one
award-comeback = 🐢 Won from three masks behind
medal-points = { $points ->
    [one] 1 mask
   *[other] { $points } masks
}
number-races = { $count } { $count ->
    [one] race
   *[other] races
}
number-found = { $count } { $count ->
    [one] monster
   *[other] monsters
} found

award-title-five-faces = High Five
award-title-three-in-a-row = Hat-Trick
award-title-never-wrong = Flawless
award-title-two-parts = Eagle Eye
award-title-kept-cool = Cool as Ice
award-title-clear-face = Centre Stage
award-title-both-sides = There and Back
award-title-comeback = Late Bloomer
