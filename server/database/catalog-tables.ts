import { MAX_BOARD_PICTURES } from '#domain/catalog/picture';
import { MAX_TITLE_SOURCE_CHARACTERS } from '#domain/catalog/rows/first-sentence';
import { entityOf, type EntityType, type Variant } from '#domain/catalog/variants';

/**
 * The tables of an entity's history: its short key by id; sealed months, one row per key and month; and open readings, one row per key and
 * day in a partition per month. `catalog_stats.open_from` is the first day whose readings are open.
 */
export const historyTablesOf = (entity: EntityType) =>
  ({ histories: `${entity}_histories`, months: `${entity}_months`, readings: `${entity}_readings` }) as const;

/** The tables of a list. */
export const tablesOf = (variant: Variant) => {
  const entity = entityOf[variant];
  return {
    text: variant,
    metrics: `${entity}_metrics`,
    ...historyTablesOf(entity),
    scores: `${entity}_scores`,
    words: `${entity}_words`,
    postings: `${entity}_postings`,
    order: `${entity}_order`,
    arrays: `${entity}_arrays`,
    facets: `${entity}_facets`,
  } as const;
};

/** The tables of a list's read model that are made of its texts. */
export const textIndexTablesOf = (variant: Variant): string[] => {
  const { words, postings, facets } = tablesOf(variant);
  return [words, postings, facets];
};

/** The tables of a list's read model. */
export const readModelTablesOf = (variant: Variant): string[] => {
  const { order, arrays } = tablesOf(variant);
  return [...textIndexTablesOf(variant), order, arrays];
};

const ifNameless = (value: string, column: string): string => `case when t.name is null then ${value} end ${column}`;
/** The name of the board of a pin `t`. */
export const boardNameSql = 'coalesce((select b.name from boards b where b._id = t.board_id), t.board_name)';

const titleDescriptionSql = ifNameless(`left(t.description, ${MAX_TITLE_SOURCE_CHARACTERS})`, 'description');

/** What the title of a row of `t` is made from besides its key, its name, and the user name; all null for a row with a name. */
export const titleSourceSql = {
  board: titleDescriptionSql,
  pinner: titleDescriptionSql,
  pin: [
    titleDescriptionSql,
    ifNameless('t.link', 'link'),
    ifNameless('t.domain', 'domain'),
    ifNameless(boardNameSql, 'board_name'),
    ifNameless('t.owner_name', 'owner_name'),
  ].join(', '),
} as const satisfies Record<EntityType, string>;

/** The pins of a board that are considered for its pictures: a board may have any number of pins, and a page has a hundred boards. */
const MAX_CONSIDERED_PINS = 1_000;

/** The pictures of a board `t` without a cover: of its most saved pins, then its most repinned ones; none of a board with a cover. */
export const boardPicturesSql = `case when t.image_url is not null then '{}' else array(
    select p.image_url
    from (select _id, image_url from pins where board_id = t._id limit ${MAX_CONSIDERED_PINS}) p
      cross join lateral (select saves, repin_count from pin_metrics where _id = p._id limit 1) c
    where p.image_url is not null
    order by c.saves desc nulls last, c.repin_count desc nulls last, p._id limit ${MAX_BOARD_PICTURES}) end pictures`;

/** Makes half applied imports read their files again: their rows were compared with what changes now. */
export const rereadImportsSql = `update import_runs set staged = -1 where phase = 'applying'`;

/** Makes the journals of imports forget entities: taking an import back leaves them as they are. `ids` selects them. */
export const forgetChangesSql = (entity: EntityType, ids: string): string =>
  `with gone as (select distinct _id from (${ids}) ids(_id)), loose as (
     delete from import_changes where entity = '${entity}' and _id in (select _id from gone)
   )
   insert into forgotten_changes (entity, _id, from_id, before_id)
   select '${entity}', _id, 0, (select nextval(pg_get_serial_sequence('import_changes', 'id'))) from gone
   on conflict (entity, _id, from_id) do update set before_id = excluded.before_id`;
