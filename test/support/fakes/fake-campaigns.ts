import { type Audience, type Campaign, Campaigns } from '#domain/mail/campaign';

interface FakeRecipient {
  readonly email: string;
  readonly isPremium: boolean;
}

/** Campaigns to recipients in memory. */
export class FakeCampaigns extends Campaigns {
  /** The queued emails, as `address: subject`. */
  readonly queued: string[] = [];
  readonly #sentKeys = new Set<string>();

  constructor(private readonly recipients: readonly FakeRecipient[]) {
    super();
  }

  async countAudience(audience: Audience): Promise<number> {
    return this.#membersOf(audience).length;
  }

  async enqueueEmails({ fingerprint, audience, text }: Campaign, _now: Date, onProgress: (checkedCount: number) => void): Promise<number> {
    const keyOf = ({ email }: FakeRecipient) => `${fingerprint} ${audience} ${email}`;
    const newMembers = this.#membersOf(audience).filter((member) => !this.#sentKeys.has(keyOf(member)));
    for (const member of newMembers) {
      this.#sentKeys.add(keyOf(member));
      this.queued.push(`${member.email}: ${text.subject}`);
    }
    onProgress(this.recipients.length);
    return newMembers.length;
  }

  #membersOf(audience: Audience): readonly FakeRecipient[] {
    return this.recipients.filter(({ isPremium }) => audience === 'all' || isPremium === (audience === 'premium'));
  }
}
