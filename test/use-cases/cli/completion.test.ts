import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '#server/cli/command-list';
import { optionsHelp } from '#server/cli/command-options';
import { completionOf, completionScript } from '#server/cli/commands/completion.command';
import { runCommand } from '#server/cli/command-io';
import { collectIo } from '../../support/collected-io';

const run = async (args: readonly string[]) => {
  const { io, written } = collectIo();
  const code = await runCommand('completion', completionOf(commands), args, io, () => Promise.reject(new Error('it needs no application')));
  return { code, out: written.stdout, err: written.stderr };
};

describe('completion in bash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'completion-'));
  const script = join(folder, 'corklight.bash');
  beforeAll(() => writeFileSync(script, completionScript('bash', commands)));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What bash offers after these words; the last one is being typed. */
  const complete = (...words: readonly string[]): string[] => {
    const typed = ['corklight', ...words].map((word) => `'${word}'`).join(' ');
    const source = `source '${script}'; COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _corklight; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const output = execFileSync('bash', ['--norc', '-c', source], { encoding: 'utf8' });
    return output.split('\n').filter((line) => line !== '');
  };

  it('offers every command', () => {
    expect(complete('')).toEqual([...commands.map(({ name }) => name), '--help', '--version']);
    expect(complete('co')).toEqual(['config', 'completion']);
  });

  it.each<[string, string[], string[]]>([
    ['the words of a command', ['admin', ''], ['create', 'reset-password', 'reset-second-factor', 'remove', 'list']],
    ['kinds', ['import', 'pin'], ['pinners', 'pins']],
    ['options', ['import', 'pins', 'a.ndjson', '--r'], ['--rejects', '--round']],
    ['options of every command', ['doctor', '--'], ['--json', '--help']],
    ['the values of an option', ['import', 'pins', '--format', ''], ['ndjson', 'csv']],
    ['a value as typed so far', ['campaign', 'send', 'x.txt', '--to', 'p'], ['premium']],
    ['shells', ['completion', 'z'], ['zsh']],
    ['nothing for a file, which the shell completes', ['import', 'pins', '--rejects', ''], []],
    ['nothing after the words, where the shell completes files', ['import', 'pins', ''], []],
    ['nothing for an unknown command', ['nothing', ''], []],
  ])('offers %s', (_, typed, offered) => expect(complete(...typed)).toEqual(offered));

  it('is registered for corklight', () => {
    const output = execFileSync('bash', ['--norc', '-c', `source '${script}'; complete -p corklight`], { encoding: 'utf8' });
    expect(output.trim()).toBe('complete -o default -F _corklight corklight');
  });
});

describe('the command completion', () => {
  it.each(['bash', 'zsh'] as const)('prints the script for %s', async (shell) => {
    expect(await run([shell])).toEqual({ code: 0, out: completionScript(shell, commands), err: '' });
  });

  it('refuses another shell', async () => {
    expect(await run(['fish'])).toMatchObject({ code: 2, err: expect.stringContaining('Use bash, zsh.') });
  });
});

describe('the help of a command', () => {
  it.each(commands.filter(({ options }) => options !== undefined).map(({ name }) => name))('%s lists its options', async (name) => {
    const { load, options = {} } = commands.find((command) => command.name === name)!;
    expect((await load()).help).toContain(optionsHelp(options));
  });
});
