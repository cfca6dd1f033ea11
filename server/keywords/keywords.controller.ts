import { Controller, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { compareKeywords, exportKeywords, listKeywords, viewInterest, viewKeyword } from '#domain/analytics/endpoints';
import { keywordExportColumns } from '#domain/keywords/keyword-rows';
import { MAX_KEYWORDS } from '#domain/keywords/keywords';
import { SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { dayLabel, dayOf } from '#domain/days';
import { CompareKeywords } from '#server/keywords/compare-keywords';
import { ExportKeywords, FindKeywords } from '#server/keywords/find-keywords';
import { ViewKeyword } from '#server/keywords/view-keyword';
import { csvStream, RunningExports } from '#server/http/exports';
import { Handles, type Received } from '#server/http/handles';
import { sendCached } from '#server/http/send-cached';

/** The keywords of the catalog. */
@Controller()
export class KeywordsController {
  constructor(
    private readonly findKeywords: FindKeywords,
    private readonly viewKeyword: ViewKeyword,
    private readonly compareKeywords: CompareKeywords,
    private readonly exportKeywords: ExportKeywords,
    private readonly runningExports: RunningExports,
    private readonly clock: Clock,
    private readonly log: SecurityLog,
  ) {}

  @Handles(listKeywords)
  async list({ viewer, query }: Received<typeof listKeywords>, @Res() reply: FastifyReply) {
    await sendCached(reply, await this.findKeywords.findPage(viewer, query));
  }

  @Handles(viewKeyword)
  async view({ viewer, params: { keyword } }: Received<typeof viewKeyword>, @Res() reply: FastifyReply) {
    await sendCached(reply, await this.viewKeyword.view(viewer, keyword));
  }

  @Handles(viewInterest)
  interest({ params: { keyword } }: Received<typeof viewInterest>) {
    return this.viewKeyword.interest(keyword);
  }

  @Handles(compareKeywords)
  compare({ viewer, query: { keywords } }: Received<typeof compareKeywords>) {
    return this.compareKeywords.compare(viewer, keywords);
  }

  /** Sends every keyword of the query in order, ignoring the page. */
  @Handles(exportKeywords)
  async downloadCsv({ identity: { viewer, user }, reply, query }: Received<typeof exportKeywords>) {
    const endExport = this.runningExports.start(user?.id ?? '');
    try {
      const { total, batches } = await this.exportKeywords.openExport(viewer, query);
      this.log.record({ event: 'list-exported', user_id: user?.id ?? null, detail: 'keywords' });
      void reply.headers({ 'x-export-limit': String(MAX_KEYWORDS), 'x-export-total': String(total) });
      async function* cells() {
        for await (const batch of batches) yield batch.map((row) => keywordExportColumns.map((name) => row[name] ?? null));
      }
      const stream = csvStream(keywordExportColumns, cells()).once('close', endExport);
      const name = `keywords-${dayLabel(dayOf(this.clock.now()))}`;
      return new StreamableFile(stream, { type: 'text/csv; charset=utf-8', disposition: `attachment; filename="${name}.csv"` });
    } catch (error) {
      endExport();
      throw error;
    }
  }
}
