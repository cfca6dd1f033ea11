import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { campaignCommand } from '#server/cli/campaign.command';
import { FakeCampaigns } from '../../support/fakes/fake-campaigns';

describe('corklight campaign', () => {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-'));
  writeFileSync(join(folder, 'letter.txt'), 'Subject: Hi\nAction: See | /boards\n\nHello.\n');
  writeFileSync(join(folder, 'bad.txt'), 'Hello.\n');
  let out = '';
  let faults = '';
  const campaigns = new FakeCampaigns(Array.from({ length: 1_234 }, (_, index) => ({ email: `p${index}@x.test`, isPremium: index < 10 })));
  const io = {
    stdin: Readable.from([]) as unknown as NodeJS.ReadStream,
    stdout: { write: (text: string) => void (out += text) },
    stderr: { write: (text: string) => void (faults += text) },
    folder,
  };
  const run = (...args: string[]) => {
    out = '';
    faults = '';
    return campaignCommand(args, io, async () => ({ campaigns, clock: { now: () => new Date(0) } }));
  };

  it('shows whom and what it would write to, and writes nothing', async () => {
    expect(await run('send', 'letter.txt', '--to', 'all', '--dry-run')).toBe(0);
    expect(out).toBe('1,234 people would get "Hi".\n\nHello.\n\n[See] /boards\n');
    expect(campaigns.queued).toEqual([]);
  });

  it('writes, and says when everybody has theirs', async () => {
    expect(await run('send', 'letter.txt', '--to=premium')).toBe(0);
    expect(out).toBe('Wrote 10 letters.\n');
    expect(await run('send', 'letter.txt', '--to=premium')).toBe(0);
    expect(out).toBe('Wrote 0 letters. 10 people had theirs already.\n');
  });

  it.each([
    [[]],
    [['send']],
    [['send', 'letter.txt']],
    [['send', 'letter.txt', '--to', 'everybody']],
    [['send', 'letter.txt', '--to', 'all', '--now']],
  ])('called with %j says how it is called', async (args) => {
    expect(await run(...args)).toBe(2);
    expect(faults).toContain('corklight campaign send FILE');
  });

  it('names what is wrong with a file', () =>
    expect(run('send', 'bad.txt', '--to', 'all')).rejects.toThrow('Subject must be on the first line'));
});
