import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import type { StoredListRow } from '#domain/catalog/rows/stored-columns';
import { toListRow } from '#domain/catalog/rows/list-rows';
import { rankedPage } from '#server/catalog/postgres/lists/ranked-page-sql';
import { resolveListOrder } from '#server/catalog/postgres/lists/list-order';
import { listRowColumns, selectListRows } from '#server/catalog/postgres/list-rows';
import { reportUsage } from './report-usage.js';

const pool = new Pool({ connectionString: process.env['BENCH_DATABASE_URL'], max: 10 });
const order = resolveListOrder('boards', 'follower_count');

async function rowsOf(ids: readonly string[]) {
  const { rows } = await pool.query<StoredListRow<'board'>>({
    name: 'rows',
    text: `select ${listRowColumns.boards} from boards t join board_metrics m using (_id) where t._id = any($1)`,
    values: [ids],
  });
  const byId = new Map(rows.map((row) => [row._id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toListRow('boards', row)] : [];
  });
}

/** The same statement that the product uses for the first page of boards. */
async function pageWithTotal(): Promise<unknown> {
  const selection = selectListRows('boards', null);
  const { name, text, values } = rankedPage('boards', { order, sort: 'desc', offset: 0, limit: 10, rows: selection });
  const { rows } = await pool.query<StoredListRow<'board'> & { total: number; ordered_at: Date }>({ name, text, values: [...values] });
  const boards = rows.map((row) => toListRow('boards', row));
  return { boards, page: 1, total: rows[0]?.total, as_of: rows[0]?.ordered_at.toISOString() ?? null };
}

/** The page by its order's index, without a total. */
async function pageWithoutTotal(): Promise<unknown> {
  const { rows } = await pool.query<{ _id: string }>({
    name: 'alone',
    text: 'select _id from board_metrics order by follower_count desc nulls last, _id limit 10',
  });
  return { boards: await rowsOf(rows.map(({ _id }) => _id)), page: 1 };
}

function sendJson(response: ServerResponse, responseBody: unknown): void {
  const body = JSON.stringify(responseBody);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

const server = createServer((request, response) => {
  const answer = request.url === '/alone' ? pageWithoutTotal() : pageWithTotal();
  answer.then(
    (found) => sendJson(response, found),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => reportUsage((server.address() as AddressInfo).port));
