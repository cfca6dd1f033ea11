import type { Catalog } from '#domain/catalog/catalog';
import { DAY_MS } from '#domain/durations';
import { MemoryResponseCache } from '#server/cache/memory-response-cache';
import { ViewFilterCounts } from '#server/catalog/view-filter-counts';
import { FixedClock } from '../../support/fixed-clock';

/** The counts of a list depend on its version; `counted` says what was counted. */
function createView() {
  const clock = new FixedClock(new Date(20_000 * DAY_MS));
  const list = { version: 1 };
  const counted: string[] = [];
  const catalog: Partial<Catalog> = {
    listVersion: async () => String(list.version),
    countBins: async (variant, { label }, edges) => {
      counted.push(`${variant} ${label}`);
      return edges.map((edge) => (edge === 10 ? list.version : 0));
    },
    countChoices: async (variant, choices, today) => {
      counted.push(`${variant} ${choices.length} on ${today}`);
      return { total: 10, rows: choices.map((_, index) => index + list.version) };
    },
  };
  return { list, clock, counted, view: new ViewFilterCounts(catalog as Catalog, new MemoryResponseCache(), clock) };
}

const textOf = ({ bytes }: { readonly bytes: Uint8Array }): unknown => JSON.parse(Buffer.from(bytes).toString());

describe('the histogram of a filter', () => {
  it('is counted once for all viewers, and again when the list has changed', async () => {
    const { list, counted, view } = createView();
    const both = await Promise.all([view.histogram('boards', 'followers'), view.histogram('boards', 'followers')]);
    expect(both.map(textOf)).toEqual([{ bins: [{ from: 10, to: 30, rows: 1 }] }, { bins: [{ from: 10, to: 30, rows: 1 }] }]);
    await view.histogram('pinners', 'followers');
    expect(counted).toEqual(['boards Followers', 'pinners Followers']);
    list.version = 2;
    expect(textOf(await view.histogram('boards', 'followers'))).toEqual({ bins: [{ from: 10, to: 30, rows: 2 }] });
    expect(counted).toHaveLength(3);
  });
});

describe('the rows by the choices of a filter', () => {
  it('are counted once for all viewers, and again when the list has changed or a day is over', async () => {
    const { list, clock, counted, view } = createView();
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
    list.version = 2;
    expect(textOf(await view.choices('pinners', 'steady'))).toEqual({ total: 10, choices: [{ value: '1', rows: 2 }] });
    expect(textOf(await view.choices('boards', 'active'))).toMatchObject({ choices: [{ rows: 2 }, { rows: 3 }, { rows: 4 }] });
    clock.advance(DAY_MS);
    await view.choices('boards', 'active');
    expect(counted).toEqual(['boards 3 on 20000', 'pinners 1 on 20000', 'boards 3 on 20000', 'boards 3 on 20001']);
  });
});
