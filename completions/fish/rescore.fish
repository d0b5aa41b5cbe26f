# fish completion for rescore, which knows its own words
function __rescore_complete
    for line in (env _RESCORE_COMPLETE=fish_complete COMP_WORDS=(commandline -cp) COMP_CWORD=(commandline -t) rescore 2>/dev/null)
        set -l answer (string split -m 1 , -- $line)
        switch $answer[1]
            case plain
                echo $answer[2]
            case file
                __fish_complete_path (commandline -t)
            case dir
                __fish_complete_directories (commandline -t)
        end
    end
end
complete --no-files --command rescore --arguments '(__rescore_complete)'
