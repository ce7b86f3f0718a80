game-title = Quickpick
game-blurb = One of you makes a monster face, and the others race to tap the right tile.
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
level-dreamer-told = Takes its time to look, for children and first games.
level-guest = Guest
level-guest-told = Looks closely and dares now and then, for everybody.
level-daredevil = Daredevil
level-daredevil-told = Slaps in a flash, for quick eyes.

# What the host chooses

option-mode = 🎭 Way to play: { $choice }
choice-mode-composer = faces from parts
choice-mode-sounds = faces from parts, with sounds
choice-mode-camera = real faces, cameras on
option-clock-look = ⏱️ Time to look at the mask: { $choice }
option-seconds = ⌛ Time for each race: { $choice }
choice-seconds-30 = 30 seconds
choice-seconds-60 = 1 minute
choice-seconds-90 = 90 seconds
choice-seconds-120 = 2 minutes
choice-seconds-180 = 3 minutes
option-choosing = ✋ Choosing: { $choice }
choice-choosing-quick = quick, until the right tile is taken
choice-choosing-all = patient, until all have chosen
choice-choosing-calm = calm and secret (house rule)

# Who owes what

asked-draw = { $name }, look at your mask
asked-slap = Which monster is { $name }?
asked-closing = Hands that are on their way still count
asked-race = The race ends
asked-last-call = Closes in a moment

# What happened

guessed = It was { $mask }! { $guesser } was right and draws a prize, { $name } keeps the mask.
not-guessed = It was { $mask }, and nobody was right. Two masks leave the game.
prize = Your prize: { $mask }.
kept = You keep { $mask }.
gone = { $mask } leaves the game.
not-waited-for = 💤 { $name } was silent twice: the races go on without waiting, until { $name } presses again.
missed = Not this time. The next face is coming soon!
overtaken = { $name }, somebody was quicker.
table-time-out-mime = ⏰ { $name } is taking a long time: the computer shows the face for now.
table-time-out-camera = ⏰ Time is up for { $name }.
passed-on = { $name } is not the mime this time. On to the next one!
left = { $name } is out, and so are all their masks.
void = { $name } took the secret along. Two masks leave the game.

# What happened to me

news-right = 🎉 { $mask } was right, and you were first! Your prize: { $prize }.
news-understood = 🎉 { $guesser } recognized your face, so { $mask } is yours now.
news-late = It was { $mask }, as you thought, but { $guesser } was first.
news-wrong = Not this time: it was { $mask }, not { $own }. { $guesser } was right.
news-idea = It was { $mask }, and { $guesser } was right.
news-unseen = Nobody recognized your face, so { $mask } leaves the game.
news-nobody = Nobody was right: it was { $mask }.
news-nobody-wrong = Nobody was right: it was { $mask }, not { $own }.
news-table-time-out-mime = ⏰ You took a long time, so the computer shows your face. Press a part, and you go on yourself.
news-table-time-out-camera = ⏰ Your time ran out, so the next one is the mime.
news-not-waited-for = 💤 You were silent twice, so the races do not wait for you. Guess again, and they do.
news-overtaken = Another hand was there in the blink of an eye before yours, so your choice is spent.

# What is refused

breath = Not so fast! Show one thing at a time, at most one every two seconds.
too-late = { $guesser } was quicker: it was { $mask }.
too-late-nobody = The race is over: it was { $mask }, and nobody was right.
hand-is-down = Your choice is made, and it stays. The next face is coming soon!
mime-knows = You are the mime, so you know which monster it is. Let the others guess!

# The board

board-title = Quickpick · turn { $turn } of { $turns }
board-over = Quickpick · the end
board-next = 🎭 **{ $name } is the next mime** and looks at the mask under **{ button-hand }**. Everybody else, get ready: the race starts at that moment!
board-camera-ready = 📹 Everybody into a voice channel, cameras on. Do not start until all of you can see { $name }.
board-camera = 📹 **{ $name } makes the face now**, with face and head alone: no hands, no words. Sounds are fine if you agreed on them. Everybody else watches the camera.
part-shown = 🎭 **The face of { $name } so far:** { $parts }
board-face-none = 🎭 **{ $name } is about to show the first part of the face …**
sound-made = 🔊 { $sounds }
board-done = 👇 **That is all of the face: press your guess!**
board-tap = 👇 **Press the right monster!** One choice: the first hand wins.
board-tap-calm = 👇 **Press the right monster!** One choice, and it stays secret: take your time.
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
gallery-first = Monsters, A to H
gallery-second = Monsters, I to P

