import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { compareKeywords, exportKeywords, listKeywords, viewInterest, viewKeyword } from '#domain/analytics/endpoints';
import type { KeywordRow } from '#domain/keywords/contract';
import { keywordExportColumns } from '#domain/keywords/keyword-rows';
import { MAX_KEYWORDS } from '#domain/keywords/keywords';
import { CompareKeywords } from '#server/keywords/compare-keywords';
import { ExportKeywords, FindKeywords } from '#server/keywords/find-keywords';
import { ViewKeyword } from '#server/keywords/view-keyword';
import { ListExports } from '#server/http/exports';
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
    private readonly exports: ListExports,
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
  downloadCsv({ identity: { viewer, user }, reply, query }: Received<typeof exportKeywords>) {
    const cellsOf = (row: KeywordRow) => keywordExportColumns.map((name) => row[name] ?? null);
    return this.exports.send({ user, reply }, { name: 'keywords', columns: keywordExportColumns, cellsOf, maxRows: MAX_KEYWORDS }, () =>
      this.exportKeywords.openExport(viewer, query),
    );
  }
}
