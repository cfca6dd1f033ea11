import { execFileSync, execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fieldAliases } from '#domain/catalog/import/field-aliases';
import { UsageError } from '#server/cli/arguments';
import { commands, commandsHelp } from '#server/cli/command-list';
import { checkUsage, codeOf, findCommands } from '../support/documented-commands';

describe('the commands that texts name', () => {
  const listFiles = (...patterns: string[]): string[] =>
    execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
      .trim()
      .split('\n');
  const documents = listFiles('*.md');

  const whyWrong = (args: readonly string[]): string[] => {
    try {
      checkUsage(args, commands);
      return [];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return [`corklight ${args.join(' ')}: ${error.message}`];
    }
  };

  function hasCommands(path: string): boolean {
    return findCommands(readFileSync(path, 'utf8')).length > 0;
  }

  it.each(documents)('%s names commands, words, and options that exist', (path) => {
    expect(findCommands(codeOf(readFileSync(path, 'utf8'))).flatMap(whyWrong)).toEqual([]);
  });

  it('are found in the documents', () => {
    const found = documents.flatMap((path) => findCommands(codeOf(readFileSync(path, 'utf8'))));
    expect(found).toContainEqual(['import', 'series', 'trends.csv', '--as', 'keyword']);
    expect(found.length).toBeGreaterThan(60);
  });

  it.each(listFiles('server/*.ts', 'server/*.tsx', 'domain/*.ts', 'client/src/*.tsx', 'docker/*').filter(hasCommands))(
    '%s names commands, words, and options that exist',
    (path) => expect(findCommands(readFileSync(path, 'utf8')).flatMap(whyWrong)).toEqual([]),
  );

  it.each(commands.map(({ name }) => name))('the help of %s names words and options that exist', async (name) => {
    const { help } = await commands.find((command) => command.name === name)!.load();
    expect(findCommands(help).filter(([first]) => first === name).length).toBeGreaterThan(0);
    expect(findCommands(help).flatMap(whyWrong)).toEqual([]);
    expect(commandsHelp).toContain(`  ${name} `);
  });

  it('of npm are scripts of the package', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: object };
    const named = documents.flatMap((path) =>
      [...codeOf(readFileSync(path, 'utf8')).matchAll(/npm run ([a-z:-]+)/g)].map(([, script = '']) => script),
    );
    expect([...new Set(named)].filter((script) => !(script in scripts))).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });

  it.each([
    ['a command', 'corklight imprt boards a.csv', 'There is no command "imprt". Did you mean import?'],
    ['a word', 'npm run corklight -- import bords a.csv', 'There is no word "bords". Did you mean boards?'],
    ['one of several words', '(corklight admin create|dismiss)', 'There is no word "dismiss".'],
    ['an option', 'app corklight backup --kep 3 > log', "Unknown option '--kep'"],
    ['an option in brackets', 'corklight momentum recompute [--as-at 2026-08-23]', "Unknown option '--as-at'"],
    ['a choice', 'corklight export pins --format xml # comment', 'There is no --format "xml".'],
  ])('are refused with %s that does not exist', (_, line, reason) => {
    expect(findCommands(line).flatMap(whyWrong)).toEqual([expect.stringContaining(reason)]);
  });
});

describe('the document about imports', () => {
  it.each(Object.entries(fieldAliases))('docs/importing.md names every name that a field of a %s goes by', (_, names) => {
    const text = readFileSync('docs/importing.md', 'utf8').replace(/```[^]*?```/g, '');
    const told = new Set([...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    const withoutOwnerPrefix = (name: string) =>
      /^(?:pinner|owner|user|creator|native_creator|board_owner|author|poster)\./.test(name) ? name.replace(/^\w+/, '') : name;
    const missing = Object.values<readonly string[]>(names)
      .flat()
      .map(withoutOwnerPrefix)
      .filter((name) => !told.has(name));
    expect(missing).toEqual([]);
  });
});

describe('the lock-file check', () => {
  const lockFile = (packages: Readonly<Record<string, unknown>>) => JSON.stringify({ packages });
  const validPackages = { '': { dependencies: { a: '1.0.0' } }, 'node_modules/a': { integrity: 'sha512-x' } };
  const tooManyPackages = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`p${index}`, '1.0.0']));

  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'corklight-lock-'))));
  afterAll(() => rm(folder, { recursive: true }));

  const checkLockFile = async (content: string) => {
    const file = join(folder, 'package-lock.json');
    await writeFile(file, content);
    const run = promisify(execFile)(process.execPath, [join('test', 'checks', 'lock-file.mjs'), file]);
    return run.then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    );
  };

  it.each([
    ['nothing when everything is fine', validPackages, /^$/],
    ['a package without an integrity hash', { ...validPackages, 'node_modules/a': {} }, /has no integrity hash for node_modules\/a/],
    ['a weak hash', { ...validPackages, 'node_modules/a': { integrity: 'sha1-x' } }, /has no integrity hash for node_modules\/a/],
    [
      'another registry',
      { ...validPackages, 'node_modules/a': { integrity: 'sha512-x', resolved: 'https://evil.test/a.tgz' } },
      /names a registry/,
    ],
    ['more than forty direct dependencies', { ...validPackages, '': { dependencies: tooManyPackages } }, /41 direct runtime dependencies/],
  ])('reports %s', async (_, packages, message) => expect(await checkLockFile(lockFile(packages))).toMatch(message));
});
