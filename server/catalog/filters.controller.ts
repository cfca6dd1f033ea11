import { Controller, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { viewFilterChoices, viewHistogram } from '#domain/catalog/endpoints';
import type { FilterName } from '#domain/catalog/filters/filters';
import type { Variant } from '#domain/catalog/variants';
import { ViewFilterCounts } from '#server/catalog/view-filter-counts';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { sendCached } from '#server/http/send-cached';

/** Counts of the rows that each filter would leave in a list. */
@Controller()
export class FiltersController {
  constructor(private readonly viewCounts: ViewFilterCounts) {}

  @Handles(viewHistogram)
  async histogram(
    @Param('variant', new Parse(viewHistogram.params.variant, 'variant')) variant: Variant,
    @Param('filter', new Parse(viewHistogram.params.filter, 'filter')) filter: FilterName,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendCached(reply, { ...(await this.viewCounts.histogram(variant, filter)), isPublic: true });
  }

  @Handles(viewFilterChoices)
  async filterChoices(
    @Param('variant', new Parse(viewFilterChoices.params.variant, 'variant')) variant: Variant,
    @Param('filter', new Parse(viewFilterChoices.params.filter, 'filter')) filter: FilterName,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendCached(reply, { ...(await this.viewCounts.choices(variant, filter)), isPublic: true });
  }
}
