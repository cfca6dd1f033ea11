import type { Pool } from 'pg';
import { momentumScore } from '#domain/analytics/growth/momentum';
import { scoreColumnCount } from '#domain/analytics/growth/scores';
import { entityOf, type Variant, variants } from '#domain/catalog/variants';
import { tablesOf } from '#server/database/catalog-tables';

const ROW_COUNT = 3_000;

const names = ['Garden ideas', '★ Кухни', '日本の庭', 'مطبخ', '123', '𝓕𝓪𝓷𝓬𝔂 home', 'über uns', 'Ελλάδα'];

/** A number below `max` that depends on row `n` and a name only. */
const hash = (name: string, max: number): string => `(abs(hashtext('${name}' || n)) % ${max})`;
/** Unknown in about a fifth of the rows. */
const sometimes = (name: string, sql: string): string => `case when ${hash(`${name}?`, 5)} > 0 then ${sql} end`;
const pickText = (name: string, texts: readonly string[]): string =>
  `(array[${texts.map((text) => `'${text}'`).join(', ')}])[1 + ${hash(name, texts.length)}]`;

const metricColumns: Readonly<Record<Variant, readonly string[]>> = {
  boards: ['follower_count', 'collaborator_count', 'pin_count', 'follower_growth_last_90_days', 'collaborator_growth_last_90_days', 'board_order_modified_at', 'created_at', 'jump_share', 'checks_passed', 'checks_order'],
  pinners: ['follower_count', 'profile_views', 'follower_growth_last_90_days', 'viewer_growth_last_90_days', 'created_at', 'jump_share', 'checks_passed', 'checks_order'],
  pins: ['saves', 'repin_count', 'saves_growth_last_90_days', 'created_at', 'jump_share', 'checks_passed', 'checks_order'],
}; // prettier-ignore

const textColumns: Readonly<Record<Variant, Readonly<Record<string, string>>>> = {
  boards: { pinner_id: `'owner' || ${hash('owner', 40)}` },
  pinners: { username: `'user' || n`, website_url: sometimes('site', `'https://a.example/'`) },
  pins: {
    pinner_id: `'owner' || ${hash('owner', 40)}`,
    board_id: sometimes('board', `'board' || ${hash('board', 40)}`),
    domain: sometimes('domain', pickText('domain', ['etsy.com', 'Blog.Example', 'shop.example'])),
    image_url: sometimes('image', `'https://i.example/1.jpg'`),
  },
};

/** Fills each list with rows that have every kind of value, unknown ones too. The newest times are those of `now`. */
export async function fillRandomCatalog(pool: Pool, now: Date): Promise<void> {
  const timeSql = (name: string) => `timestamptz '${now.toISOString()}' - ${hash(name, 500)} * interval '1 day 3 hours'`;
  const valueOf = (column: string): string => {
    if (column.endsWith('_at')) return timeSql(column);
    if (column === 'jump_share') return `${hash(column, 5)} / 4.0`;
    if (column === 'checks_passed') return hash(column, 6);
    return column.includes('growth') ? `(${hash(column, 4000)} - 1000) / 10.0` : `(${hash(column, 40)} * ${hash(`${column}2`, 60)})`;
  };
  for (const variant of variants) {
    const { text, metrics, scores } = tablesOf(variant);
    const extra = Object.entries(textColumns[variant]);
    const columns = extra.map(([column]) => `, ${column}`).join('');
    const values = extra.map(([, sql]) => `, ${sql}`).join('');
    await pool.query(
      `insert into ${text} (_id, name, source, imported_at, topics, terms${columns})
       select md5(n::text), ${sometimes('name', pickText('name', names))}, 'test', now(),
         array_remove(array[${sometimes('t', pickText('topic', ['Recipes', 'decor', 'Food, drink', 'Back\\slash', 'Größe']))},
           ${sometimes('u', pickText('topic2', ['RECIPES', 'travel', 'DIY "crafts"', 'null']))}], null),
         array['every', 'w' || ${hash('word', 7)}, 'w' || ${hash('rare', 300)}]${values} from generate_series(1, ${ROW_COUNT}) n`,
    );
    await pool.query(
      `insert into ${metrics} (_id, last_crawled_at, ${metricColumns[variant].join(', ')})
       select md5(n::text), ${sometimes('crawled', timeSql('crawled'))}, ${metricColumns[variant].map((column) => sometimes(column, valueOf(column))).join(', ')} from generate_series(1, ${ROW_COUNT}) n`,
    );
    const scoreColumns = Array.from({ length: scoreColumnCount(entityOf[variant]) }, (_, index) =>
      sometimes(`s${index}`, `(${hash(`score${index}`, 1000)} - 150) / 500.0`),
    );
    await pool.query(
      `insert into ${scores} (_id, growth, score, raw, confidence, flags)
       select md5(n::text), '{}', '{}', array[${scoreColumns.join(', ')}]::float8[], '{}', '{}'
       from generate_series(1, ${ROW_COUNT}) n where ${hash('scored', 9)} > 0`,
    );
    await scoreRows(pool, scores);
    await pool.query(`update catalog_stats set total = ${ROW_COUNT}, changed_at = now() where variant = $1`, [variant]);
  }
}

