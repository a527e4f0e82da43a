# Leaves in $reply that column of the lines of the table that begin with these fields, and in
# $others another column of the same lines.
_harrow_select() { # COLUMN COLUMN FIELD...
    local row begin="${(pj:\t:)@[3,-1]}"$'\t'
    local -a fields
    reply=() others=()
    for row in "${(@f)$(_harrow_table)}"; do
        [[ $row == ${(b)begin}* ]] || continue
        fields=("${(@ps:\t:)row}")
        reply+=("$fields[$1]") others+=("$fields[$2]")
    done
}

# Offers the words in $reply with what $others says of them.
_harrow_offer() { # WHAT OPTION OF compadd...
    local -a lines
    local i
    for ((i = 1; i <= $#reply; i++)); do lines+=("${reply[i]//:/\\:}:$others[i]"); done
    _describe "$1" lines "${@:2}"
}

# kind:key=value,...
_harrow_spec() { # WORD
    local kind key
    local -a reply others
    if ! compset -P '[^:]#:'; then
        _harrow_select 3 4 kind $1
        _harrow_offer kind -S ''
        return
    fi
    kind=${${IPREFIX%:}##*=}
    compset -P '*,'
    if compset -P '[^=]#='; then
        key=${${${IPREFIX%=}##*[:,]}}
        _harrow_select 5 5 key $1 $kind $key
        reply=(${(s:|:)reply[1]:#-})
        compadd -S '' -a reply
    else
        _harrow_select 4 6 key $1 $kind
        _harrow_offer key -S '='
    fi
}

# Offers what a word of a usage line stands for.
_harrow_argument() { # WORD
    local part
    local -a reply others
    case $1 in
    *'|'*)
        for part in ${(s:|:)1}; do
            if [[ $part == [a-z]* ]]; then compadd -- $part; else _harrow_argument $part; fi
        done
        ;;
    DIR | OUT) _files -/ ;;
    FILE) _files ;;
    *.json) _files -g '*.json' ;;
    COMMAND)
        _harrow_select 2 3 command
        _harrow_offer command
        ;;
    key=value)
        _harrow_select 2 3 config
        _harrow_offer key -S '='
        ;;
    [A-Z]*) _harrow_spec $1 ;;
    esac
}

_harrow() {
    setopt local_options extended_glob
    local command=$words[2] name argument i
    local -a reply others specs names arguments
    if ((CURRENT == 2)); then
        _harrow_argument COMMAND
        [[ $PREFIX != -* ]] || compadd -- --help --version
        return
    fi
    _harrow_select 3 4 option $command
    names=("$reply[@]") arguments=("$others[@]")
    _harrow_select 5 5 option $command
    for ((i = 1; i <= $#names; i++)); do
        argument=${${reply[i]#-}//(#m)[\[\]:\\]/\\$MATCH}
        name=$names[i]
        if [[ $arguments[i] == - ]]; then
            specs+=("${name}[$argument]")
        else
            [[ $arguments[i] == *=* ]] && name="*$name" # several times
            specs+=("${name}=[$argument]:${arguments[i]//:/\\:}: _harrow_argument ${(q)arguments[i]}")
        fi
    done
    _harrow_select 3 3 operand $command
    argument=
    for name in "${(@u)reply}"; do argument+="|$name"; done
    [[ -z $argument ]] || specs+=("*:operand: _harrow_argument ${(q)argument#|}")
    shift words
    ((CURRENT--))
    _arguments "$specs[@]" '--help[tell all about this command]'
}

if [[ $funcstack[1] == _harrow ]]; then
    _harrow "$@"
else
    compdef _harrow harrow
fi
