"""Fair evaluation of labelled spans: configuration and two span files to error types and scores.

Modules by step, of which each imports from its own line and from those above it.

    names: kinds
    reading: weights spans conll read config
    alignment: queues stretches partners crowd align
    counting: cells tally measures
    report: report report_file
    evaluation: evaluate rows reasons units evidence
    command and module: arguments cli api
"""

from legacy_scorers import refuse_strangers

refuse_strangers("FairEval.py", "common")
