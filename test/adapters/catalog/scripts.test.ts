import { scriptCodeOf, scriptNames, scriptPattern } from '#domain/catalog/filters/scripts';
import { useTestDatabase } from '../../support/database/test-database';

describe('the script of a letter in Postgres', () => {
  const database = useTestDatabase();

  it('is the same as in TypeScript, for a sample of all scripts', async () => {
    const points = Array.from({ length: 0x33500 }, (_, point) => point).filter(
      (point) =>
        point > 0 && (point < 0x3000 || point % 37 === 0 || (point >= 0x1d400 && point < 0x1f200)) && (point < 0xd800 || point > 0xdfff),
    );
    const characters = points.map((point) => String.fromCodePoint(point));
    const cases = scriptNames.map((_, index) => `when c ~ $${index + 2} then ${index}`).join(' ');
    const { rows } = await database.pool.query<{ code: number }>(
      `select case ${cases} else -1 end code from unnest($1::text[]) with ordinality one(c, i) order by i`,
      [characters, ...scriptNames.map((name) => scriptPattern([name]))],
    );
    const different = characters.filter((character, index) => rows[index]?.code !== scriptCodeOf(character));
    expect(different).toEqual([]);
    expect(new Set(rows.map(({ code }) => code)).size).toBe(scriptNames.length + 1);
  });
});
