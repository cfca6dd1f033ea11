import type { Pin } from '#domain/catalog/detail-contract';
import { comparePeriods, OWN_HISTORY_DAYS, type OwnMetric } from '#domain/linked-accounts/own-analytics';
import { useEndpoint } from '../api/resource';
import { paths } from '../site/paths';
import { Card } from '../ui/card';
import { Count } from '../ui/count';
import { countColumn, DataTable, type TableColumn } from '../ui/data-table';
import { formatDayRange } from '../ui/format';
import { OwnFigures, ownMetricNames } from './figures';
import { useOwnAccounts } from './use-own-accounts';

const TABLE_HEIGHT_PX = 200;
/** What Pinterest counts for a pin. */
const pinMetrics: readonly OwnMetric[] = ['impressions', 'saves', 'pin_clicks', 'outbound_clicks'];

/** Of a pin of the user's own, what Pinterest counts beside what the catalog has; nothing for pins of others. */
export function OwnPinCard({ pin }: { readonly pin: Pin }) {
  const owner = pin.pinner?.username?.toLowerCase();
  const { data: accounts } = useOwnAccounts(owner !== undefined);
  const account = accounts?.find(({ username }) => username.toLowerCase() === owner);
  return account ? <PinFigures pin={pin} accountId={account._id} /> : null;
}

function PinFigures({ pin, accountId: id }: { readonly pin: Pin; readonly accountId: string }) {
  const analytics = useEndpoint('GET /users/me/pinterest_accounts/:id/pins/:pin_id/analytics', { params: { id, pin_id: pin._id } });
  return (
    <Card
      title="Your own figures"
      side={<a href={paths.ownAccount(id)}>Your account</a>}
      className="stack gap-3"
      data-testid="own-pin-figures"
    >
      <OwnFigures resource={analytics} isEmpty={({ days }) => comparePeriods(days, OWN_HISTORY_DAYS) === null} height={TABLE_HEIGHT_PX}>
        {({ days }) => {
          const period = comparePeriods(days, OWN_HISTORY_DAYS)?.current;
          const columns: readonly TableColumn<OwnMetric>[] = [
            { name: 'Metric', render: (metric) => ownMetricNames[metric] },
            countColumn('Pinterest', (metric) => period?.totals[metric]),
            { name: 'Catalog', isNumber: true, render: (metric) => (metric === 'saves' ? <Count value={pin.saves} /> : '–') },
          ];
          return (
            <>
              <DataTable name="Your own figures" columns={columns} rows={pinMetrics} keyOf={(metric) => metric} rowTestId="own-pin-row" />
              <p className="caption">
                {period && formatDayRange(period.firstDay, period.lastDay)}, counted by Pinterest and shown to you alone; the catalog has
                all saves until its last reading.
              </p>
            </>
          );
        }}
      </OwnFigures>
    </Card>
  );
}
