import { FLOAT8, INT4, type Rows, RowWriter } from '#server/database/copy-format';
import { ownThread, threads } from '#server/analytics/scorers';
import { seeded } from '../support/histories';

const TODAY = 20_688;

function series(count: number, seed: number): Rows {
  const random = seeded(seed);
  const writer = new RowWriter();
  for (let number = 0; number < count; number++) {
    const id = Buffer.from(`pinner ${number} ü`);
    const length = Math.floor(random() * 700);
    writer.row(4);
    writer.raw(Buffer.concat([Buffer.from([0, 0, 0, id.length]), id]));
    writer.array(
      INT4,
      Array.from({ length }, (_, place) => (TODAY - length + place) * 1440),
    );
    for (let metric = 0; metric < 2; metric++) {
      writer.array(
        INT4,
        Array.from({ length }, () => (random() < 0.1 ? NaN : Math.floor(random() * 1e6))),
      );
    }
  }
  return writer.take();
}

describe('scoring in other threads', () => {
  it('gives what scoring in this one gives, in the order asked', async () => {
    const own = ownThread();
    const others = threads(2);
    try {
      const batches = [1, 2, 3, 4, 5].map((seed) => seed * 40);
      const found = await Promise.all(batches.map((count, seed) => others.score('pinner', TODAY, series(count, seed))));
      for (const [seed, count] of batches.entries()) {
        const expected = await own.score('pinner', TODAY, series(count, seed));
        expect(found[seed]?.lastId).toBe(`pinner ${count - 1} ü`);
        expect(found[seed]?.count).toBe(count);
        expect(Buffer.compare(found[seed]?.bytes ?? Buffer.alloc(0), expected.bytes)).toBe(0);
      }
      expect(await others.rank(Float64Array.of(1, NaN, 3))).toEqual(await own.rank(Float64Array.of(1, NaN, 3)));
    } finally {
      await others.close();
    }
  });

  it('fails where a thread fails', async () => {
    const others = threads(1);
    const broken = new RowWriter();
    broken.row(1);
    broken.array(FLOAT8, [1]);
    await expect(others.score('pinner', TODAY, broken.take())).rejects.toThrow(/bounds|undefined/);
    await others.close();
  });
});
