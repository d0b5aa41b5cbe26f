"""The scorer of the MITRE Annotation Toolkit: documents and references to tables of matches and clashes.

Modules by step, of which each imports from its own and from those above it. The two versions of MAT separate in the
modules that end with 13 and 20; encounters and encountertables are of 1.3, what is aligned and reported otherwise of
2.0.

    objects: options documents descriptions encoding problems profiles strata tasks
    task files: taskdirs taskfile taskxml closedlabels profilexml profilechecks values
    reading: pairs matjson xmlinline overlay fakexml inline doctypecheck doctypes links
    selection: selection selection13 regions sweeps contenttypes hulls items
    alignment: chunks dimensions dimensionsets similarity crowds pairing intervals stretches13 encounters
    counting: subsets cells measures tallies units unittables unitscoring13 unitscoring20 confusability labelorder
    rows: formulas tablerows columns rows13 rows20 confidence quotes
    report: scoretables encountertables details report csvfiles
    scoring: evidence scoring13 scoring20
    command: optionparser usage inputs request cli
"""

from legacy_scorers import refuse_strangers

refuse_strangers("MATScore", "common")
