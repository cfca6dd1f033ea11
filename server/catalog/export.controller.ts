import { Controller, Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SecurityLog } from '#domain/auth/security-log';
import type { Known } from '#domain/auth/user';
import { catalogSearch, ListName } from '#domain/catalog/contract';
import type { Variant } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { dayLabel, dayOf } from '#domain/days';
import { exportCells, exportColumns } from '#server/catalog/export-columns';
import { csvOf } from '#server/catalog/export-csv';
import { ExportList, MOST_ROWS } from '#server/catalog/export-list';
import { Whoever } from '#server/http/asker.decorator';
import { Parse } from '#server/http/parse';

const variantOf = new Parse(ListName, 'variant');
const searchOf = {
  boards: new Parse(catalogSearch('boards')),
  pinners: new Parse(catalogSearch('pinners')),
  pins: new Parse(catalogSearch('pins')),
} as const satisfies Record<Variant, unknown>;

/** A list as a file for spreadsheets. */
@Controller('api/exports')
export class ExportController {
  constructor(
    private readonly lists: ExportList,
    private readonly clock: Clock,
    private readonly log: SecurityLog,
  ) {}

  /** Every row of the search in its order, whatever page was asked for, up to `x-export-limit` rows; `x-export-total` says how many there are, at least. */
  @Get(':variant')
  async csv(
    @Whoever() { viewer, user }: Known,
    @Param('variant', variantOf) variant: Variant,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const search = searchOf[variant].transform(query);
    const { total, sets } = await this.lists.of(viewer, variant, search);
    this.log.note({ event: 'list-exported', user_id: user?.id ?? null, what: variant });
    const columns = exportColumns(variant, search);
    const cells = async function* () {
      for await (const set of sets) yield set.map((row) => exportCells(row, columns));
    };
    void reply.headers({
      'cache-control': 'no-store',
      'x-export-limit': String(MOST_ROWS),
      'x-export-total': String(total),
    });
    return new StreamableFile(csvOf(columns, cells()), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="${variant}-${dayLabel(dayOf(this.clock.now()))}.csv"`,
    });
  }
}
