import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { CatalogQuality, type IssueCountsByEntity } from '#domain/data-quality/quality-scans';
import { appliesTo, type InspectedRow, issues } from '#domain/data-quality/issues';

export type InspectedRows = Readonly<Record<EntityType, readonly InspectedRow[]>>;

/** Counts the issues of rows in memory, once `unblock` is called if it was blocked. */
export class FakeCatalogQuality extends CatalogQuality {
  /** The times of all scans. */
  readonly scannedAt: Date[] = [];
  #gate = Promise.resolve();
  unblock: () => void = () => undefined;

  constructor(public rows: InspectedRows = { board: [], pinner: [], pin: [] }) {
    super();
  }

  /** Lets the next scans wait until `unblock` is called. */
  block(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    this.unblock = resolve;
  }

  async countIssues(now: Date): Promise<IssueCountsByEntity> {
    this.scannedAt.push(now);
    const { rows } = this;
    await this.#gate;
    const countsFor = (entity: EntityType) =>
      issues.map(({ name, holds }) => {
        const count = appliesTo(name, entity) ? rows[entity].filter((row) => holds(row, entity, now)).length : 0;
        return [name, count] as const;
      });
    const byEntity = entityTypes.map((entity) => [entity, Object.fromEntries(countsFor(entity))] as const);
    return Object.fromEntries(byEntity) as unknown as IssueCountsByEntity;
  }
}
