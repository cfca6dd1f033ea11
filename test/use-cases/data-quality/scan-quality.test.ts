import { entityTypes } from '#domain/catalog/variants';
import { CatalogQuality, type CountedIssues } from '#domain/data-quality/catalog-quality';
import { issues } from '#domain/data-quality/issues';
import { ScanQuality } from '#server/data-quality/scan-quality';

/** A catalogue whose n-th scan finds n of everything, when it is told to end. */
class SlowQuality extends CatalogQuality {
  readonly begun: Date[] = [];
  #end: () => void = () => undefined;

  async count(now: Date): Promise<CountedIssues> {
    this.begun.push(now);
    const found = this.begun.length;
    await new Promise<void>((resolve) => (this.#end = resolve));
    const counts = Object.fromEntries(issues.map(({ name }) => [name, found]));
    return Object.fromEntries(entityTypes.map((entity) => [entity, counts])) as unknown as CountedIssues;
  }

  end(): void {
    this.#end();
  }
}

const START = Date.parse('2026-08-23T12:00:00Z');

describe('a scan', () => {
  let quality: SlowQuality;
  let now: number;
  let scans: ScanQuality;
  beforeEach(() => {
    quality = new SlowQuality();
    now = START;
    scans = new ScanQuality(quality, { now: () => new Date(now) });
  });
  const found = ({ counted }: { counted: CountedIssues }) => counted.pin.spam;

  it('is made once for everybody who asks while it is under way', async () => {
    const asked = [scans.scan(), scans.recent(), scans.scan()];
    quality.end();
    expect((await Promise.all(asked)).map(found)).toEqual([1, 1, 1]);
    const again = scans.scan();
    quality.end();
    expect(found(await again)).toBe(2);
  });

  it('is recent for a few seconds and says when it was made', async () => {
    const first = scans.scan();
    quality.end();
    expect((await first).at).toEqual(new Date(START));
    now = START + 14_999;
    expect(found(await scans.recent())).toBe(1);
    now = START + 15_000;
    const later = scans.recent();
    quality.end();
    expect(await later).toMatchObject({ at: new Date(START + 15_000) });
    expect(quality.begun).toHaveLength(2);
  });

  it('that began before the catalogue changed serves nobody who asks after it', async () => {
    const before = scans.scan();
    const endOld = quality.end.bind(quality);
    scans.forget();
    endOld();
    const after = scans.recent();
    quality.end();
    expect([found(await before), found(await after)]).toEqual([1, 2]);
    expect(found(await scans.recent())).toBe(2);
  });

  it('that fails leaves the next one free to run', async () => {
    class Failing extends CatalogQuality {
      tries = 0;
      count(): Promise<CountedIssues> {
        this.tries++;
        return Promise.reject(new Error('too slow'));
      }
    }
    const failing = new Failing();
    const own = new ScanQuality(failing, { now: () => new Date(now) });
    await expect(Promise.all([own.scan(), own.scan()])).rejects.toThrow('too slow');
    await expect(own.recent()).rejects.toThrow('too slow');
    expect(failing.tries).toBe(2);
  });
});
