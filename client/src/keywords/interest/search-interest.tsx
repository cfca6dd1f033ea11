import { useState } from 'react';
import type { InterestCurve, KeywordVolume } from '#domain/keywords/contract';
import { pointsOfPeriod, pointsOfPreviousPeriod } from '#domain/analytics/growth/chart/period-points';
import { dayLabel } from '#domain/days';
import { useEndpoint } from '../../api/resource';
import { Card } from '../../ui/card';
import { gapsOf, toDayPoints, toLinePoints, trendSummary } from '../../ui/charts/chart-points';
import { PeriodChart } from '../../ui/charts/period-chart';
import { LoadError } from '../../ui/feedback/load-error';
import { Select } from '../../ui/form/select';
import { formatDate } from '../../ui/format';
import { PublishByCard } from './publish-by';
import { curveName } from '../keyword-view';
import { type TableColumn, DataTable } from '../../ui/data-table';
import { Volume } from '../../ui/count';

/** A year of whole weeks, so that weekly points of two years lie on the same days. */
const YEAR_DAYS = 52 * 7;

const noDays = [] as const;

/** The imported search interest and volumes of a keyword; nothing where none were imported. */
export function SearchInterestSection({ keyword }: { readonly keyword: string }) {
  const { data, error, reload } = useEndpoint('GET /keywords/:keyword/interest', { params: { keyword } });
  if (error)
    return (
      <Card aria-label="Search interest">
        <LoadError onRetry={reload} />
      </Card>
    );
  return (
    data && (
      <>
        {data.season && <PublishByCard season={data.season} leadDays={data.lead_days} />}
        {data.volumes.length > 0 && <VolumesCard volumes={data.volumes} />}
        {data.curves.length > 0 && <InterestCard curves={data.curves} />}
      </>
    )
  );
}

/** The curve that is chosen, the first one at first. */
function InterestCard({ curves }: { readonly curves: readonly InterestCurve[] }) {
  const [chosen, setChosen] = useState(0);
  const curve = curves[chosen] ?? curves[0];
  return (
    curve && (
      <Card hasSmallTitle title={curveTitle(curve)} data-testid="interest" className="stack gap-2">
        {curves.length > 1 && (
          <Select
            label="Region and source"
            value={chosen}
            onChange={setChosen}
            options={curves.map((one, index) => ({ value: index, name: curveName(one) }))}
          />
        )}
        <Curve curve={curve} />
      </Card>
    )
  );
}

const curveTitle = ({ region }: InterestCurve): string => (region === null ? 'Search interest' : `Search interest, ${region}`);

/** The last year as a line, with the year before as a dashed one. */
function Curve({ curve }: { readonly curve: InterestCurve }) {
  const { points, sources } = curve;
  const title = curveTitle(curve);
  const all = toDayPoints(points.map(({ date, value }) => ({ day: date, value })));
  const lastYear = pointsOfPeriod(all, YEAR_DAYS);
  const labeled = lastYear.map(({ day, value }) => ({ day: dayLabel(day), value }));
  const summary = trendSummary(title, labeled);
  const yearBefore = pointsOfPreviousPeriod(all, YEAR_DAYS);
  return (
    <>
      {summary === null ? (
        <p className="muted">There is only one value yet.</p>
      ) : (
        <>
          <PeriodChart
            name={title}
            summary={summary}
            points={lastYear}
            linePoints={toLinePoints(labeled)}
            gaps={gapsOf(lastYear)}
            previousPoints={yearBefore}
            previousName="a year before"
            annotations={noDays}
            ignoredDays={noDays}
            staleSince={null}
            endDay={lastYear.at(-1)?.day ?? 0}
          />
          <p>
            {summary}
            {yearBefore.length > 1 && ' The dashed line is the year before.'}
          </p>
        </>
      )}
      <p className="caption">
        Source: {sources.map(({ name, imported_at }) => `${name}, imported ${formatDate(imported_at)}`).join('; ')}. Values as in the
        source, and not counted in this catalog.
      </p>
    </>
  );
}

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
const VolumesCard = ({ volumes }: { readonly volumes: readonly KeywordVolume[] }) => (
  <Card hasSmallTitle title="Search volume" data-testid="volumes">
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
