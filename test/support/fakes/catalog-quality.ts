import { entityTypes } from '#domain/catalog/variants';
import { CatalogQuality, type CountedQualityScan, type IssueCountsByEntity } from '#domain/data-quality/catalog-quality';
import { issues } from '#domain/data-quality/issues';

const noIssues = Object.fromEntries(issues.map(({ name }) => [name, 0]));
const soundCatalog = Object.fromEntries(entityTypes.map((entity) => [entity, noIssues])) as unknown as IssueCountsByEntity;

const notInMemory = (): never => {
  throw new Error('Only the scans are in memory.');
};

/** Scans that count the same each time; the latest one is reused until it is discarded. */
export class FakeCatalogQuality extends CatalogQuality {
  #latest: CountedQualityScan | null = null;
  countByType = notInMemory;
  listRows = notInMemory;
  readAll = notInMemory;

  constructor(private readonly counted = soundCatalog) {
    super();
  }

  async scan(): Promise<CountedQualityScan> {
    this.#latest = { counted: this.counted, at: new Date(0) };
    return this.#latest;
  }

  async recentOrNewScan(): Promise<CountedQualityScan> {
    return this.#latest ?? this.scan();
  }

  invalidateScans(): void {
    this.#latest = null;
  }
}