# What only I see

button-hand = For you alone
button-masks = My collection
button-look = Look at my mask
button-pass-on = Pass on
button-done = Done
button-no-idea = No idea

draw-composer = **The race begins when you look at your mask.** Then show its face part by part: everybody sees it at once.
draw-sounds = **The race begins when you look at your mask.** Then show its face part by part, and make some noise.
draw-camera = **Camera on? The race begins when you look at your mask.** Make its face with your own face and head: no hands, no words. Sounds are fine if you all agreed on them.
pass-on-first = Not today? Pass on, and the next one is the mime. Whoever passes on twice is out.
pass-on-last = ⚠️ **You have passed on once already. If you pass on again, you are out of the game**, and your masks no longer count.
mime-mask = 🤫 Your mask: **{ $face }** ({ $parts })
mime-composer = **Which part do you show next?** At most one every two seconds. If somebody guesses right, you keep this mask.
mime-sounds = **Which part or sound comes next?** At most one every two seconds. If somebody guesses right, you keep this mask.
mime-camera = **Make this face now!** With your face and head alone: no hands, no words. If somebody guesses right, you keep this mask.
mime-shown = Shown so far: { $parts }
mime-done = **That is all you show.** Now keep a straight face until the race is over!

own-wait = { $name } looks at the next mask soon. Get ready!
own-slap = **Which monster is { $name }?** Press its letter on the board. You have one choice, and a wrong one costs nothing.
own-slap-here = **Which monster is { $name }?**
own-hand = ✋ Your hand is on **{ $face }**, and there it stays.
own-late = 💨 Somebody was quicker on **{ $face }**, so your choice is spent. The next face is coming soon!
own-idea = 🤷 No idea this time. The next face is coming soon!
own-out = You are out of this game, but you can watch how it goes on.
own-pile = You have collected { $count }.
masks-none = You have no masks yet.
masks-secret = Only you see which masks you have. Everybody sees how many.

# The end and the scores

end-winner = 🏆 **{ $names } wins with the most masks!**
end-shared = 🏆 **Shared victory, with equally many masks:** { $names }
end-place = { $rank } { $name }: { $count }
end-line = { $rank } { $name } **{ $masks }**
result-won = 🏆 You won with { $count }!
result-shared = 🏆 You share the victory, with { $count } each!
result-place =
    { $rank ->
        [2] You came 2nd with { $count }.
        [3] You came 3rd with { $count }.
       *[other] You came { $rank }th with { $count }.
    }
result-sources =
    { $guessed ->
        [0] You guessed no face,
        [one] You guessed one face,
       *[other] You guessed { $guessed } faces,
    } { $understood ->
        [0] and none of yours was guessed.
        [one] and one of yours was guessed.
       *[other] and { $understood } of yours were guessed.
    }
result-fan = Nobody understands you like { $name }, who guessed { $faces } of your faces.
result-left = You left before the end, so your masks do not count.
score-turn = Turn { $turn } of { $turns }

# The lesson

lesson-begin = Welcome to the island! Sixteen monsters live here, and each of them makes a different face. Look at brows, eyes, mouth, tongue and head.
lesson-look = In a moment { $name } draws a secret mask and shows its face, part by part, and you find the monster. Nobody hurries you. Only you see all this, and `/cats learn` always brings you back.
lesson-watch = Each part of the face appears right above the buttons. Wait for a few, then press the letter of the monster that has them all. You have one choice.
lesson-left =
    { $part } leaves { $left } monsters. { $left ->
        [2] Dare to guess, or wait for one more part!
       *[other] The next part leaves only half of them.
    }
