import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { SecurityLog } from '#domain/auth/security-log';
import type { SignedInUser } from '#domain/auth/user';
import type { EntityType } from '#domain/catalog/variants';
import { CleanupAudit } from '#domain/data-quality/cleanups';
import type { CleanupRecord, CleanupRequest, IssueCounts, QualityScan } from '#domain/data-quality/contract';
import { cleanCatalog } from '#domain/data-quality/endpoints';
import { type IssueCountsByEntity, QualityScans } from '#domain/data-quality/quality-scans';
import { CleanCatalog } from '#server/data-quality/clean-catalog';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';

const MAX_CLEANUP_RECORDS = 100;

const parseCleanup = new Parse(cleanCatalog.body, 'body');

/** The counts of a response, listed by name: a new issue is not exposed until it is listed here. */
function issueCountsOf(counted: IssueCountsByEntity, entity: EntityType): IssueCounts {
  const { all_zero_metrics, zero_followers, not_searchable, never_crawled, stale_90_days } = counted[entity];
  return { all_zero_metrics, zero_followers, not_searchable, never_crawled, stale_90_days };
}

/** Data-quality scans and cleanups, for administrators only. */
@Controller('api/admin/data-quality')
export class DataQualityController {
  constructor(
    private readonly scans: QualityScans,
    private readonly cleanCatalog: CleanCatalog,
    private readonly cleanupAudit: CleanupAudit,
    private readonly securityLog: SecurityLog,
  ) {}

  @Get('scan')
  async scan(): Promise<QualityScan> {
    const { counted, at } = await this.scans.scan();
    const issues = {
      boards: issueCountsOf(counted, 'board'),
      pinners: issueCountsOf(counted, 'pinner'),
      pins: issueCountsOf(counted, 'pin'),
    };
    return { issues, scanned_at: at.toISOString() };
  }

  @Post('cleanup')
  @HttpCode(200)
  async clean(@SignedIn() user: SignedInUser, @Body(parseCleanup) request: CleanupRequest): Promise<{ readonly deleted: number }> {
    const { expected, ...cleanup } = request;
    this.securityLog.record({ event: 'catalogue-cleaned', user_id: user.id, detail: `${cleanup.entity_type} ${cleanup.issue_type}` });
    return { deleted: await this.cleanCatalog.cleanUp(user.id, cleanup, expected) };
  }

  @Get('cleanups')
  newest(): Promise<readonly CleanupRecord[]> {
    return this.cleanupAudit.listNewest(MAX_CLEANUP_RECORDS);
  }
}
