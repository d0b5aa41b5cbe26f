# bash completion for scorer.pl
_scorer_pl() {
    local IFS=$'\n' word=${COMP_WORDS[COMP_CWORD]}
    case $COMP_CWORD in
        1) COMPREPLY=($(compgen -W $'muc\nbcub\nceafm\nceafe\nblanc\nall' -- "$word")) ;;
        4) COMPREPLY=($(compgen -W none -- "$word")) ;;
        *) COMPREPLY=($(compgen -f -- "$word")) ;;
    esac
}
complete -o filenames -F _scorer_pl scorer.pl
