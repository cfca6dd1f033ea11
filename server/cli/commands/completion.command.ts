import { parseVerb } from '#server/cli/arguments';
import { asksForHelp, type CommandOutput, printHelp } from '#server/cli/command-io';
import { type CompletedCommand, completionShells } from '#server/cli/command-options';
import { completionScript } from '#server/cli/completion';

const completionHelp = `corklight completion bash|zsh

Prints a script that lets the shell complete commands, their words, and their options.

  bash   corklight completion bash > /etc/bash_completion.d/corklight, or in ~/.bashrc: source <(corklight completion bash)
  zsh    in ~/.zshrc: source <(corklight completion zsh)

Exit codes: 0 when done, 2 on incorrect usage.
`;

/** `corklight completion` of these commands. Returns the exit code. Throws `UsageError`. */
export const completionCommandOf =
  (commands: readonly CompletedCommand[]) =>
  async (args: readonly string[], io: CommandOutput): Promise<number> => {
    if (asksForHelp(args)) return printHelp(completionHelp, io);
    io.stdout.write(completionScript(parseVerb(args, completionShells, {}).verb, commands));
    return 0;
  };
