import type { Readable } from 'node:stream';
import { Controller, StreamableFile } from '@nestjs/common';
import { SecurityLog } from '#domain/auth/security-log';
import type { ListRow } from '#domain/catalog/catalog';
import { exportList, listBoards, listPinners, listPins } from '#domain/catalog/endpoints';
import { MAX_EXPORT_ROWS, type Variant } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { dayLabel, dayOf } from '#domain/days';
import { exportCells, exportColumnNames, ExportList } from '#server/catalog/export/export-list';
import { csvStream, RunningExports } from '#server/http/exports';
import { Handles, type Received } from '#server/http/handles';
import { Parse } from '#server/http/parse';

const idsPipe = new Parse(exportList.query.pick({ ids: true }));
const searchPipes = {
  boards: new Parse(listBoards.query),
  pinners: new Parse(listPinners.query),
  pins: new Parse(listPins.query),
} as const satisfies Record<Variant, unknown>;

/** The CSV export of a list. */
@Controller()
export class ExportController {
  constructor(
    private readonly exportList: ExportList,
    private readonly runningExports: RunningExports,
    private readonly clock: Clock,
    private readonly log: SecurityLog,
  ) {}

  /** Sends every row of the search in order, ignoring the page, up to `x-export-limit` rows. `x-export-total` is the total, or a lower bound of it. */
  @Handles(exportList)
  async downloadCsv({ identity: { viewer, user }, params: { variant }, request: { query }, reply }: Received<typeof exportList>) {
    const search = searchPipes[variant].transform(query);
    const { ids } = idsPipe.transform(query);
    const endExport = this.runningExports.start(user?.id ?? '');
    try {
      const { total, isTruncated, batches } = await this.exportList.openExport(viewer, variant, search, ids);
      this.log.record({ event: 'list-exported', user_id: user?.id ?? null, detail: variant });
      void reply.headers({ 'x-export-limit': String(MAX_EXPORT_ROWS), 'x-export-total': String(total) });
      const stream = csvOf(variant, batches).once('close', endExport);
      const day = dayLabel(dayOf(this.clock.now()));
      const name = isTruncated ? `${variant}-first-${MAX_EXPORT_ROWS}-${day}` : `${variant}-${day}`;
      return new StreamableFile(stream, { type: 'text/csv; charset=utf-8', disposition: `attachment; filename="${name}.csv"` });
    } catch (error) {
      endExport();
      throw error;
    }
  }
}

function csvOf<V extends Variant>(variant: V, batches: AsyncIterable<readonly ListRow[V][]>): Readable {
  const columns = exportColumnNames(variant);
  async function* cells() {
    for await (const batch of batches) yield batch.map((row) => exportCells(row, columns));
  }
  return csvStream(columns, cells());
}
