import { type Audience, type Campaigns, parseCampaign } from '#domain/mail/campaign';

interface CampaignsSetup {
  readonly campaigns: Campaigns;
  /** The addresses of the queued emails. */
  queuedAddresses(): Promise<readonly string[]>;
}

/** The recipients that a setup creates: confirmed users, by address. */
export const campaignRecipients = [
  ...['free0', 'free1', 'free2', 'free3', 'free4'].map((name) => ({ email: `${name}@site.test`, isPremium: false })),
  ...['premium0', 'premium1', 'premium2'].map((name) => ({ email: `${name}@site.test`, isPremium: true })),
];

export const campaignContent = {
  text: parseCampaign('Subject: Three boards that grow\nAction: See them | /boards\n\nHello.'),
  postalAddress: '1 Main St, Springfield',
};
const now = new Date(Date.now() + 60_000);

/** The behavior of every implementation of `Campaigns`. */
export function describeCampaigns(name: string, setUp: () => Promise<CampaignsSetup>): void {
  describe(name, () => {
    let setup: CampaignsSetup;
    beforeEach(async () => (setup = await setUp()));

    const enqueue = (audience: Audience, fingerprint = 'f1') =>
      setup.campaigns.enqueueEmails({ name: 'file.txt', fingerprint, audience, ...campaignContent }, now, () => undefined);

    it.each([
      ['free', 5],
      ['premium', 3],
      ['all', 8],
    ] as const)('queues one email for each confirmed user of the audience %s', async (audience, count) => {
      expect(await setup.campaigns.countAudience(audience, now)).toBe(count);
      expect(await enqueue(audience)).toBe(count);
      const addresses = await setup.queuedAddresses();
      expect(new Set(addresses).size).toBe(count);
      expect(addresses).not.toContain('unconfirmed@site.test');
    });

    it('queues an email once when a campaign is sent repeatedly or concurrently', async () => {
      const counts = await Promise.all([enqueue('all'), enqueue('all')]);
      expect(counts[0] + counts[1]).toBe(8);
      expect(await enqueue('all')).toBe(0);
      expect(await setup.queuedAddresses()).toHaveLength(8);
    });

    it('treats another text as another campaign', async () => {
      await enqueue('free', 'f1');
      expect(await enqueue('free', 'f2')).toBe(5);
    });

    it('reports its progress', async () => {
      const progress: number[] = [];
      await setup.campaigns.enqueueEmails({ name: 'n', fingerprint: 'f3', audience: 'free', ...campaignContent }, now, (count) =>
        progress.push(count),
      );
      expect(progress.at(-1)).toBe(campaignRecipients.length);
    });
  });
}
