"""What can become of an object, a fill or a mention (scoring manual, tallies): the codes that all reports print."""

COR = b"COR"  # correct
INC = b"INC"  # incorrect
MIS = b"MIS"  # missing
SPU = b"SPU"  # spurious
OPT = b"OPT"  # optional, and the response lacks it
NON = b"NON"  # of an alternative that was not chosen (3.3), or filled by neither side (1997)
UNS = b"UNS"  # not scored
