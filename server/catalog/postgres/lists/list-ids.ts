import type { ListIds } from '#domain/catalog/catalog';
import { Unavailable } from '#domain/errors';
import type { PageOfIds } from '#server/catalog/postgres/lists/list-statement';

/** Ids per statement: a list without a read model fits into one (`ORDERED_LISTS_FROM`), and parsing them takes milliseconds. */
const IDS_PER_STATEMENT = 50_000;

const MAX_ATTEMPTS = 3;

/**
 * Reads the ids of a whole list, without a connection between the statements. If the list changes meanwhile, rows may have moved from one
 * statement's ids to those of another, so it starts again (docs/decisions/0018).
 */
export async function readAllIds(
  findPage: (offset: number, limit: number) => Promise<PageOfIds>,
  readVersion: () => Promise<string>,
  maxIds: number,
): Promise<ListIds> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const version = await readVersion();
    const list = await readOnce(findPage, maxIds);
    if ((await readVersion()) === version) return list;
  }
  throw new Unavailable('The list is being updated. Please try again in a minute.', 60);
}

async function readOnce(findPage: (offset: number, limit: number) => Promise<PageOfIds>, maxIds: number): Promise<ListIds> {
  const ids: string[] = [];
  for (;;) {
    const limit = Math.min(IDS_PER_STATEMENT, maxIds - ids.length);
    const page = await findPage(ids.length, limit);
    for (const id of page.ids) ids.push(id);
    if (page.ids.length < limit || ids.length >= maxIds) return { ids, total: page.total };
  }
}
