# Prints that column of the lines of the table that begin with these fields.
_harrow_select() { # COLUMN FIELD...
    local column=$1 fields i
    shift
    while IFS=$'\t' read -ra fields; do
        for ((i = 0; i < $#; i++)); do
            [[ ${fields[i]} == "${*:i+1:1}" ]] || continue 2
        done
        printf '%s\n' "${fields[column]}"
    done < <(_harrow_table)
}

# Offers words behind $head, the part of the word that is settled.
_harrow_offer() { # WORD...
    local word
    for word; do
        word=$head$word
        [[ $word == "$whole"* ]] && COMPREPLY+=("${word:cut}")
    done
}

_harrow_open() { # the word may go on
    compopt -o nospace 2>/dev/null
}

_harrow_files() { # OPTION OF compgen...
    local name rest=${whole#"$head"} IFS=$'\n'
    rest=${rest//[\"\'\\]/}
    compopt -o filenames 2>/dev/null
    while IFS= read -r name; do
        [[ $'\n'${COMPREPLY[*]}$'\n' == *$'\n'"$name"$'\n'* ]] || COMPREPLY+=("$name")
    done < <(compgen "$@" -- "$rest")
}

# kind:key=value,...
_harrow_spec() { # WORD
    local rest=${whole#"$head"} kind key words
    _harrow_open
    if [[ $rest != *:* ]]; then
        mapfile -t words < <(_harrow_select 2 kind "$1")
    else
        kind=${rest%%:*}
        head+=$kind:
        rest=${rest#*:}
        [[ $rest == *,* ]] && head+=${rest%,*}, && rest=${rest##*,}
        if [[ $rest == *=* ]]; then
            key=${rest%%=*}
            head+=$key=
            IFS='|' read -ra words < <(_harrow_select 4 key "$1" "$kind" "$key")
        else
            mapfile -t words < <(_harrow_select 3 key "$1" "$kind")
            words=("${words[@]/%/=}")
        fi
    fi
    _harrow_offer "${words[@]}"
}

_harrow_config() { # key=value
    local words
    mapfile -t words < <(_harrow_select 1 config)
    _harrow_open
    _harrow_offer "${words[@]/%/=}"
}

# Offers what a word of a usage line stands for.
_harrow_argument() { # WORD
    local part parts words
    case $1 in
    *'|'*)
        IFS='|' read -ra parts <<<"$1"
        for part in "${parts[@]}"; do
            if [[ $part == [a-z]* ]]; then _harrow_offer "$part"; else _harrow_argument "$part"; fi
        done
        ;;
    DIR | OUT) _harrow_files -d ;;
    FILE) _harrow_files -f ;;
    *.json) _harrow_files -f -X '!*.json' && _harrow_files -d ;;
    COMMAND)
        mapfile -t words < <(_harrow_select 1 command)
        _harrow_offer "${words[@]}"
        ;;
    key=value) _harrow_config ;;
    [A-Z]*) _harrow_spec "$1" ;;
    esac
}

_harrow_options() { # COMMAND
    local words
    mapfile -t words < <(_harrow_select 2 option "$1")
    _harrow_offer "${words[@]}" --help
}

_harrow_operands() { # COMMAND
    local words word
    mapfile -t words < <(_harrow_select 2 operand "$1" | sort -u)
    for word in "${words[@]}"; do _harrow_argument "$word"; done
    [[ -n $whole || ${#COMPREPLY[@]} -gt 0 ]] || _harrow_options "$1"
}

_harrow() {
    local line=() whole head='' cut=0 i argument
    COMPREPLY=()
    # Bash splits words at : and =, and replaces only what stands behind the last of them.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        if ((i > 0)) && [[ ${COMP_WORDS[i]} =~ ^[:=]+$ || ${COMP_WORDS[i - 1]} =~ ^[:=]+$ ]]; then
            line[-1]+=${COMP_WORDS[i]}
        else
            line+=("${COMP_WORDS[i]}")
        fi
    done
    whole=${line[-1]}
    if [[ $whole != "${COMP_WORDS[COMP_CWORD]}" ]]; then
        argument=${whole##*[:=]}
        cut=$((${#whole} - ${#argument}))
    fi
    if [[ ${#line[@]} -eq 2 ]]; then
        _harrow_argument COMMAND
        [[ $whole != -* ]] || _harrow_offer --help --version
        return
    fi
    if [[ $whole == --*=* ]]; then
        head=${whole%%=*}=
        argument=$(_harrow_select 3 option "${line[1]}" "${head%=}")
        _harrow_argument "$argument"
        return
    fi
    argument=$(_harrow_select 3 option "${line[1]}" "${line[-2]}")
    if [[ -n $argument && $argument != - ]]; then
        _harrow_argument "$argument"
    elif [[ $whole == -* ]]; then
        _harrow_options "${line[1]}"
    else
        _harrow_operands "${line[1]}"
    fi
}

complete -F _harrow harrow
