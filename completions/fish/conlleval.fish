# fish completion for conlleval
complete --command conlleval -s l -d 'print the rows of a LaTeX table'
complete --command conlleval -s r -d 'each tag is a type of its own'
complete --command conlleval -s d -x -d 'what separates columns'
complete --command conlleval -s o -x -d 'tag of tokens outside of phrases, with -r'
