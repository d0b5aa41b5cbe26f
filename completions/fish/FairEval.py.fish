# fish completion for FairEval.py
complete --command FairEval.py -l config -r -F -d 'configuration file'
complete --command FairEval.py -l version -d 'print the version'
complete --command FairEval.py -s h -l help -d 'print the usage text'
