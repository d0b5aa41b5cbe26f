#compdef scorer.pl
_arguments \
    '1:metric:(muc bcub ceafm ceafe blanc all)' \
    '2:key:_files' \
    '3:response:_files' \
    '4:name of a document, or only totals:(none)'
