import { type IssueCounts, type IssuePage, IssueRow, type QualityScan } from '#domain/data-quality/contract';
import { Readable } from 'node:stream';
import { Controller, Inject, StreamableFile } from '@nestjs/common';
import { AuditLog } from '#domain/audit/acts';
import { SecurityLog } from '#domain/auth/security-log';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { CatalogQuality, type IssueCountsByEntity } from '#domain/data-quality/catalog-quality';
import { Cleanups } from '#server/data-quality/postgres/cleanups';
import { cleanCatalog, downloadRemoved, exportIssue, listCleanups, listIssue, scanQuality } from '#domain/data-quality/endpoints';
import { issueSlices } from '#domain/data-quality/issue-pages';
import { dayLabel, dayOf } from '#domain/days';
import { NotFound } from '#domain/errors';
import { CONFIG, type Config } from '#server/config/config';
import { CleanCatalog } from '#server/data-quality/clean-catalog';
import { csvStream } from '#server/http/exports';
import { Handles, type Received } from '#server/http/handles';

const MAX_CLEANUP_RECORDS = 100;

/** The counts of a response, listed by name: a new issue is not exposed until it is listed here. */
function issueCountsOf(counted: IssueCountsByEntity, entity: EntityType): IssueCounts {
  const { all_zero_metrics, zero_followers, not_searchable, never_crawled, stale_90_days } = counted[entity];
  return { all_zero_metrics, zero_followers, not_searchable, never_crawled, stale_90_days };
}

/** Data-quality scans and cleanups, for administrators only. */
@Controller()
export class DataQualityController {
  constructor(
    private readonly quality: CatalogQuality,
    private readonly cleanCatalog: CleanCatalog,
    private readonly cleanups: Cleanups,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
    @Inject(CONFIG) private readonly config: Pick<Config, 'REMOVED_ROWS_DAYS'>,
  ) {}

  @Handles(scanQuality)
  async scan(): Promise<QualityScan> {
    const { counted, at } = await this.quality.scan();
    const issues = {
      boards: issueCountsOf(counted, 'board'),
      pinners: issueCountsOf(counted, 'pinner'),
      pins: issueCountsOf(counted, 'pin'),
    };
    return { issues, scanned_at: at.toISOString() };
  }

  @Handles(listIssue)
  async list({ query: { page }, params: { issue_type: issue } }: Received<typeof listIssue>): Promise<IssuePage> {
    const [totals, unfinished] = await Promise.all([this.quality.countByType(issue), this.cleanups.listUnfinished(issue)]);
    const rows: IssueRow[] = [];
    for (const slice of issueSlices(totals, page)) rows.push(...(await this.quality.listRows(issue, slice)));
    return { rows, totals, page, kept_days: this.config.REMOVED_ROWS_DAYS, unfinished };
  }

  @Handles(exportIssue)
  exportCsv({ params: { issue_type: issue } }: Received<typeof exportIssue>) {
    const columns = Object.keys(IssueRow.shape) as (keyof IssueRow)[];
    const { quality } = this;
    async function* cells() {
      for await (const rows of quality.readAll(issue)) yield rows.map((row) => columns.map((name) => row[name]));
    }
    const disposition = `attachment; filename="${issue}-${dayLabel(dayOf(this.clock.now()))}.csv"`;
    return new StreamableFile(csvStream(columns, cells()), { type: 'text/csv; charset=utf-8', disposition });
  }

  @Handles(cleanCatalog)
  async clean({ by, body: request }: Received<typeof cleanCatalog>): Promise<{ readonly deleted: number }> {
    const { expected, ...cleanup } = request;
    this.securityLog.record({ event: 'catalogue-cleaned', user_id: by.id, detail: `${cleanup.entity_type} ${cleanup.issue_type}` });
    return { deleted: await this.cleanCatalog.cleanUp(by, cleanup, expected) };
  }

  @Handles(listCleanups)
  newest() {
    return this.cleanups.listNewest(MAX_CLEANUP_RECORDS);
  }

  @Handles(downloadRemoved)
  async download({ by, params: { id, file } }: Received<typeof downloadRemoved>) {
    const entity = await this.cleanups.findRemovedType(id);
    if (entity === null) throw new NotFound('Nothing that this cleanup removed is kept.');
    this.securityLog.record({ event: 'removed-rows-downloaded', user_id: by.id, detail: `cleanup ${id}` });
    await this.audit.enter({ by, at: this.clock.now(), act: 'removed_rows_downloaded', target: String(id), details: { file } });
    const name = `cleanup-${id}-${file === 'rows' ? variantOf[entity] : file}.ndjson`;
    return new StreamableFile(Readable.from(this.cleanups.readRemoved(id, file)), {
      type: 'application/x-ndjson; charset=utf-8',
      disposition: `attachment; filename="${name}"`,
    });
  }
}
