import { FLOAT8_OID, INT4_OID, type Rows } from '#server/database/copy/binary-format';
import { RowWriter } from '#server/database/copy/row-writer';
import { inlineScorers, workerScorers } from '#server/analytics/growth/scoring/scorers';
import { seededRandom } from '../../../support/database/random-series';

const TODAY_DAY = 20_688;

function randomRows(count: number, seed: number): Rows {
  const random = seededRandom(seed);
  const writer = new RowWriter();
  for (let number = 0; number < count; number++) {
    const id = Buffer.from(`pinner ${number} ü`);
    const length = Math.floor(random() * 700);
    writer.beginRow(4);
    writer.writeFields(Buffer.concat([Buffer.from([0, 0, 0, id.length]), id]));
    writer.writeNumberArray(
      INT4_OID,
      Array.from({ length }, (_, index) => (TODAY_DAY - length + index) * 1440),
    );
    for (let metric = 0; metric < 2; metric++) {
      writer.writeNumberArray(
        INT4_OID,
        Array.from({ length }, () => (random() < 0.1 ? NaN : Math.floor(random() * 1e6))),
      );
    }
  }
  return writer.takeRows();
}

describe('scoring in worker threads', () => {
  it('returns what inline scoring returns, in the order of the calls', async () => {
    const inline = inlineScorers();
    const workers = workerScorers(2);
    try {
      const batches = [1, 2, 3, 4, 5].map((seed) => seed * 40);
      const found = await Promise.all(batches.map((count, seed) => workers.score('pinner', TODAY_DAY, randomRows(count, seed))));
      for (const [seed, count] of batches.entries()) {
        const expected = await inline.score('pinner', TODAY_DAY, randomRows(count, seed));
        expect(found[seed]?.lastId).toBe(`pinner ${count - 1} ü`);
        expect(found[seed]?.count).toBe(count);
        expect(Buffer.compare(found[seed]?.bytes ?? Buffer.alloc(0), expected.bytes)).toBe(0);
      }
      expect(await workers.rank(Float64Array.of(1, NaN, 3))).toEqual(await inline.rank(Float64Array.of(1, NaN, 3)));
    } finally {
      await workers.close();
    }
  });

  it('fails when a worker fails', async () => {
    const workers = workerScorers(1);
    const broken = new RowWriter();
    broken.beginRow(1);
    broken.writeNumberArray(FLOAT8_OID, [1]);
    await expect(workers.score('pinner', TODAY_DAY, broken.takeRows())).rejects.toThrow(/bounds|undefined/);
    await workers.close();
  });
});
