import { Controller } from '@nestjs/common';
import { exportList, listBoards, listPinners, listPins } from '#domain/catalog/endpoints';
import { MAX_EXPORT_ROWS, type Variant } from '#domain/catalog/variants';
import { exportCells, exportColumnNames, ExportList } from '#server/catalog/export/export-list';
import { ListExports } from '#server/http/exports';
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
    private readonly exports: ListExports,
  ) {}

  /** Sends every row of the search in order, ignoring the page. */
  @Handles(exportList)
  downloadCsv({ identity: { viewer, user }, params: { variant }, request: { query }, reply }: Received<typeof exportList>) {
    const search = searchPipes[variant].transform(query);
    const { ids } = idsPipe.transform(query);
    const columns = exportColumnNames(variant);
    return this.exports.send(
      { user, reply },
      { name: variant, columns, cellsOf: (row) => exportCells(row, columns), maxRows: MAX_EXPORT_ROWS },
      () => this.exportList.openExport(viewer, variant, search, ids),
    );
  }
}
