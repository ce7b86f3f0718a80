# What people read. bot/i18n/defaults/en.ftl has more that a game can say in its own words.
game-title = Peek
game-blurb = Everybody has a secret card. Keep it, swap it, or peek at another one?
game-length = 1 min
game-rules =
    Everybody has a secret card, from 1 to 10. Keep yours, swap it for another one, or keep it and peek at the card that somebody else was dealt: nobody sees what you do.

    Once all have answered, all cards are shown, and the highest one wins.

## Events, by their tags: their fields fill them, and $seat_name is who sits at `seat`.

answered = { $seat_name } has answered.
drew = You drew { $card }.
shown = { $seat_name } has { $card }.

## Screens

none-answered = Nobody has answered so far.
has-answered = ✅ { $name } has answered.
own-card = Your card: { $card }
own-peek = You peeked: { $name } was dealt { $card }.
move-keep = Keep
move-swap = Swap
move-peek = Peek

## The end

number-shown = { $count } cards
