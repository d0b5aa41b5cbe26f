# fish completion for m2scorer
complete --command m2scorer -s v -l verbose -d 'print the edits and counts of every sentence'
complete --command m2scorer -l very_verbose -d 'accepted, without effect'
complete --command m2scorer -l max_unchanged_words -x -d 'unchanged words that an edit may hold (2)'
complete --command m2scorer -l beta -x -d 'weight of recall in F (0.5)'
complete --command m2scorer -l ignore_whitespace_casing -d 'drop edits that change only blanks and capitals'
