import { entityTypes } from '#domain/catalog/variants';
import { CatalogQuality, type IssueCountsByEntity } from '#domain/data-quality/catalog-quality';
import { issues } from '#domain/data-quality/issues';
import { CachedQualityScans } from '#server/cache/cached-quality-scans';

/** A catalogue whose n-th scan finds n of everything, when it is told to end. */
class SlowInspector extends CatalogQuality {
  readonly startTimes: Date[] = [];
  #finish: () => void = () => undefined;

  async countIssues(now: Date): Promise<IssueCountsByEntity> {
    this.startTimes.push(now);
    const spamCount = this.startTimes.length;
    await new Promise<void>((resolve) => (this.#finish = resolve));
    const counts = Object.fromEntries(issues.map(({ name }) => [name, spamCount]));
    return Object.fromEntries(entityTypes.map((entity) => [entity, counts])) as unknown as IssueCountsByEntity;
  }

  finish(): void {
    this.#finish();
  }
}

const START_MS = Date.parse('2026-08-23T12:00:00Z');

describe('a scan', () => {
  let quality: SlowInspector;
  let now: number;
  let scans: CachedQualityScans;
  beforeEach(() => {
    quality = new SlowInspector();
    now = START_MS;
    scans = new CachedQualityScans(quality, { now: () => new Date(now) });
  });
  const spamCount = ({ counted }: { counted: IssueCountsByEntity }) => counted.pin.spam;

  it('is made once for everybody who asks while it is under way', async () => {
    const asked = [scans.scan(), scans.recentOrNew(), scans.scan()];
    quality.finish();
    expect((await Promise.all(asked)).map(spamCount)).toEqual([1, 1, 1]);
    const again = scans.scan();
    quality.finish();
    expect(spamCount(await again)).toBe(2);
  });

  it('is recent for a few seconds and says when it was made', async () => {
    const first = scans.scan();
    quality.finish();
    expect((await first).at).toEqual(new Date(START_MS));
    now = START_MS + 14_999;
    expect(spamCount(await scans.recentOrNew())).toBe(1);
    now = START_MS + 15_000;
    const later = scans.recentOrNew();
    quality.finish();
    expect(await later).toMatchObject({ at: new Date(START_MS + 15_000) });
    expect(quality.startTimes).toHaveLength(2);
  });

  it('that began before the catalogue changed serves nobody who asks after it', async () => {
    const before = scans.scan();
    const endOld = quality.finish.bind(quality);
    scans.invalidate();
    endOld();
    const after = scans.recentOrNew();
    quality.finish();
    expect([spamCount(await before), spamCount(await after)]).toEqual([1, 2]);
    expect(spamCount(await scans.recentOrNew())).toBe(2);
  });

  it('that fails leaves the next one free to run', async () => {
    class Failing extends CatalogQuality {
      tries = 0;
      countIssues(): Promise<IssueCountsByEntity> {
        this.tries++;
        return Promise.reject(new Error('too slow'));
      }
    }
    const failing = new Failing();
    const own = new CachedQualityScans(failing, { now: () => new Date(now) });
    await expect(Promise.all([own.scan(), own.scan()])).rejects.toThrow('too slow');
    await expect(own.recentOrNew()).rejects.toThrow('too slow');
    expect(failing.tries).toBe(2);
  });
});
