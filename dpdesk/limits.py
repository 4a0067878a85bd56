"""How much a file may hold before it is refused: one table for every kind of file, whoever reads it.

A file comes from anywhere, and may have been made to exhaust the machine. Each limit stands far above what statistical
offices have and low enough that what is refused is refused within seconds and with less than 300 MB beyond what the
program needs for itself. Rows are not limited: a long file is read as a stream, however long it is.
"""

from __future__ import annotations

# Delimited text
LONGEST_LINE = 2_000_000  # characters
LONGEST_RECORD = 4_000_000  # characters of a record whose quoted fields run over several lines
LONGEST_RECORD_OF_ENGINE = 1 << 16  # bytes, about: the engine holds thousands of records at once, a stream one
MOST_BLANK_LINES = 1_000_000  # before the heading, or between it and the first record
MOST_COLUMNS = 10_000
LONGEST_HEADING = 10_000  # characters; one of more than 500 cannot be used, and a window must show it
BATCH_CELLS = 1_000_000  # of a batch of rows that is held at once
BATCH_CHARACTERS = 8_000_000

# Workbooks
LARGEST_WORKBOOK = 200_000_000  # bytes of the file
LARGEST_TOTAL = 300_000_000  # bytes of all parts, unpacked
LARGEST_RATIO = 100  # unpacked to packed
SMALL_PART = 100_000  # bytes; below this a part may be as compressible as it likes
MOST_PARTS = 5_000
LARGEST_DIRECTORY = 2_000_000  # bytes of the archive's own directory, read before anything else is
MOST_SHEETS = 1_000
LARGEST_TEXTS = 60_000_000  # bytes; the shared texts are held in memory while a sheet is read
MOST_TEXTS = 1_000_000
LARGEST_WHOLE = 8_000_000  # bytes of a part that is read as a whole: the list of sheets, relations
MOST_TAGS_OF_WHOLE = 100_000
MOST_STYLES = 100_000  # own formats of numbers
LONGEST_ROW = 16_000_000  # bytes between the ends of two rows, texts or styles
MOST_TAGS_OF_ROW = 200_000
SHEET_ROWS, SHEET_COLUMNS = 1_048_576, 16_384  # the format's own
MOST_CELLS = 50_000_000

# Published files, read back to be verified; sheets and lines as above, and a release may be longer than a data file
LARGEST_RELEASE = 4_000_000_000  # bytes of all parts, unpacked; they are read as a stream
LARGEST_METADATA = 64 * 2**20
LARGEST_LOG = 512 * 2**20  # some hundred thousand entries

# Parquet
LARGEST_FOOTER = 16_000_000  # bytes of the description at the end of the file
DEEPEST_FOOTER = 40
MOST_DESCRIBED = 300_000  # columns, row groups and columns of row groups
LONGEST_NAME = 65_536  # bytes of a column's name

# Folders of Parquet files, databases
MOST_FILES = 10_000  # parts of one table
MOST_ENTRIES = 200_000  # files and folders looked at
DEEPEST_FOLDER = 20
MOST_TABLES = 1_000  # of a database, listed to choose one
LONGEST_VALUE = 2_000_000  # bytes of a cell of an SQLite file

# Statistical files, codebooks
MOST_LABELS = 10_000  # of the values of one variable
MOST_LABELS_IN_ALL = 500_000  # many variables may share a set of labels
LARGEST_CODEBOOK = 32 * 2**20  # bytes
MOST_ELEMENTS = 1_000_000  # of XML that are held at once

# What a release keeps in the ledger in one piece; SQLite holds a thousand million bytes, and no noise is sure to be
# compressed
LARGEST_SEAL = 950_000_000  # bytes of noisy integers

# Dictionaries, plans, sessions, code lists, questions
LARGEST_JSON = 24 * 2**20  # bytes
MOST_OBJECTS = 250_000
MOST_LISTS = 150_000
MOST_KEYS = 500_000
MOST_VALUES = 1_000_000
MOST_FIELDS = 10_000  # of one object
LARGEST_CODE_LIST = 100_000
MOST_QUESTIONS = 100_000
LONGEST_PLACE = 60  # characters of a key that a sentence quotes
