import { Controller, Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SecurityLog } from '#domain/auth/security-log';
import type { ViewerContext } from '#domain/auth/user';
import { exportList, listBoards, listPinners, listPins } from '#domain/catalog/endpoints';
import type { Variant } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { dayLabel, dayOf } from '#domain/days';
import { exportCells, exportColumnNames } from '#server/catalog/export/export-columns';
import { csvStream } from '#server/catalog/export/csv/csv-stream';
import { ExportList, MAX_EXPORT_ROWS } from '#server/catalog/export/export-list';
import { CurrentIdentity } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';

const variantPipe = new Parse(exportList.params.variant, 'variant');
const searchPipes = {
  boards: new Parse(listBoards.query),
  pinners: new Parse(listPinners.query),
  pins: new Parse(listPins.query),
} as const satisfies Record<Variant, unknown>;

/** The CSV export of a list. */
@Controller('api/exports')
export class ExportController {
  constructor(
    private readonly exportList: ExportList,
    private readonly clock: Clock,
    private readonly log: SecurityLog,
  ) {}

  /** Sends every row of the search in order, ignoring the page, up to `x-export-limit` rows. `x-export-total` is the total, or a lower bound of it. */
  @Get(':variant')
  async downloadCsv(
    @CurrentIdentity() { viewer, user }: ViewerContext,
    @Param('variant', variantPipe) variant: Variant,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const search = searchPipes[variant].transform(query);
    const { total, batches } = await this.exportList.openExport(viewer, variant, search);
    this.log.record({ event: 'list-exported', user_id: user?.id ?? null, detail: variant });
    const columns = exportColumnNames(variant, search);
    const cells = async function* () {
      for await (const batch of batches) yield batch.map((row) => exportCells(row, columns));
    };
    void reply.headers({ 'x-export-limit': String(MAX_EXPORT_ROWS), 'x-export-total': String(total) });
    return new StreamableFile(csvStream(columns, cells()), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="${variant}-${dayLabel(dayOf(this.clock.now()))}.csv"`,
    });
  }
}
