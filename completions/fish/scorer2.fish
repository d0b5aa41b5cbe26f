# fish completion for scorer2
complete --command scorer2 -s g -x -a 'coarse mixed' -d 'granularity'
complete --command scorer2 -s m -d 'leave out instances with several key tags'
complete --command scorer2 -s v -d 'print every calculation'
