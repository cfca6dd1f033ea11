import { WriterScope } from '#domain/jobs/write-lock';
import { type Variant, variants } from '#domain/catalog/variants';
import { DEMO_SOURCE } from '#domain/site/demo';
import { PostgresTakeBack } from '#server/catalog/import/postgres/take-back';
import { removeEntities } from '#server/data-quality/postgres/remove-entities';
import { inTransaction } from '#server/database/transaction';
import { clearDemo } from '#server/demo/postgres/load-demo';
import { NOW, useImports } from '../../../support/database/import-fixture';

const imports = useImports();

/** What the words, posting lists, and facets of a list are made of. */
const textsOf = async (variant: Variant): Promise<string> =>
  JSON.stringify(
    await imports.queryRows(`select to_jsonb(t) - 'source' - 'imported_at' - 'added_at' "row" from ${variant} t order by _id`),
  );

/** Runs `change`. Returns the lists whose texts it changed, and those that it marked, whose words are then built again. */
async function listsChangedBy(change: () => Promise<unknown>) {
  await imports.queryRows('update catalog_stats set text_rows = 1');
  const before = await Promise.all(variants.map(textsOf));
  await change();
  const after = await Promise.all(variants.map(textsOf));
  const marked = await imports.queryRows<{ variant: Variant }>(
    'select variant from catalog_stats where text_rows is null order by variant',
  );
  return {
    changed: variants.filter((_, index) => before[index] !== after[index]),
    marked: marked.map(({ variant }) => variant),
  };
}

const board = { _id: 'a', name: 'Moss', follower_count: 1, topics: ['green'], last_crawled_at: '2026-02-10T09:00:00Z' };
const later = { ...board, last_crawled_at: '2026-02-20T09:00:00Z' };
const importBoard = (row: object) => imports.importRecords('boards', [row]);
const pinner = { _id: 'p', username: 'mira', last_crawled_at: '2026-02-10T09:00:00Z' };

async function takeBackLast(): Promise<void> {
  const [last] = await imports.queryRows<{ id: number }>('select max(id) id from imports');
  const takeBacks = new PostgresTakeBack(imports.database.pool, 90);
  await takeBacks.begin(last!.id, NOW);
  await takeBacks.takeBack(new WriterScope(), last!.id, () => undefined);
  await takeBacks.finish(new WriterScope(), last!.id);
}

it.each<[string, readonly object[], () => Promise<unknown>, readonly Variant[]]>([
  ['a new row', [], () => importBoard(board), ['boards']],
  ['another text', [board], () => importBoard({ ...later, name: 'Fern' }), ['boards']],
  ['another topic', [board], () => importBoard({ ...later, topics: ['green', 'soft'] }), ['boards']],
  ['another count', [board], () => importBoard({ ...later, follower_count: 2 }), []],
  ['the same row', [board], () => importBoard(board), []],
  ['a new row that is taken back', [board], takeBackLast, ['boards']],
  ['another text that is taken back', [board, { ...later, name: 'Fern' }], takeBackLast, ['boards']],
  ['another count that is taken back', [board, { ...later, follower_count: 2 }], takeBackLast, []],
])('the lists whose texts are changed by %s, and no others, are marked', async (_, rows, change, expected) => {
  for (const row of rows) await importBoard(row);
  expect(await listsChangedBy(change)).toEqual({ changed: expected, marked: expected });
});

it('a cleanup marks the lists that lose a row or may get the name of one', async () => {
  await imports.importRecords('pinners', [pinner]);
  await imports.importRecords('boards', [{ ...board, pinner_id: 'p' }]);
  const remove = (entity: 'board' | 'pinner', id: string) =>
    inTransaction(imports.database.pool, (client) => removeEntities(client, entity, [id]));
  expect(await listsChangedBy(() => remove('pinner', 'p'))).toEqual({
    changed: ['boards', 'pinners'],
    marked: ['boards', 'pinners', 'pins'],
  });
  expect(await listsChangedBy(() => remove('board', 'a'))).toEqual({ changed: ['boards'], marked: ['boards'] });
});

it('the end of the demo marks its lists', async () => {
  await importBoard(board);
  await imports.queryRows(`update boards set source = '${DEMO_SOURCE}'`);
  const { changed, marked } = await listsChangedBy(() => clearDemo(imports.database.pool, NOW));
  expect(changed).toEqual(['boards']);
  expect(marked).toContain('boards');
});
