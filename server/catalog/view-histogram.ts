import { Injectable } from '@nestjs/common';
import { Catalog } from '#domain/catalog/catalog';
import { type FilterName, filterNamed } from '#domain/catalog/filters/filters';
import { histogramBins, histogramEdges, Histograms } from '#domain/catalog/filters/histogram';
import { type CachedResponse, ResponseCache } from '#domain/catalog/response-cache';
import type { Variant } from '#domain/catalog/variants';
import { InvalidInput } from '#domain/errors';

/** Returns how the numbers of a filter are distributed over a whole list: once per version of the list. Open to everyone, since it names no row. */
@Injectable()
export class ViewHistogram {
  constructor(
    private readonly catalog: Catalog,
    private readonly histograms: Histograms,
    private readonly cache: ResponseCache,
  ) {}

  async histogram(variant: Variant, name: FilterName): Promise<CachedResponse> {
    const filter = filterNamed(variant, name);
    if (filter?.kind !== 'range') throw new InvalidInput([`filter must be a filter of ${variant} by a number`]);
    const version = await this.catalog.listVersion(variant);
    return this.cache.getOrCreate(`histogram ${variant} ${name}`, version, async () => {
      const edges = histogramEdges(filter);
      return { bins: histogramBins(edges, await this.histograms.countRows(variant, filter, edges)) };
    });
  }
}
