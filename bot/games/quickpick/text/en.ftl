game-title = Quickpick
game-blurb = One of you pulls a monster's face, and the others race to tap the right tile.
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

level-guest = Guest

# What the host chooses

option-mode = 🎭 Way to play: { $choice }
choice-mode-composer = faces from parts
choice-mode-sounds = faces from parts, with sounds
choice-mode-camera = real faces, cameras on
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

asked-draw = { $names }: look at your mask
asked-mime = { $names } makes a face
asked-slap = { $names }: which monster is it?
asked-closing = Hands that are on their way still count
asked-race = The race ends

# What happened

guessed = It was { $mask }! { $guesser } was right and draws a prize, { $name } keeps the mask.
not-guessed = It was { $mask }, and nobody was right. Two masks leave the game.
prize = Your prize: { $mask }.
kept = You keep { $mask }.
gone = { $mask } leaves the game.
missed = Not this time. The next face is coming soon!
overtaken = { $name }, somebody was quicker.
passed-on = { $name } is not the mime this time. On to the next one!
left = { $name } is out, and so are all their masks.
void = { $name } took the secret along. Two masks leave the game.

illegal-move = That does not work right now. Press 🐾 to see what you can do.
breath = Not so fast! Show one thing at a time, at most one every two seconds.
hand-is-down = Your choice is made, and it stays. The next face is coming soon!
mime-knows = You are the mime, so you know which monster it is. Let the others guess!

# The board

board-title = Quickpick · turn { $turn } of { $turns }
board-over = Quickpick · the end
board-next = 🎭 **{ $name } is the next mime** and looks at the mask under **{ button-hand }**. Everybody else, get ready: the race starts at that moment!
board-camera-ready = 📹 Everybody into a voice channel, cameras on. Do not start until all of you can see { $name }.
board-camera = 📹 **{ $name } makes the face now**, with face and head alone: no hands, no sounds, no words. Everybody else watches the camera.
part-shown = 🎭 **The face of { $name } so far:** { $parts }
board-face-none = 🎭 **{ $name } is about to show the first part of the face …**
sound-made = 🔊 { $sounds }
board-done = { $name } shows nothing more. What is your guess?
board-tap = 👇 **Tap the right tile!** You have one choice, and the first hand gets the tile.
board-tap-calm = 👇 **Tap the right tile!** You have one choice, and it stays secret, so take your time.
board-chosen = ✋ { $hands }

last-face = **The face was { $face }**: { $parts }.
last-guessed = 🎁 { $guesser } got it!
last-missed = 💨 Nobody got it.
last-hands = ✋ { $hands }
hands-idea = no idea
chosen-late = too late

counts-title = Masks collected
counts-player = { $name }: { $count }
counts-deck = 🃏 In the deck: { $count }
gallery-first = Monsters, A to H
gallery-second = Monsters, I to P

# What only I see

button-hand = Just for me
button-masks = My masks
button-look = Look at my mask
button-pass-on = Pass on
button-done = That is all
button-no-idea = No idea

mime-title = You are the mime!
draw-composer = **The race begins when you look at your mask.** Then show its face part by part. You choose which part comes next, and everybody sees it at once.
draw-sounds = **The race begins when you look at your mask.** Then show its face part by part, and make some noise. You choose what comes next, and everybody gets it at once.
draw-camera = **Camera on? The race begins when you look at your mask.** Make its face with your own face and head: no hands, no sounds, no words.
pass-on-first = Not today? Pass on, and the next one is the mime. Whoever passes on twice is out.
pass-on-last = ⚠️ **You have passed on once already. If you pass on again, you are out of the game**, and your masks no longer count.
mime-mask = 🤫 Your mask: **{ $face }** ({ $parts })
mime-composer = **Which part do you show next?** One at a time, at most one every two seconds. If somebody guesses right, you keep this mask.
mime-sounds = **Which part or sound comes next?** One at a time, at most one every two seconds. If somebody guesses right, you keep this mask.
mime-camera = **Make this face now!** With your face and head alone: no hands, no sounds, no words. If somebody guesses right, you keep this mask.
mime-shown = Shown so far: { $parts }
mime-done = **That is all you show.** Now keep a straight face until the race is over!

own-wait = { $name } looks at the next mask soon. Keep an eye on the board!
own-slap = **Watch what { $name } shows, then tap a tile on the board!** You have one choice. A wrong guess costs nothing, and neither does having no idea.
own-hand = ✋ Your hand is on **{ $face }**, and there it stays.
own-late = 💨 Somebody was quicker on **{ $face }**, so your choice is spent. The next face is coming soon!
own-idea = 🤷 No idea this time. The next face is coming soon!
own-out = You are out of this game, but you can watch how it goes on.
own-over = The game is over. Look at the board to see who won.
own-prize = 🎁 You were right in the last race. Your prize: **{ $face }**
own-kept = 🎁 { $guesser } understood your face. You keep **{ $face }**.
own-pile = You have collected { $count }.
masks-none = You have no masks yet.
masks-secret = Only you see which masks you have. Everybody sees how many.

# The end and the scores

end-winner = 🏆 **{ $name } wins!**
end-shared = 🏆 **Shared victory:** { $names }
end-place = **{ $rank }.** { $name }: { $count }
score-turn = Turn { $turn } of { $turns }

# Pictures: the words in them, and what is told in their place

picture-unknown = not yet
picture-mask = mask
picture-masks = masks
banner-alt = Sixteen monsters peek out on an island at sunset.
tiles-alt = The sixteen monster tiles in four rows, A to P.
tiles-alt-shown = The face so far: { $parts }.
hands-alt = Hands on tiles, by the numbers of the players: { $hands }.
revealed-alt = The tiles after the race. The right one: { $mask } ({ $parts }).
secret-alt = Your mask: { $mask } ({ $parts })
piles-alt = Masks collected, by the numbers of the players:
won-alt = My masks: { $masks }
end-alt = The final places, by the numbers of the players:
end-alt-place = { $rank }. player { $player }: { $count }

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

    3️⃣ **The others guess, all at the same time.** Tap a tile below the board. One choice, and no second thoughts! If the tile has a hand on it already, your choice is spent. You may also press **{ button-no-idea }**, which saves the others some waiting.

    4️⃣ **The mask is revealed** as soon as all have chosen or the time is up, in a quick race also as soon as the right tile is taken.
    ✅ Somebody was right: the guesser draws a prize from the deck, looks at it and keeps it. The mime keeps the secret mask.
    ❌ Nobody was right: the mask and one more, which nobody sees, leave the game.

    5️⃣ **The next mime** is whoever sits to the left.

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
    The mime makes the face of the mask, with **face and head alone: no hands, no props, no sounds, no words**.
    Everybody else watches and taps the tile. Computer players cannot play along.
    No camera today? Press **{ button-pass-on }**, and the next one is the mime. Whoever passes on twice is out.

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
