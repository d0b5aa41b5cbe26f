# fish completion for muc-score: files
complete --command muc-score --force-files