lesson-certain = Now only one monster fits. Find it, and press its letter!
lesson-chosen = In this lesson all choices stay secret until everybody has made theirs. In a usual game the first hand gets the tile at once, so being quick pays.
lesson-right = A face that is guessed is worth a mask to both of you: you drew your prize, and { $name } keeps the mask that was shown.
lesson-late = Only one hand gets the tile: here the one that comes first around the table, in a usual game the quickest.
lesson-wrong = A wrong guess costs nothing. The difference: { $mask } has { $parts }, and { $own } has not.
lesson-idea = Next time just guess: a wrong choice costs nothing.
lesson-differs = The difference: { $mask } has { $parts }, and { $own } has not.
lesson-your-turn = Now you are the mime! Only you will see the mask.
lesson-mime = This is your secret. Press a part, and all the others see it at once. You want to be understood: if somebody guesses your face, both of you get a mask.
lesson-mime-on = Go on! With each part, only half of the monsters are left.
lesson-mime-enough = Four parts tell it all. Press **{ button-done }**, or show the last one, too.
lesson-mime-done = Now the others choose.
lesson-understood = Your face was guessed, so both of you get a mask: { $guesser } draws a prize, and you keep the one that you showed.
lesson-unseen = That happens to the best. One more mask, which nobody sees, leaves the game with it.
lesson-over = **That was the lesson, well done!** With friends it is a race, and the first hand gets the tile. Open a table: `/cats play`.

# Pictures: the words in them, and what is told in their place

picture-unknown = not yet
picture-unshown = not shown
picture-mask = mask
picture-masks = masks
banner-alt = Sixteen monsters peek out on an island at sunset.
tiles-alt = The sixteen monster tiles in four rows, A to P.
tiles-alt-shown = The face so far: { $parts }.
hands-alt = Whose hands are where, by the numbers of the players: { $hands }.
revealed-alt = The result of the race. The right face: { $mask } ({ $parts }).
secret-alt = Your mask: { $mask } ({ $parts })
unseen-alt = Your mask lies face down: you have not looked at it yet.
won-alt = My masks: { $masks }
end-alt = The final places, with the masks that everybody collected:
end-alt-place = { $rank }. { $name }: { $count }

# The rules

rules-parts = The ten parts

rules-idea-title = The island of the monster masks
rules-idea =
    🏝️ Sixteen monsters live on this island, and every one of them makes a different face. **Recognize the mime's face quicker than everybody else, and collect the most masks!**

    🎭 One of you is the mime, who draws a secret mask and shows its face.

    ✋ Everybody else looks for that face among the sixteen tiles and puts a hand on it. You have one choice only, and the first hand gets the tile.

    🃏 The deck holds six secret masks for each player. Every face is in the box three times, so the same monster can come again. When the deck is empty, whoever has the most masks wins.

rules-turn-title = One turn
rules-turn =
    1️⃣ **The mime looks.** Press 🐾 below the board, then **{ button-look }**. At that moment the race begins, and earlier hands do not count.

    2️⃣ **The mime shows the face**, and nobody else sees the mask.

    3️⃣ **The others guess, all at the same time.** Press the letter of that monster below the board. One choice, and no second thoughts! If the tile has a hand on it already, your choice is spent. You may also press **{ button-no-idea }**, which saves the others some waiting.

    4️⃣ **The mask is revealed** as soon as all have chosen or the time is up, in a quick race also as soon as the right tile is taken.
    ✅ Somebody was right: the guesser draws a prize from the deck, looks at it and keeps it. The mime keeps the secret mask.
    ❌ Nobody was right: the mask and one more, which nobody sees, leave the game.

    5️⃣ **The next mime** is whoever sits to the left.

    ⌛ **How long?** A race takes at most a minute, or as long as the host chose. Once the whole face is shown and at least half of the guessers have chosen, it closes after 12 seconds. How long the mime may take to look at the mask, the lobby tells.

    💤 **And whoever is silent?** Without a choice you have no tile in this race, and that is all. After two silent races in a row nobody waits for you any more, until you press again. If the mime does not look, or shows nothing, the computer shows the face; with cameras the next one is the mime.

    A wrong guess costs nothing, so be bold. And as mime you want to be understood: a face that is guessed is a mask for you as well!

