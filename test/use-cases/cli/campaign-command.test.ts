import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Audience, Campaign } from '#domain/mail/campaign';
import * as campaignCommand from '#server/cli/commands/campaign.command';
import { runCommand } from '#server/cli/command-io';
import { collectIo } from '../../support/collected-io';

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
  const campaigns = campaignsTo({ premium: 10, free: 1_224, all: 1_234 });
  const run = async (args: readonly string[], to = campaigns) => {
    const { io, written } = collectIo({ folder });
    const services = { campaigns: to, clock: { now: () => new Date(0) }, postalAddress, enter: async () => {} };
    return { code: await runCommand('campaign', campaignCommand, args, io, async () => services), ...written };
  };
  const send = (...args: string[]) => run(['send', ...args]);

  it('shows recipients and content on a dry run and sends nothing', async () => {
    expect(await send('email.txt', '--to', 'all', '--dry-run')).toMatchObject({
      code: 0,
      stdout: '1,234 people would get "Hi".\n\nHello.\n\n[See] /boards\n\n1 Main St, Springfield\n',
    });
    expect(campaigns.queued).toEqual([]);
  });

  it.each([
    ['missing.txt', `${join(folder, 'missing.txt')}: There is no such file or folder.\n`],
    ['.', 'That is a folder, not a file.\n'],
    ['bad.txt', expect.stringContaining('Subject must be on the first line')],
  ])('says what is wrong with the file %j', async (file, message) => {
    expect(await send(file, '--to', 'all')).toMatchObject({ code: 1, stderr: message });
  });

  it('queues emails once per recipient', async () => {
    expect(await send('email.txt', '--to=premium')).toMatchObject({ code: 0, stdout: 'Queued 10 emails.\n' });
    expect(await send('email.txt', '--to=premium')).toMatchObject({
      code: 0,
      stdout: 'Queued 0 emails. 10 people already had theirs.\n',
    });
  });

  it('refuses to send without a postal address, which a dry run says too', async () => {
    postalAddress = null;
    const queuedCount = campaigns.queued.length;
    const missing = expect.stringContaining('POSTAL_ADDRESS is not set');
    expect(await send('email.txt', '--to=free')).toMatchObject({ code: 1, stderr: missing });
    expect(await send('email.txt', '--to=free', '--dry-run')).toMatchObject({ code: 0, stdout: missing });
    expect(campaigns.queued).toHaveLength(queuedCount);
    postalAddress = '1 Main St, Springfield';
  });

  it('counts one person and one email in the singular', async () => {
    const one = campaignsTo({ premium: 1, free: 0, all: 1 });
    let said = '';
    for (const args of [['--dry-run'], [], []]) said += (await run(['send', 'email.txt', '--to', 'all', ...args], one)).stdout;
    expect(said).toMatch(/1 person would get "Hi"[^]*Queued 1 email\.\nQueued 0 emails\. 1 person already had theirs\./);
  });

  it.each([
    [['post'], 'There is no command "post". Use send.'],
    [['send'], 'FILE is missing.'],
    [['send', 'email.txt'], 'audience (--to) is missing. Use premium, free, all.'],
    [['send', 'email.txt', '--to', 'premum'], 'There is no audience (--to) "premum". Did you mean premium?'],
  ])('says what is wrong with the arguments %j', async (args, message) => {
    expect(await run(args)).toMatchObject({ code: 2, stderr: `${message}\nSee corklight campaign --help.\n` });
  });
});
