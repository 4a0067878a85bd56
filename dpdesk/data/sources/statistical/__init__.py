"""Files of statistical programs: SPSS, Stata and SAS."""
