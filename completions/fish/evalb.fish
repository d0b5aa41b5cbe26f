# fish completion for evalb
complete --command evalb -s p -r -F -d 'read a parameter file'
complete --command evalb -s c -x -d 'length of the sentences in the second block'
complete --command evalb -s e -x -d 'how many errors are allowed'
complete --command evalb -s d -d 'print words and brackets'
complete --command evalb -s D -d 'print every comparison of brackets'
complete --command evalb -s h -d 'print the usage'
