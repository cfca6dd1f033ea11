import { parseVerb } from '#server/cli/arguments';
import type { CommandModule } from '#server/cli/command-io';
import { commandForms, type CommandOptions, type CompletedCommand } from '#server/cli/command-options';

const quoted = (words: readonly string[]): string => `'${words.join(' ')}'`;

/** What may follow an option that has a value: one of its choices, or else a file. */
const valueCases = (name: string, options: CommandOptions): string[] =>
  Object.entries(options).flatMap(([option, { type, choices }]) =>
    type === 'boolean'
      ? []
      : [`    '${name} --${option}') ${choices === undefined ? 'return' : `words=${quoted(choices)}; is_value=1`} ;;`],
  );

const wordCase = ({ name, words = [], options = {} }: CompletedCommand): string =>
  `    ${name}) words=${quoted(words)}; options=${quoted([...Object.keys(options).map((option) => `--${option}`), '--json', '--help'])} ;;`;

/** The function and its registration. Words without a match are completed as files. */
const bashScript = (commands: readonly CompletedCommand[]): string => `# Completion of corklight. Written by: corklight completion bash
_corklight() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  local words='' options='' is_value=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted([...commands.map(({ name }) => name), '--help', '--version'])} -- "$current"))
    return
  fi
  case "$command $previous" in
${commands.flatMap(({ name, options = {} }) => valueCases(name, options)).join('\n')}
  esac
  if [ -n "$is_value" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case "$command" in
${commands.map(wordCase).join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) if [ "$COMP_CWORD" -eq 2 ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi ;;
  esac
}
complete -o default -F _corklight corklight
`;

/** The script that a shell reads to complete the commands, their words, and their options. */
export function completionScript(shell: 'bash' | 'zsh', commands: readonly CompletedCommand[]): string {
  // zsh runs completions of bash.
  return shell === 'bash'
    ? bashScript(commands)
    : `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`;
}

const help = `corklight completion bash|zsh

Prints a script that lets the shell complete commands, their words, and their options.

  bash   corklight completion bash > /etc/bash_completion.d/corklight, or in ~/.bashrc: source <(corklight completion bash)
  zsh    in ~/.zshrc: source <(corklight completion zsh)

Exit codes: 0 when done, 2 on incorrect usage.
`;

/** `corklight completion` of these commands. */
export const completionOf = (commands: readonly CompletedCommand[]): CommandModule<never> => ({
  help,
  run: async (args, io) => {
    io.stdout.write(completionScript(parseVerb(args, commandForms.completion).verb, commands));
    return 0;
  },
});
