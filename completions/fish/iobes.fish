# fish completion for iobes
complete --command iobes -l from -x -a 'iob bio iob2 bios iobes bilou bioul bmes bmeow bmewo' -d 'encoding of the tags'
complete --command iobes -l to -x -a 'iob bio iob2 bios iobes bilou bioul bmes bmeow bmewo' -d 'encoding to write'
complete --command iobes -l column -x -d 'column of the tags, from 1, or from -1 backwards'
complete --command iobes -l suffix -d 'read tags as TYPE-LETTER'
complete --command iobes -l ignore-case -d 'read letters in upper or lower case'
complete --command iobes -l check -d 'only report malformed tags'
complete --command iobes -l repair -x -a 'conlleval' -d 'read tags as conlleval does'
complete --command iobes -l help -d 'print the usage text'
