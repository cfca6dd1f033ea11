import type { Condition } from '#domain/watching/alerts/rules';
import { premiumWatchLimits } from '#domain/watching/watch-limits';
import type { Catalog } from '#domain/catalog/catalog';
import type { EntityType } from '#domain/catalog/variants';
import { parseDay } from '#domain/days';
import { LockScope } from '#domain/jobs/lock-scope';
import { EvaluateAlerts } from '#server/watching/evaluate-alerts';
import { DueAlertRules } from '#server/watching/postgres/due-alert-rules';
import { StoredAlerts } from '#server/watching/postgres/alerts';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { StoredAlertRules } from '#server/watching/typeorm/alert-rules';
import { FixedClock } from '../fixed-clock';
import { insertEntity } from './insert-entity';
import { createTypeormDatabase, type TypeormDatabase } from './typeorm-database';

/** When users, lists, and rules of the fixture are created. */
export const before = new Date('2026-11-20T09:00:00Z');
export const monday = new Date('2026-11-23T04:00:00Z');
export const tuesday = new Date('2026-11-24T04:00:00Z');
export const wednesday = new Date('2026-11-25T04:00:00Z');

/** The day of a jump (2026-11-13). */
export const JUMP_DAY = 20_770;

/** A condition without a threshold; its measure is missing. */
export const event = { direction: 'above', threshold: null, period: null } as const;
export const momentum: Condition = { measure: 'momentum', direction: 'above', threshold: 60, period: null };
/** A condition of each way in which a figure is compared. */
export const kinds: readonly Condition[] = [momentum, { ...event, measure: 'jump' }, { ...event, measure: 'gone' }];

/** What a rule about a whole list has. */
export const noOtherTarget = { watched_item_id: null, saved_search_id: null };

/** Settings without a sandbox for payments. */
const productionSettings = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://pins.example',
  ALLOW_SANDBOX: false,
  PAYMENT_PROVIDER: 'paddle',
} as const;

interface AlertRow {
  readonly rule_id: string;
  readonly day: number;
  readonly entity_id: string;
  readonly value: number;
}

interface Watcher {
  readonly userId: string;
  readonly listId: string;
}

/** A database for tests of alerts. `reset` leaves one board, `b`, and scores as of Monday. */
export class AlertFixture {
  readonly rules: StoredAlertRules;

  private constructor(private readonly database: TypeormDatabase) {
    this.rules = new StoredAlertRules(database.dataSource);
  }

  static async open(): Promise<AlertFixture> {
    return new AlertFixture(await createTypeormDatabase());
  }

  get pool() {
    return this.database.pool;
  }

  get postgres() {
    return this.database.postgres;
  }

  close(): Promise<void> {
    return this.database.close();
  }

  async reset(): Promise<void> {
    await this.pool.query(
      'truncate users, boards, pinners, pins, board_metrics, pinner_metrics, pin_metrics, board_scores, pinner_scores, pin_scores cascade',
    );
    await insertEntity(this.pool, 'boards', { _id: 'b', follower_count: 100, momentum: 50 });
    await this.publishScores(monday);
  }

  get alerts(): StoredAlerts {
    return new StoredAlerts(this.postgres);
  }

  /** Evaluates the rules that are due. Returns how many alerts were written. */
  evaluateAt(
    now: Date,
    catalog: Catalog = new PostgresCatalog(this.postgres, { HOME_KEYWORDS: {} }, new FixedClock(now)),
  ): Promise<number> {
    return new EvaluateAlerts(new DueAlertRules(this.postgres, productionSettings), catalog, new FixedClock(now)).run(new LockScope());
  }

  /** Publishes scores as of a day, as a recompute does. */
  async publishScores(at: Date): Promise<void> {
    await this.pool.query('update catalog_stats set scored_day = $1, scored_at = $2', [parseDay(at.toISOString().slice(0, 10)), at]);
  }

  async setMomentum(score: number | null, id = 'b', entity: EntityType = 'board'): Promise<void> {
    await this.pool.query(
      `update ${entity}_scores set score = (select array_agg($2::float8::real) from unnest(score)), growth = (select array_agg($2::float8) from unnest(growth)) where _id = $1`,
      [id, score],
    );
  }

  /** Makes the conditions of all `kinds` hold. */
  async makeConditionsHold(): Promise<void> {
    await this.setMomentum(62);
    await this.pool.query('update board_metrics set jump_share = 0.9, jumped_on = $1', [JUMP_DAY]);
    await this.pool.query('update boards set searchable = false');
  }

  /** Creates a user, by default with Premium, and their list with these items. */
  async createWatcher(
    items: readonly string[] = ['b'],
    { isPremium = true, entity = 'board' }: { readonly isPremium?: boolean; readonly entity?: EntityType } = {},
  ): Promise<Watcher> {
    const userId = await this.database.insertUser();
    if (isPremium)
      await this.pool.query(
        `insert into subscriptions (provider, id, user_id, status, started_at, changed_at) values ('paddle', 's-' || $1::uuid, $1::uuid, 'active', $2, $2)`,
        [userId, before],
      );
    const { rows } = await this.pool.query<{ _id: string }>(
      `insert into watchlists (user_id, name, created_at) values ($1, 'Watchlist', $2) returning _id`,
      [userId, before],
    );
    const listId = rows[0]?._id ?? '';
    await this.addItems(listId, items, entity, before);
    return { userId, listId };
  }

  async addItems(listId: string, ids: readonly string[], entity: EntityType, at: Date): Promise<void> {
    await this.pool.query(
      `insert into watched_items (watchlist_id, entity, entity_id, title, note, added_at) select $1, $3, id, 'Title ' || id, '', $4 from unnest($2::text[]) id`,
      [listId, ids, entity, at],
    );
  }

  /** Creates a rule about a watcher's list. Returns its id. */
  async createRule({ userId, listId }: Watcher, condition: Condition = momentum): Promise<string> {
    const rule = { ...condition, watchlist_id: listId, ...noOtherTarget };
    return (await this.rules.create(userId, rule, premiumWatchLimits.alertRules, before))?._id ?? '';
  }

  async listAlerts(): Promise<readonly AlertRow[]> {
    const { rows } = await this.pool.query<AlertRow>(
      'select rule_id, day, entity_id, "value" from alerts order by day, entity_id, rule_id',
    );
    return rows;
  }
}
