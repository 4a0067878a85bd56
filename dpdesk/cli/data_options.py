"""Which data are counted, and where: the options of `dpdesk release` and `dpdesk ask`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def add_data_options(parser: argparse.ArgumentParser, *, required: bool, help_text: str = "") -> None:
    """What says which data are counted, and where."""
    cluster = "for spark also an address such as s3a://… or table:catalog.schema.name"
    parser.add_argument(
        "--data",
        required=required,
        metavar="WHERE",
        help=f"{help_text}; {cluster}" if help_text else f"a file, or a folder of Parquet files; {cluster}",
    )
    parser.add_argument(
        "--engine",
        choices=("duckdb", "spark", "dask"),
        default="duckdb",
        help="where it is counted: on this computer (duckdb), or in the session of Spark or Dask that the environment "
        "gives, to which only counts are asked back, but whose temporary files can hold records in clear",
    )


def named(data: str, engine: str) -> Path | str:
    """The data a user named: a path, or for a cluster what stands for itself."""
    if engine == "duckdb":
        return Path(data)
    from dpdesk.data.engines.elsewhere import is_address

    return data if is_address(data) else Path(data)


def tell_where(engine: str) -> None:
    """Say where the counting happens, before it begins, unless it is here."""
    from dpdesk.data.engines.open import where

    sentence = where(engine)
    if sentence is not None:
        print(sentence, file=sys.stderr)
