"""The tables of whole, non-negative cells behind a release's published numbers, and how they come from noisy answers.

Every published number is a sum of cells of a joint table (planning/joint.py), and neighbouring tables add up to the
same numbers over what they share, so there is one population that has all of them at once: numbers agree wherever they
overlap, within a group and between groups.

Where a table is written down, it is the closest to the noisy answers there is, up to rounding (`non_negative`,
`whole_numbers`): to those of its own groups, to what other groups tell of its cells, and to what it shares with the
table it hangs on, whose whole numbers it keeps. Where published counts leave cells open, those are taken that suit the
sums (`counts_for_sums`).

Where a table is too large for that, only its non-empty cells are listed: tables over the margins are brought closest to
the noisy answers and to each other, and the list comes close to those (`agreeing_margins`, `listed.cells`,
`listed.search`), or where margins leave open what they share, to the answers (`listed.closest`); for the sums cells are
listed once more (`listed.sums`). The guarantee is the same; what differs is that a list is close to the answers without
being proven closest, and that sums which no whole people have may be those of a real-valued table with the same counts.
No listed table hangs on another.
"""
