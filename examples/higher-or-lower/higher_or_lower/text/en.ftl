game-title = Higher or lower
game-blurb = Is your hidden card higher or lower than the other one? Five rounds of secret bids.
game-length = 3 min
game-rules =
    There are 13 cards, from 1 to 13. Each of you holds one, and sees nobody else's.

    Both bid in secret whether their own card is higher or lower than the other one. Once both have bid, the cards are shown, and each right bid scores a point. Then all cards are shuffled, and each of you gets a new one.

    After five rounds, most points win. Who has equally many shares the place.

## Events

answered = { $seat_name } has bid.
shown = { $right ->
        [1] ✅
       *[other] ❌
    } { $seat_name } had { $card } and bid { $bid ->
        [higher] higher
       *[other] lower
    }.

## Screens

round = **Round { $number } of { $rounds }**
player = { $answered ->
        [yes] ✅
       *[other] 💭
    } { $name }: { $points ->
        [one] 1 point
       *[other] { $points } points
    }
last-round = The round before:
own-bid = Your card is { $card }. You have bid { $bid ->
        [higher] higher
       *[other] lower
    }.
higher-or-lower = Your card is { $card }. Is it higher or lower than the other one?
move-higher = Higher
move-lower = Lower
your-round = { $right ->
        [1] ✅ Right
       *[other] ❌ Wrong
    }: you bid { $bid ->
        [higher] higher
       *[other] lower
    } with { $card }, and { $name } had { $other }.
