# bash completion for FairEval.py
_faireval() {
    local IFS=$' \t\n' word=${COMP_WORDS[COMP_CWORD]}
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "--config -h --help --version" -- "$word"))
    else
        IFS=$'\n' COMPREPLY=($(compgen -f -- "$word"))
    fi
}
complete -o filenames -F _faireval FairEval.py
