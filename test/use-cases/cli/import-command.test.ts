import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as importCommand from '#server/cli/commands/import/import.command';
import { runCommand as runAnyCommand } from '#server/cli/command-io';
import { parseImportOptions } from '#server/cli/commands/import/import-options';
import { Progress } from '#server/cli/progress';
import { collectIo } from '../../support/collected-io';
import { operator } from '../../support/fakes/audit';

const NOW = new Date('2026-03-01T12:00:00Z');
let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'corklight-command-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function runCommand(words: readonly string[], stdin = '') {
  const { io, written } = collectIo({ stdin, folder, isJson: words.includes('--json') });
  const args = words.filter((word) => word !== '--json');
  const code = await runAnyCommand('import', importCommand, args, io, () => Promise.reject(new Error('the application is not needed')));
  return { code, out: written.stdout, err: written.stderr };
}

describe('incorrect usage exits with 2 and names the problem', () => {
  it.each<[string[], RegExp]>([
    [[], /No FILE/],
    [['users', 'x'], /There is no kind "users". Use boards/],
    [['pins'], /No FILE/],
    [['pins', '-', '-'], /once only/],
    [['pins', 'x', '--max-bad', 'lots'], /--max-bad/],
    [['pins', 'x', '--max-bad', '101%'], /--max-bad/],
    [['pins', 'x', '--on-error', 'explode'], /--on-error/],
    [['pins', 'x', '--format', 'xml'], /--format/],
    [['pins', 'x', '--as', 'pin'], /--as belongs to series/],
    [['pins', 'x', '--metric', 'saves'], /--metric belongs to series/],
    [['series', 'x', '--as', 'person'], /--as/],
    [['series', 'x', '--as', 'pin', '--metric', 'follower_count'], /--metric.*no metric of a pin/],
    [['pins', 'x', '--crawled-at', 'soon'], /--crawled-at/],
    [['pins', 'x', '--colour'], /--colour/],
  ])('%j', async (args, message) => {
    const { code, err } = await runCommand(args);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});

it('parses its options', () => {
  expect(
    parseImportOptions(
      ['series', 'a', 'b', '--as', 'pinner', '--metric', 'stars=follower_count', '--metric', 'profile_views', '--max-bad', '0.5'],
      NOW,
      operator.label,
    ),
  ).toMatchObject({
    files: ['a', 'b'],
    kind: 'series',
    settings: {
      as: 'pinner',
      metrics: { stars: 'follower_count', '*': 'profile_views' },
      maxRejectedShare: 0.5,
      stopOnReject: false,
    },
  });
});

it('prints help', async () => expect(await runCommand(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--max-bad') }));

describe('a dry run', () => {
  const bad = '{"_id":"1","saves":1}\n{"_id":"2","saves":-1}\n';

  it('writes rejected lines to the working folder and exits with 1 when the file would be refused', async () => {
    await writeFile(join(folder, 'a.ndjson'), bad);
    const { code, out } = await runCommand(['pins', 'a.ndjson', '--dry-run']);
    expect([code, out]).toEqual([1, expect.stringContaining('nothing was applied: 50.0% of the lines were rejected')]);
    expect(JSON.parse(await readFile(join(folder, 'a.ndjson.rejects.ndjson'), 'utf8'))).toEqual({
      file: 'a.ndjson',
      line: 2,
      field: 'saves',
      reason: '-1 is negative',
    });
  });

  it('exits with 0 when few enough lines are rejected, and prints JSON', async () => {
    const { code, out } = await runCommand(['pins', '-', '--dry-run', '--json', '--max-bad', '50%', '--rejects', 'mine.ndjson'], bad);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      dry_run: true,
      files: [{ file: 'stdin', lines: 2, rejected: 1, outcome: 'applied', rejects: join(folder, 'mine.ndjson') }],
    });
  });

  it.each([
    ['none/mine.ndjson', /mine\.ndjson \(ENOENT\); --rejects FILE names another file\.$/m],
    ['/dev/full', /\/dev\/full \(ENOSPC\)/],
  ])('goes on with all files where their rejected lines cannot be written: %s', async (path, note) => {
    await writeFile(join(folder, 'a.ndjson'), bad);
    await writeFile(join(folder, 'b.csv'), 'id,Save Count\n1,"1,200"\n');
    const args = ['pins', 'a.ndjson', 'b.csv', '--dry-run', '--max-bad', '50%', '--rejects', path];
    const { code, out } = await runCommand([...args, '--json']);
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { dry_run: true, files: [expect.objectContaining({ rejected: 1, rejects: null }), expect.objectContaining({ lines: 1 })] },
    ]);
    expect((await runCommand(args)).out).toMatch(note);
  });

  it.each([
    ['missing.csv', [], /^missing\.csv: nothing was applied: There is no such file in \/.*\.$/m],
    ['open.csv', ['pins'], /^open\.csv: nothing was applied: The CSV is damaged/m],
    ['odd.csv', [], /^odd\.csv: nothing was applied: (?!odd)/m],
  ])('names %s once, and why it is refused', async (name, kind, note) => {
    await writeFile(join(folder, 'open.csv'), 'id,name\n1,"Ada\n');
    await writeFile(join(folder, 'odd.csv'), 'x,y\n1,2\n');
    expect((await runCommand([...kind, name, '--dry-run'])).out).toMatch(note);
  });

  it('continues after a missing file, and writes no rejects file when nothing was rejected', async () => {
    await writeFile(join(folder, 'b.csv'), 'id,Save Count\n1,"1,200"\n');
    const { code, out } = await runCommand(['pins', 'missing.ndjson', 'b.csv', '--dry-run', '--json']);
    expect(code).toBe(1);
    expect((JSON.parse(out) as { files: unknown[] }).files).toMatchObject([
      { outcome: 'refused', reason: expect.stringContaining('no such file') },
      { outcome: 'applied', lines: 1, rejected: 0, rejects: null },
    ]);
    expect(existsSync(join(folder, 'b.csv.rejects.ndjson'))).toBe(false);
  });
});

describe('progress', () => {
  const progressOutput = (isTTY: boolean) => {
    const written: string[] = [];
    let now = 0;
    const progress = new Progress({ isTTY, columns: 100, write: (text) => written.push(text) }, () => now);
    progress.show('a', 0, 0);
    now = 10_000;
    progress.show('a', 0.25, 50_000);
    progress.clear();
    return written;
  };

  it('redraws one line on a terminal', () =>
    expect(progressOutput(true)).toEqual([
      '\r\u001b[Ka  [######..................] 25%  50,000 rows  5,000 rows/s  0:30 left',
      '\r\u001b[K',
    ]));
  it('writes plain lines elsewhere', () => expect(progressOutput(false)).toEqual(['a  25%  50,000 rows  5,000 rows/s  0:30 left\n']));
});