/** Sets the scores that follow from the raw ones. */
async function scoreRows(pool: Pool, scores: string): Promise<void> {
  const { rows } = await pool.query<{ _id: string; raw: (number | null)[] }>(`select _id, raw from ${scores}`);
  const scored = rows.map(({ _id, raw }) => ({ _id, score: raw.map((value) => (value === null ? null : momentumScore(value))) }));
  await pool.query(`update ${scores} s set score = x.score from jsonb_to_recordset($1) x(_id text, score real[]) where x._id = s._id`, [
    JSON.stringify(scored),
  ]);
}

/** A reproducible source of random choices. */
export function seededRandom(seed: number) {
  let state = seed;
  const below = (max: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % max;
  };
  return { below, pick: <T>(values: readonly T[]): T => values[below(values.length)]! };
}
type Random = ReturnType<typeof seededRandom>;

interface RandomFilter {
  readonly parameters: Readonly<Record<string, string>>;
  readonly conditions: readonly string[];
}

/** A parameter with a condition in plain SQL that means the same. */
type Choice = readonly [value: string, condition: string];

function range(column: string, random: Random, low: number, high: number, step = 1): Choice {
  const [one, other] = [low + random.below((high - low) / step) * step, low + random.below((high - low) / step) * step].toSorted(
    (a, b) => a - b,
  ) as [number, number];
  const [min, max] = [one, other].map((value) => String(Math.round(value * 10) / 10)) as [string, string];
  return random.pick<Choice>([
    [`${min}..${max}`, `${column} between ${min} and ${max}`],
    ...(Number(min) > 0 || column !== 'm.collaborator_count' ? [[`${min}..`, `${column} >= ${min}`] as const] : []),
    ...(low === 0 && column !== 'm.collaborator_count' ? [['0..', `${column} >= 0`] as const] : []),
    [`..${max}`, `${column} <= ${max}`],
  ]);
}

const dayOf = (column: string): string => `(${column} at time zone 'utc')::date`;
const within = (column: string, random: Random, counts: readonly number[]): Choice => {
  const count = random.pick(counts);
  return [`${count}d`, `${dayOf(column)} >= date '2026-03-01' - ${count - 1}`];
};
const topicsLike = (pattern: string): string => `exists (select from unnest(t.topics) topic where topic ilike '${pattern}')`;

const topic = (random: Random): Choice =>
  random.pick<Choice>([
    ['recipes', topicsLike('recipes')],
    ['Travel,DECOR', `(${topicsLike('travel')} or ${topicsLike('decor')})`],
    ['food\\, drink', topicsLike('food, drink')],
    ['back\\\\slash,diy "crafts"', `(${topicsLike('back\\\\slash')} or ${topicsLike('diy "crafts"')})`],
    ['größe', `'Größe' = any(t.topics)`],
    ['null', `'null' = any(t.topics)`],
    ['unknown', 'false'],
  ]);

