import { InvalidInput } from '#domain/errors';
import { DAY_MS } from '#domain/durations';
import { MemoryResponseCache } from '#server/cache/memory-response-cache';
import { ViewFilterChoices } from '#server/catalog/view-filter-choices';
import { FakeCatalog } from '../../support/fakes/catalog';
import { FixedClock } from '../../support/fixed-clock';

function createView() {
  const catalog = new FakeCatalog([]);
  const clock = new FixedClock(new Date(20_000 * DAY_MS));
  const counted: string[] = [];
  const choiceCounts = {
    countRows: async (variant: string, choices: readonly unknown[], today: number) => {
      counted.push(`${variant} ${choices.length} on ${today}`);
      return { total: 10, rows: choices.map((_, index) => index + catalog.version) };
    },
  };
  return { catalog, clock, counted, view: new ViewFilterChoices(catalog, choiceCounts, new MemoryResponseCache(), clock) };
}

const textOf = ({ bytes }: { readonly bytes: Uint8Array }): unknown => JSON.parse(Buffer.from(bytes).toString());

describe('the rows by the choices of a filter', () => {
  it('are counted once for all viewers, and again when the list has changed or a day is over', async () => {
    const { catalog, clock, counted, view } = createView();
    const both = await Promise.all([view.choices('boards', 'active'), view.choices('boards', 'active')]);
    const choices = [
      { value: '7d', rows: 1 },
      { value: '30d', rows: 2 },
      { value: '90d', rows: 3 },
    ];
    expect(both.map(textOf)).toEqual([
      { total: 10, choices },
      { total: 10, choices },
    ]);
    catalog.version = 2;
    expect(textOf(await view.choices('pinners', 'steady'))).toEqual({ total: 10, choices: [{ value: '1', rows: 2 }] });
    expect(textOf(await view.choices('boards', 'active'))).toMatchObject({ choices: [{ rows: 2 }, { rows: 3 }, { rows: 4 }] });
    clock.advance(DAY_MS);
    await view.choices('boards', 'active');
    expect(counted).toEqual(['boards 3 on 20000', 'pinners 1 on 20000', 'boards 3 on 20000', 'boards 3 on 20001']);
  });

  it.each(['followers', 'topic', 'website'] as const)('of boards do not exist for %s', async (name) => {
    await expect(createView().view.choices('boards', name)).rejects.toThrow(InvalidInput);
  });
});
