"""What is wrong with a series of waves or a change between two releases, in English."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Waves of an account
    "ledger.no_series": "'{account}' has no series, so a release of it is of no wave; declare one first.",
    "ledger.which_wave": Variants(
        "'{account}' is a series, {begun} of whose {waves} waves are begun, and this file is of none of them; say the "
        "day of its wave (--wave YYYY-MM-DD).",
        "'{account}' is a series, {begun} of whose {waves} waves are begun, and this file is of none of them; begin "
        "the next wave on the page Ledger.",
    ),
    "ledger.no_such_wave": "This is no wave of '{account}': {why}.",
    "ledger.wave_budget": (
        "Wave {wave} of {waves} of '{account}' would take more than its part: {left} remains of it, the plan asks for "
        "{asked}; ask for less, or declare the series anew with a reason."
    ),
    "ledger.not_declared": "'{account}' cannot have such a series: {why}.",
    "ledger.to_declare": "The rule by which units are in few waves, or the reason for declaring anew,",
    "ledger.why_waves": "it has from {fewest:,} to {most:,} waves",
    "ledger.why_most": "a unit is in 1 to {waves:,} of its waves",
    "ledger.why_most_replaced": "where one unit is replaced by another, the two may be in different waves",
    "ledger.why_most_fewer": "a unit could be in {most:,} of the waves begun, and cannot be in fewer afterwards",
    "ledger.why_nothing_each": "nothing would be left for a wave",
    "ledger.why_waves_beyond": "its waves together could take more than is left of the account",
    "ledger.why_other_wave": "the file is that of wave {wave}, {day}",
    "ledger.why_all_waves": "all {waves} waves are begun",
    "ledger.why_earlier_wave": "its day is not after {day}, that of wave {wave}, the last one",
    "ledger.why_first_wave": "its first wave must be a finished release of the account, before any other is begun",
    "ledger.why_wave_named": "it names a wave where there is none, or none where there are waves",
    "ledger.why_wave_number": "its wave is not the one of that day",
    "ledger.why_beyond_wave": "it exceeds the part of its wave",
    "planning.older_vintage": (
        "Table '{table}' counts by '{hierarchy}' of '{variable}', valid from {since}; '{newer}' is valid from "
        "{newer_since}. Numbers by other boundaries cannot be compared cell by cell: name the vintage in the plan."
    ),
    "release.no_last_wave": "'{account}' has no finished wave to go on from; release the first one from its plan.",
    "release.several_last": Variants(
        "Wave {wave} of '{account}' has several releases, {releases:and}; say which plan goes on (--like RELEASE).",
        "Wave {wave} of '{account}' has several releases, {releases:and}; say which plan goes on.",
    ),
    "cli.which_series": "There is not one account with a series but {number}; say which one (--dataset ID).",
    "cli.each_wave": "The part of a wave is given in the units of the account: {units:and}, joined by a comma.",
    "cli.first_and_day": "A release becomes the first wave on a day: give --first and --day together.",
    "gui.number_of_waves": "Give the number of waves in digits, such as 12.",
    # Changes
    "release.change_withdrawn": "The release {release} was withdrawn: no change from it or to it is published.",
    "release.change_account": "The releases {release} and {earlier} are of different accounts; name two of one.",
    "release.change_order": "The release {earlier} is not earlier than {release}; name the two the other way round.",
    "release.change_none": "The releases {release} and {earlier} have no table in common.",
    "release.change_cells": (
        "The table '{table}' has other cells in {earlier} than in {release}, or they mean something else, so that "
        "their difference is no change."
    ),
    "release.change_detail": "The table '{table}' has adaptive detail, whose cells differ from release to release.",
    "release.change_level": (
        "The margins of {earlier} hold at another level than those of {release}; a change needs one level."
    ),
    "release.change_standard": (
        "The rates of the table '{table}' are standardised by other weights of '{name}' in {earlier} than in "
        "{release}, so that their difference would be one of standards, too. Keep one standard in all waves."
    ),
    "release.wave_missing": "Wave {wave} of '{account}' has no finished release, so that there is no total yet.",
    "release.no_earlier_wave": Variants(
        "The release {release} has no wave before it; name the earlier release (--from RELEASE).",
        "The release {release} has no wave before it.",
    ),
}
