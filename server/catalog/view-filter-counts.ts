import { Injectable } from '@nestjs/common';
import { type CachedResponse, Catalog, ResponseCache } from '#domain/catalog/catalog';
import { choicesOf, isChoiceFilter } from '#domain/catalog/filters/choice-counts';
import { formatFilterValue } from '#domain/catalog/filters/filter-values';
import { type FilterName, filterNamed } from '#domain/catalog/filters/filters';
import { histogramBins, histogramEdges } from '#domain/catalog/filters/histogram';
import type { FilterChoices, FilterHistogram } from '#domain/catalog/filters/contract';
import type { Variant } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { InvalidInput } from '#domain/errors';

/** Returns how many rows a filter would leave of a whole list: once per version of the list. Open to everyone, since it names no row. */
@Injectable()
export class ViewFilterCounts {
  constructor(
    private readonly catalog: Catalog,
    private readonly cache: ResponseCache,
    private readonly clock: Clock,
  ) {}

  /** The rows by their number of a filter. */
  async histogram(variant: Variant, name: FilterName): Promise<CachedResponse> {
    const filter = filterNamed(variant, name);
    if (filter?.kind !== 'range') throw new InvalidInput([`filter must be a filter of ${variant} by a number`]);
    const version = await this.catalog.listVersion(variant);
    return this.cache.getOrCreate(`histogram ${variant} ${name}`, version, async (): Promise<FilterHistogram> => {
      const edges = histogramEdges(filter);
      return { bins: histogramBins(edges, await this.catalog.countBins(variant, filter, edges)) };
    });
  }

  /** The rows that each choice of a filter leaves today. */
  async choices(variant: Variant, name: FilterName): Promise<CachedResponse> {
    const filter = filterNamed(variant, name);
    if (!filter || !isChoiceFilter(filter))
      throw new InvalidInput([`filter must be a filter of ${variant} by days or by having something`]);
    const [version, today] = [await this.catalog.listVersion(variant), dayOf(this.clock.now())];
    return this.cache.getOrCreate(`choices ${variant} ${name} ${today}`, version, async (): Promise<FilterChoices> => {
      const choices = choicesOf(name, filter);
      const { total, rows } = await this.catalog.countChoices(variant, choices, today);
      return { total, choices: choices.map(({ value }, index) => ({ value: formatFilterValue(value), rows: rows[index] ?? 0 })) };
    });
  }
}
