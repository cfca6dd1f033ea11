import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Audience, Campaign } from '#domain/mail/campaign';
import * as campaignCommand from '#server/cli/commands/campaign.command';
import { runCommand } from '#server/cli/command-io';
import { operator } from '../../support/fakes/audit';

/** Queues to audiences of these sizes, once for each text. */
function campaignsTo(sizes: Readonly<Record<Audience, number>>) {
  const sent = new Set<string>();
  const queued: number[] = [];
  return {
    queued,
    countAudience: async (audience: Audience) => sizes[audience],
    enqueueEmails: async ({ fingerprint, audience }: Campaign) => {
      const key = `${fingerprint} ${audience}`;
      const count = sent.has(key) ? 0 : sizes[audience];
      sent.add(key);
      queued.push(count);
      return count;
    },
  };
}

describe('corklight campaign', () => {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-'));
  writeFileSync(join(folder, 'email.txt'), 'Subject: Hi\nAction: See | /boards\n\nHello.\n');
  writeFileSync(join(folder, 'bad.txt'), 'Hello.\n');
  let postalAddress: string | null = '1 Main St, Springfield';
  let out = '';
  let err = '';
  const campaigns = campaignsTo({ premium: 10, free: 1_224, all: 1_234 });
  const io = {
    stdin: Readable.from([]) as unknown as NodeJS.ReadStream,
    stdout: { write: (text: string) => void (out += text) },
    stderr: { write: (text: string) => void (err += text) },
    folder,
    isJson: false,
    by: operator,
  };
  const run = (...args: string[]) => {
    out = '';
    err = '';
    return runCommand('campaign', campaignCommand, args, io, async () => ({
      campaigns,
      clock: { now: () => new Date(0) },
      postalAddress,
      enter: async () => {},
    }));
  };

  it('shows recipients and content on a dry run and sends nothing', async () => {
    expect(await run('send', 'email.txt', '--to', 'all', '--dry-run')).toBe(0);
    expect(out).toBe('1,234 people would get "Hi".\n\nHello.\n\n[See] /boards\n\n1 Main St, Springfield\n');
    expect(campaigns.queued).toEqual([]);
  });

  it.each([
    ['missing.txt', `${join(folder, 'missing.txt')}: There is no such file or folder.\n`],
    ['.', 'That is a folder, not a file.\n'],
  ])('says what is wrong with the file %j', async (file, message) => {
    expect(await run('send', file, '--to', 'all')).toBe(1);
    expect(err).toBe(message);
  });

  it('queues emails once per recipient', async () => {
    expect(await run('send', 'email.txt', '--to=premium')).toBe(0);
    expect(out).toBe('Queued 10 emails.\n');
    expect(await run('send', 'email.txt', '--to=premium')).toBe(0);
    expect(out).toBe('Queued 0 emails. 10 people already had theirs.\n');
  });

  it('refuses to send without a postal address, which a dry run says too', async () => {
    postalAddress = null;
    const queuedCount = campaigns.queued.length;
    expect(await run('send', 'email.txt', '--to=free')).toBe(1);
    expect(err).toContain('POSTAL_ADDRESS is not set');
    expect(await run('send', 'email.txt', '--to=free', '--dry-run')).toBe(0);
    expect(out).toContain('POSTAL_ADDRESS is not set');
    expect(campaigns.queued).toHaveLength(queuedCount);
    postalAddress = '1 Main St, Springfield';
  });

  it('counts one person and one email in the singular', async () => {
    out = '';
    const one = campaignsTo({ premium: 1, free: 0, all: 1 });
    const runForOne = (...args: string[]) =>
      campaignCommand.run(args, io, async () => ({
        campaigns: one,
        clock: { now: () => new Date(0) },
        postalAddress,
        enter: async () => {},
      }));
    for (const args of [['--dry-run'], [], []]) await runForOne('send', 'email.txt', '--to', 'all', ...args);
    expect(out).toMatch(/1 person would get "Hi"[^]*Queued 1 email\.\nQueued 0 emails\. 1 person already had theirs\./);
  });

  it.each([
    [['post'], 'There is no command "post". Use send.'],
    [['send'], 'FILE is missing.'],
    [['send', 'email.txt'], 'audience (--to) is missing. Use premium, free, all.'],
    [['send', 'email.txt', '--to', 'premum'], 'There is no audience (--to) "premum". Did you mean premium?'],
  ])('says what is wrong with the arguments %j', async (args, message) => {
    expect(await run(...args)).toBe(2);
    expect(err).toBe(`${message}\nSee corklight campaign --help.\n`);
  });

  it('rejects an invalid file with the reason', async () => {
    expect(await run('send', 'bad.txt', '--to', 'all')).toBe(1);
    expect(err).toContain('Subject must be on the first line');
  });
});