const inScript = (title: string): Choice[] => [
  ['cyrillic', `${title} = '★ Кухни'`],
  ['latin', `${title} ~ '^(Garden|𝓕|über|user)'`],
  ['cjk,arabic', `${title} in ('日本の庭', 'مطبخ')`],
  ['greek', `${title} = 'Ελλάδα'`],
  ['thai', 'false'],
];

const common = (scoreColumn: number, title: string, growth: string): Readonly<Record<string, (random: Random) => Choice>> => ({
  script: (random) => random.pick(inScript(title)),
  updated: (random) => within('m.last_crawled_at', random, [7, 30, 90]),
  checks: (random) => range('m.checks_passed', random, 0, 6),
  steady: () => ['1', `(m.jump_share <= 0.5 and m.${growth} > 0)`],
  momentum: (random) => range(`s.score[${scoreColumn}]::numeric(4, 1)`, random, 0, 100, 0.1),
  topic,
});

const choicesFor = (variant: Variant, scoreColumn: number): Readonly<Record<string, (random: Random) => Choice>> =>
  ({
    boards: {
      followers: (random: Random) => range('m.follower_count', random, 0, 2000),
      collaborators: (random: Random) => range('m.collaborator_count', random, 0, 2000),
      pins: (random: Random) => range('m.pin_count', random, 0, 2000),
      growth: (random: Random) => range('m.follower_growth_last_90_days::numeric', random, -100, 300, 0.1),
      active: (random: Random) => within('m.board_order_modified_at', random, [7, 30, 90]),
      owner: (random: Random): Choice => random.pick([['owner3', `t.pinner_id = 'owner3'`], ['nobody', 'false']]), // prettier-ignore
      ...common(scoreColumn, 't.name', 'follower_growth_last_90_days'),
    },
    pinners: {
      followers: (random: Random) => range('m.follower_count', random, 0, 2000),
      viewers: (random: Random) => range('m.profile_views', random, 0, 2000),
      growth: (random: Random) => range('m.follower_growth_last_90_days::numeric', random, -100, 300, 0.1),
      website: (): Choice => ['1', 't.website_url is not null'],
      ...common(scoreColumn, 'coalesce(t.name, t.username)', 'follower_growth_last_90_days'),
    },
    pins: {
      saves: (random: Random) => range('m.saves', random, 0, 2000),
      repins: (random: Random) => range('m.repin_count', random, 0, 2000),
      growth: (random: Random) => range('m.saves_growth_last_90_days::numeric', random, -100, 300, 0.1),
      created: (random: Random): Choice =>
        random.pick([
          within('m.created_at', random, [7, 30, 90, 365]),
          ['2025-06-01..', `${dayOf('m.created_at')} >= '2025-06-01'`],
          ['2025-01-01..2025-12-31', `${dayOf('m.created_at')} between '2025-01-01' and '2025-12-31'`],
        ]),
      domain: (random: Random): Choice =>
        random.pick([
          ['etsy.com', `t.domain = 'etsy.com'`],
          ['blog.example,etsy.com', `t.domain in ('Blog.Example', 'etsy.com')`],
        ]),
      picture: (): Choice => ['1', 't.image_url is not null'],
      board: (): Choice => ['board7', `t.board_id = 'board7'`],
      owner: (): Choice => ['owner3', `t.pinner_id = 'owner3'`],
      ...common(scoreColumn, 't.name', 'saves_growth_last_90_days'),
    },
  })[variant];

/** One to three different filters of a list. */
export function randomFilters(variant: Variant, random: Random, scoreColumn: number): RandomFilter {
  const choices = choicesFor(variant, scoreColumn);
  const filterNames = new Set(Array.from({ length: 1 + random.below(3) }, () => random.pick(Object.keys(choices))));
  const chosen = [...filterNames].map((name) => [name, choices[name]!(random)] as const);
  return {
    parameters: Object.fromEntries(chosen.map(([name, [value]]) => [name, value])),
    conditions: chosen.map(([, [, condition]]) => condition),
  };
}
