# fish completion for scorer.pl: metric, key, response, and a document or none
complete --command scorer.pl -n 'test (count (commandline -opc)) -eq 1' -x -a 'muc bcub ceafm ceafe blanc all'
complete --command scorer.pl -n 'test (count (commandline -opc)) -eq 4' -x -a none
