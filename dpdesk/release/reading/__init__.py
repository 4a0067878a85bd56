"""From answers to published cells, a file for each way of computing a statistic; `read.py` names them all."""
