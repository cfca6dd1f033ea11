import { USER_ROLE } from '#domain/auth/viewer';
import { applyNotices } from '#domain/subscriptions/apply-notices';
import { givesPremium, type Subscription, willRenew } from '#domain/subscriptions/subscription';
import { type Buyer, type EvaluatedNotice, Subscriptions } from '#domain/subscriptions/subscriptions';

interface FakeSubscriptionRow {
  subscription: Subscription;
  user_id: string | null;
  changed_at: Date;
  checked_at: Date | null;
  welcomed: boolean;
}

/** Billing events and subscriptions in memory. */
export class FakeSubscriptions extends Subscriptions {
  readonly notices = new Map<string, EvaluatedNotice>();
  readonly rows = new Map<string, FakeSubscriptionRow>();
  /** The users who got the email that Premium has started. */
  readonly emailedUserIds: string[] = [];
  /** The duplicates that the operator was told about. */
  readonly reportedIds: string[] = [];
  readonly #buyers = new Map<string, Buyer>();

  addBuyer(id: string, roleId = USER_ROLE): void {
    this.#buyers.set(id, { id, role_id: roleId });
  }

  async findBuyer(userId: string): Promise<Buyer | null> {
    return this.#buyers.get(userId) ?? null;
  }

  async record(notice: EvaluatedNotice, now: Date): Promise<boolean> {
    const { provider, event_id, subscription_id } = notice;
    const eventKey = `${provider}:${event_id}`;
    if (this.notices.has(eventKey)) return false;
    this.notices.set(eventKey, { ...notice, user_id: this.#buyers.has(notice.user_id ?? '') ? notice.user_id : null });
    if (subscription_id === null || notice.effect === null) return true;
    const events = [...this.notices.values()].flatMap(({ effect, ...event }) =>
      effect && event.provider === provider && event.subscription_id === subscription_id ? [{ ...event, effect }] : [],
    );
    const applied = applyNotices(provider, subscription_id, events);
    if (applied) this.#save(applied.subscription, applied.user_id, now);
    return true;
  }

  async listFor(userId: string): Promise<readonly Subscription[]> {
    const owned = [...this.rows.values()].filter(({ user_id }) => user_id === userId).map(({ subscription }) => subscription);
    return owned.toSorted((a, b) => b.started_at.getTime() - a.started_at.getTime());
  }

  async listOverdue(provider: Subscription['provider'], before: Date, limit: number): Promise<readonly string[]> {
    const isBefore = (time: Date | null) => time !== null && time < before;
    const overdue = [...this.rows.values()].filter(
      ({ subscription, user_id, changed_at, checked_at }) =>
        subscription.provider === provider &&
        user_id !== null &&
        subscription.ended_at === null &&
        subscription.status !== 'paused' &&
        (isBefore(subscription.period_ends_at) || isBefore(subscription.ends_at)) &&
        isBefore(changed_at) &&
        (checked_at === null || isBefore(checked_at)),
    );
    const checkedTime = ({ checked_at }: FakeSubscriptionRow) => checked_at?.getTime() ?? 0;
    return overdue
      .toSorted((a, b) => checkedTime(a) - checkedTime(b))
      .slice(0, limit)
      .map(({ subscription }) => subscription.id);
  }

  async listUsersWithSeveral(provider: Subscription['provider']): Promise<readonly string[]> {
    const renewing = [...this.rows.values()].filter(
      ({ subscription, user_id }) => subscription.provider === provider && user_id !== null && willRenew(subscription),
    );
    return [...Map.groupBy(renewing, ({ user_id }) => user_id ?? '')].filter(([, rows]) => rows.length > 1).map(([userId]) => userId);
  }

  async reportDuplicate({ id }: Subscription): Promise<void> {
    if (!this.reportedIds.includes(id)) this.reportedIds.push(id);
  }

  async markChecked(provider: Subscription['provider'], id: string, now: Date): Promise<void> {
    const row = this.rows.get(`${provider}:${id}`);
    if (row) row.checked_at = now;
  }

  #save(subscription: Subscription, userId: string | null, now: Date): void {
    const key = `${subscription.provider}:${subscription.id}`;
    const known = this.rows.get(key);
    const row = {
      subscription,
      user_id: userId ?? known?.user_id ?? null,
      changed_at: now,
      checked_at: known?.checked_at ?? null,
      welcomed: known?.welcomed ?? false,
    };
    this.rows.set(key, row);
    if (row.welcomed || row.user_id === null || !givesPremium(subscription, now)) return;
    row.welcomed = true;
    this.emailedUserIds.push(row.user_id);
  }
}