rules-faces-title = The faces
rules-faces =
    Every face is made of **five parts**, and each part can look one of two ways. No two monsters share all five.

    Five parts, but four are enough: each part halves the monsters that are left, so there are 8, then 4, then 2, then 1. Whoever dares to guess after two or three parts is often first!

    Left and right are as you see them in the pictures. Colours, horns and head shapes are there to look lovely: they mean nothing.

rules-modes-title = Ways to play
rules-modes =
    The host chooses one in the options before the game.

    🎭 **Faces from parts.** The mime has a button for each part of the face. Press one, and that part appears on the board, for all to see, exactly as the mask has it. At most one every two seconds; the mime chooses what comes next, and when to stop. Computer players can join in.

    🔊 **Faces from parts, with sounds.** The same, and the mime may make sounds as well: Grr, Muaa, Zzz and more, up to twenty in a race. They are no words, and what they mean is up to you.

    📹 **Real faces.** For a voice channel with cameras on. The bot deals, takes the time and counts; the faces are yours.
    The mime makes the face of the mask, with **face and head alone: no hands, no props, no words**. Sounds such as Grr or Muaa are fine if you all agree on them.
    Everybody else watches and presses the letter. Computer players cannot play along.
    No camera today? Press **{ button-pass-on }**, and the next one is the mime. Whoever passes on twice is out.

    ✋ **The host also chooses when a race ends.**

    ⚡ **Quick**, as soon as the right tile is taken.
    ⏳ **Patient**, not before all have chosen or the time is up, so that you see all guesses. The first hand still counts.
    🐢 **Calm** is a house rule for every way to play: choices stay secret until all have made theirs or the time is up. If several are right, the first one clockwise from the mime counts. So nobody has to be quick.

rules-end-title = The end, and good to know
rules-end =
    🏁 The game is over when the deck is empty. By then everybody was the mime three times, unless somebody passed on or left. **Whoever has the most masks wins**, and if there is a tie, you share the victory.

    ❓ **Which hand was first?** The one that was pressed first by Discord's own clock, not the one that reached the bot first. That is why a race stays open for half a second after the right tile is taken.
    ❓ **Is it unfair that a quick race ends as soon as somebody is right?** No: nobody else could win it any more. If you want to see all guesses, choose a patient race in the options.
    ❓ **May I look at my prizes again?** Yes, press **{ button-masks }**. Nobody else sees them.
    ❓ **Do the tiles move?** Never. Knowing where your monster sits makes you quick.
    ❓ **Who begins?** Chance decides, and it shuffles the seats as well.
    ❓ **What if somebody leaves?** A computer takes over. With cameras it cannot: their masks no longer count, and with fewer than three players the game ends at once.
    ❓ **And if that is the mime?** If the mime had looked already, two masks leave the game, as if nobody was right. If not, the next one is the mime.

moment-fast = { $name } had the fastest hand: { $mask } after { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }.
moment-short = { $name } needed only { $parts ->
        [one] one part
       *[other] { $parts } parts
    } for { $mask }.
moment-fooled = { $name } showed { $mask }, and nobody knew it.
moment-turn = { $whose ->
        [own] { $name } guessed { $mask }: the
        [other] { $other } guessed { $mask }: for { $name }, the
       *[nobody] Nobody guessed { $mask }: for { $name }, the
    } chance to win went from { $before }% to { $after }%.

award-five-faces = 🖐️ Guessed five faces or more
award-three-in-a-row = 🔥 Won three races in a row
award-never-wrong = 💎 Never put a hand on a wrong tile
award-two-parts = ⚡ Twice knew a face by two parts at most
award-kept-cool = 🧊 Twice right where two others had been wrong
award-clear-face = 🎭 Made faces so clear that three parts always did
award-both-sides = 🔁 Twice understood as mime, then right in the next race
award-comeback = 🐢 Was three masks behind, and still won
