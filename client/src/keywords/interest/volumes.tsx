import type { KeywordVolume } from '#domain/keywords/contract';
import { Card, CardTitle } from '../../ui/card';
import { type TableColumn, DataTable } from '../../ui/data-table';
import { Volume } from '../../ui/count';

const columns: readonly TableColumn<KeywordVolume>[] = [
  { name: 'Searches a month', render: (row) => <Volume {...row} /> },
  {
    name: 'Also says',
    className: 'anywhere',
    render: ({ notes }) =>
      notes.length === 0 ? '–' : notes.map(({ name, value }) => `${name}: ${value.replaceAll('\n', ', ')}`).join('; '),
  },
];

/** What other tools say about how often a keyword is searched for. */
export const VolumesCard = ({ volumes }: { readonly volumes: readonly KeywordVolume[] }) => (
  <Card aria-labelledby="volumes" data-testid="volumes">
    <CardTitle id="volumes">Search volume</CardTitle>
    <DataTable
      name="Search volume by source, region, and day"
      columns={columns}
      rows={volumes}
      keyOf={({ source, region, date }) => `${source} ${region} ${date}`}
      isStacked
    />
    <p className="caption">Figures of other tools, as imported. They take no part in competition, momentum, or opportunity.</p>
  </Card>
);
