#compdef FairEval.py
_arguments \
    '--config=[configuration file]:configuration:_files' \
    '(-h --help)'{-h,--help}'[print the usage text]' \
    '--version[print the version]'
