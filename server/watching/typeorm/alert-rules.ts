import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { RuleToStore, StoredRule } from '#domain/watching/alerts/alerts';
import { NotFound } from '#domain/errors';
import type { Condition } from '#domain/watching/alerts/rules';
import { ruleLimitSentence } from '#domain/watching/watch-limits';
import { WatchLimitReached } from '#domain/watching/watchlists';
import type { Period } from '#domain/catalog/metrics';
import {
  alertMatchSchema,
  type AlertRuleRow,
  alertRuleSchema,
  savedSearchSchema,
  watchedItemSchema,
  watchlistSchema,
} from '#server/database/schema/watching.schema';
import { lockUser } from '#server/database/typeorm/writes';

const missingRule = () => new NotFound('This alert rule no longer exists.');

/** Stores the alert rules of users. Throws `NotFound` for a rule that is missing, as those of other users are. */
@Injectable()
export class StoredAlertRules {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a user's rules, oldest first. */
  async listFor(userId: string): Promise<readonly StoredRule[]> {
    const { manager } = this.dataSource;
    const rules = await manager.find(alertRuleSchema, { where: { user_id: userId }, order: { created_at: 'ASC', _id: 'ASC' } });
    const options = { where: { user_id: userId }, select: { _id: true, name: true } } as const;
    const lists = await manager.find(watchlistSchema, options);
    const searches = await manager.find(savedSearchSchema, options);
    const itemIds = rules.flatMap(({ watched_item_id: id }) => (id === null ? [] : [id]));
    const items = await manager.find(watchedItemSchema, { where: { _id: In(itemIds) }, select: { _id: true, title: true } });
    const names = new Map([...lists, ...searches].map(({ _id, name }) => [_id, name]));
    for (const { _id, title } of items) names.set(_id, title);
    return rules.map((rule) => toStoredRule(rule, names.get(targetId(rule)) ?? ''));
  }

  /**
   * Creates a rule; null when there is no such list, item, or search. Concurrent calls cannot exceed `limit`: throws `WatchLimitReached`.
   */
  create(userId: string, rule: RuleToStore, limit: number, now: Date): Promise<StoredRule | null> {
    return this.dataSource.transaction(async (manager) => {
      await lockUser(manager, userId);
      const targetName = await findTargetName(manager, userId, rule);
      if (targetName === null) return null;
      const count = await manager.countBy(alertRuleSchema, { user_id: userId });
      if (count >= limit) throw new WatchLimitReached(ruleLimitSentence(limit));
      const inserted = await manager.insert(alertRuleSchema, { ...rule, user_id: userId, created_at: now, evaluated_until: now });
      const _id = (inserted.identifiers[0] as { readonly _id: string })._id;
      return { ...rule, _id, target_name: targetName };
    });
  }

  /** Replaces a rule and starts it afresh: what matches already raises no alert. Throws `NotFound` if its list, item, or search is missing, too. */
  change(userId: string, id: string, rule: RuleToStore, now: Date): Promise<StoredRule> {
    return this.dataSource.transaction(async (manager) => {
      const targetName = await findTargetName(manager, userId, rule);
      if (targetName === null) throw missingRule();
      const fresh = { ...rule, evaluated_day: -1, evaluated_until: now };
      const { affected } = await manager.update(alertRuleSchema, { _id: id, user_id: userId }, fresh);
      if (affected !== 1) throw missingRule();
      await manager.delete(alertMatchSchema, { rule_id: id });
      return { ...rule, _id: id, target_name: targetName };
    });
  }

  /** Deletes a rule. */
  async remove(userId: string, id: string): Promise<void> {
    if ((await this.dataSource.manager.delete(alertRuleSchema, { _id: id, user_id: userId })).affected !== 1) throw missingRule();
  }
}

/** The id of the list, item, or search that a rule is about. */
const targetId = ({ watchlist_id, watched_item_id, saved_search_id }: Omit<RuleToStore, keyof Condition>): string =>
  watchlist_id ?? watched_item_id ?? saved_search_id ?? '';

/** The name of the list, item, or search of a rule; null unless the user has it. */
async function findTargetName(manager: EntityManager, userId: string, rule: RuleToStore): Promise<string | null> {
  const _id = targetId(rule);
  if (rule.watched_item_id !== null) {
    const item = await manager.findOneBy(watchedItemSchema, { _id });
    const isOwn = item !== null && (await manager.existsBy(watchlistSchema, { _id: item.watchlist_id, user_id: userId }));
    return isOwn ? item.title : null;
  }
  const target = await manager.findOneBy(rule.watchlist_id === null ? savedSearchSchema : watchlistSchema, { _id, user_id: userId });
  return target?.name ?? null;
}

const toStoredRule = (
  { _id, watchlist_id, watched_item_id, saved_search_id, measure, direction, threshold, period }: AlertRuleRow,
  target_name: string,
): StoredRule => ({
  _id,
  watchlist_id,
  watched_item_id,
  saved_search_id,
  measure,
  direction,
  threshold,
  period: period as Period | null,
  target_name,
});
