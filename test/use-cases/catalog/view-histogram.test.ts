import { MemoryResponseCache } from '#server/cache/memory-response-cache';
import { ViewHistogram } from '#server/catalog/view-histogram';
import { FakeCatalog } from '../../support/fakes/catalog';

function createView() {
  const catalog = new FakeCatalog([]);
  const counted: string[] = [];
  const histograms = {
    countRows: async (variant: string, { label }: { readonly label: string }, edges: readonly number[]) => {
      counted.push(`${variant} ${label}`);
      return edges.map((edge) => (edge === 10 ? catalog.version : 0));
    },
  };
  return { catalog, counted, view: new ViewHistogram(catalog, histograms, new MemoryResponseCache()) };
}

const textOf = ({ bytes }: { readonly bytes: Uint8Array }): unknown => JSON.parse(Buffer.from(bytes).toString());

describe('the histogram of a filter', () => {
  it('is counted once for all viewers, and again when the list has changed', async () => {
    const { catalog, counted, view } = createView();
    const both = await Promise.all([view.histogram('boards', 'followers'), view.histogram('boards', 'followers')]);
    expect(both.map(textOf)).toEqual([{ bins: [{ from: 10, to: 30, rows: 1 }] }, { bins: [{ from: 10, to: 30, rows: 1 }] }]);
    await view.histogram('pinners', 'followers');
    expect(counted).toEqual(['boards Followers', 'pinners Followers']);
    catalog.version = 2;
    expect(textOf(await view.histogram('boards', 'followers'))).toEqual({ bins: [{ from: 10, to: 30, rows: 2 }] });
    expect(counted).toHaveLength(3);
  });
});
