import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { campaignCommand } from '#server/cli/campaign.command';
import { FakeCampaigns } from '../../support/fakes/fake-campaigns';

describe('corklight campaign', () => {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-'));
  writeFileSync(join(folder, 'email.txt'), 'Subject: Hi\nAction: See | /boards\n\nHello.\n');
  writeFileSync(join(folder, 'bad.txt'), 'Hello.\n');
  let out = '';
  let err = '';
  const campaigns = new FakeCampaigns(Array.from({ length: 1_234 }, (_, index) => ({ email: `p${index}@x.test`, isPremium: index < 10 })));
  const io = {
    stdin: Readable.from([]) as unknown as NodeJS.ReadStream,
    stdout: { write: (text: string) => void (out += text) },
    stderr: { write: (text: string) => void (err += text) },
    folder,
  };
  const run = (...args: string[]) => {
    out = '';
    err = '';
    return campaignCommand(args, io, async () => ({ campaigns, clock: { now: () => new Date(0) } }));
  };

  it('shows recipients and content on a dry run and sends nothing', async () => {
    expect(await run('send', 'email.txt', '--to', 'all', '--dry-run')).toBe(0);
    expect(out).toBe('1,234 people would get "Hi".\n\nHello.\n\n[See] /boards\n');
    expect(campaigns.queued).toEqual([]);
  });

  it('queues emails once per recipient', async () => {
    expect(await run('send', 'email.txt', '--to=premium')).toBe(0);
    expect(out).toBe('Queued 10 emails.\n');
    expect(await run('send', 'email.txt', '--to=premium')).toBe(0);
    expect(out).toBe('Queued 0 emails. 10 people already had theirs.\n');
  });

  it.each([
    [[]],
    [['send']],
    [['send', 'email.txt']],
    [['send', 'email.txt', '--to', 'everybody']],
    [['send', 'email.txt', '--to', 'all', '--now']],
  ])('prints its usage for the arguments %j', async (args) => {
    expect(await run(...args)).toBe(2);
    expect(err).toContain('corklight campaign send FILE');
  });

  it('rejects an invalid file with the reason', () =>
    expect(run('send', 'bad.txt', '--to', 'all')).rejects.toThrow('Subject must be on the first line'));
});
