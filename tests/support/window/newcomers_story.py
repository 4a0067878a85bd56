"""What a newcomer does from a file to a release, told to whoever drives the window: a test inside, or from outside."""

from __future__ import annotations

TITLE = "Fulton County 2000"


def whole(person, path, out):
    data(person, path)
    dictionary(person)
    tables(person)
    accuracy(person)
    release(person)
    publish(person, out)


def data(person, path):
    person.type("File of microdata", str(path), enter=True)
    person.press("Confirm")
    person.type("Title of the data", TITLE)
    person.pick("The data are", "A sample")
    person.press("Each person")
    person.press("One row each")
    person.press("No, it gets noise too")
    person.press("For many tables (ρ)")
    person.type("Amount of the budget", "4")
    person.press("Next: Dictionary")


def dictionary(person):
    person.press("Propose variables from the file")
    person.press("Go on to confirm them")
    person.type("Confirmed by", "Census methods unit")
    person.press("Confirm them all")
    person.press("Combine columns")
    person.mark("Yes-or-no columns", "latino", "black", "asian", toggle=True)
    person.type("Label", "Ethnic group")
    person.press("Add the combination")
    person.press("Next: Tables")


def tables(person):
    person.press("New table")
    person.press_and_choose("Add a variable to: Rows (stub)", "sex (2 codes)")
    person.press_and_choose("Add a variable to: Columns (boxhead)", "Ethnic group (8 codes)")
    person.press("New table")
    person.press_and_choose("Add a measure", "Distribution of", "income (intervals, median, quartiles)")
    person.press("Next: Accuracy")


def accuracy(person):
    person.type("I need ±", "50")
    person.press("Keep it")  # the plan has budget enough
    person.press("Rehearse")


def release(person):
    person.press("5 Release")
    person.type("Title of the release", TITLE)
    person.type(f"Type the release's title to sign: {TITLE}", TITLE)
    person.press("Release")


def publish(person, out):
    person.press("Publish")
    person.type("Folder", str(out))
    person.press("Export")
