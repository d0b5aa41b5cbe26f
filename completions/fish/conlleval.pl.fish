# fish completion for conlleval.pl
complete --command conlleval.pl --wraps conlleval
