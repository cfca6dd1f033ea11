import type { SiteAnalytics } from '#domain/analytics/site-analytics';
import { api } from '../api/api';
import { saveFile } from '../api/download';
import { useShortcuts } from '../app/shortcuts';
import { GrowthChart } from '../catalog/growth-chart';
import { useSearchText } from '../ui/address';
import { Button } from '../ui/button';
import { ErrorPanel } from '../ui/error-panel';
import { go } from '../ui/navigation';
import { Screen } from '../ui/screen';
import { Select } from '../ui/select';
import { Bone } from '../ui/skeleton';
import { Spinner } from '../ui/spinner';
import { counted } from '../ui/words';
import { EventTypes } from './event-types';
import { MetricBones, MetricCard } from './metric-card';
import { TabList, tabId } from './tab-list';
import { trafficCsv, trafficFile } from './traffic-csv';
import { measures } from './traffic-measures';
import { trafficSentence } from './traffic-sentence';
import { PagesTable, SourcesTable } from './traffic-tables';
import { addressOfView, daysOnOffer, tabNames, tabs, viewIn } from './traffic-view';
import { useAnswer } from './use-answer';
import '../styles/admin-colours.css';
import '../styles/admin.css';

/** How long new figures wait before they are drawn, in milliseconds. */
const SETTLE = 300;
/** Points of the small lines. */
const LAST_DAYS = 7;

/** `/admin/analytics` */
export function SiteAnalyticsScreen() {
  const view = viewIn(useSearchText());
  const { days, tab } = view;
  const question = String(days);
  const { data, of, fault, busy, ask } = useAnswer(
    question,
    (signal) => api('GET /analytics/dashboard', { query: { days }, signal }),
    SETTLE,
  );
  const shown = busy || of !== question ? null : data;
  const save = () => {
    if (shown) exportFigures(shown);
  };
  useShortcuts({ r: () => void ask(), e: save });
  return (
    <Screen className="admin" heading="Site Analytics" ready={shown !== null}>
      <div className="admin__head">
        <p className="lead">
          Monitor traffic and user behavior <Spinner busy={busy} label="Loading the figures" />
        </p>
        <div className="admin__actions">
          <Select
            label="Period"
            value={String(days)}
            options={daysOnOffer.map((number) => ({ name: `Last ${counted(number, 'day', 'days')}`, value: String(number) }))}
            onChoose={(chosen) => go(addressOfView({ ...viewIn(`days=${chosen}`), tab }))}
          />
          <Button disabled={!shown} data-testid="export-csv" onClick={save}>
            Export
          </Button>
        </div>
      </div>
      <TabList
        name="Site Analytics"
        tabs={tabs}
        names={tabNames}
        chosen={tab}
        onChoose={(chosen) => go(addressOfView({ days, tab: chosen }), { replace: true })}
      />
      {tabs.map((one) => (
        <div key={one} id={tabId(one, 'panel')} role="tabpanel" aria-labelledby={tabId(one, 'tab')} aria-busy={busy} hidden={one !== tab}>
          {one === tab &&
            (busy ? (
              <Bones />
            ) : fault ? (
              <ErrorPanel title="We could not load the figures." fault={fault} onRetry={() => void ask()} />
            ) : (
              shown && panels[tab](shown)
            ))}
        </div>
      ))}
    </Screen>
  );
}

const panels = {
  overview: (of: SiteAnalytics) => <Overview of={of} />,
  pages: (of: SiteAnalytics) => <PagesTable of={of} whole />,
  sources: (of: SiteAnalytics) => <SourcesTable of={of} whole />,
};

function Overview({ of }: { readonly of: SiteAnalytics }) {
  const lastDays = of.events_by_day.slice(-LAST_DAYS);
  const series = { x: of.events_by_day.map(({ date }) => date), y: of.events_by_day.map(({ count }) => count) };
  return (
    <div className="admin__body">
      {of.summary.total_events === 0 && <p className="notice">Nothing was counted in this period yet.</p>}
      <div className="admin__cards">
        {measures.map((measure) => (
          <MetricCard
            key={measure.name}
            name={measure.name}
            value={measure.of(of.summary)}
            previous={measure.of(of.previous)}
            estimated={of.previous.estimated}
            points={lastDays.map(measure.ofDay)}
          />
        ))}
      </div>
      <div className="admin__charts">
        <GrowthChart
          name="Events"
          title="Events Over Time"
          note="Total user events tracked over the selected time period"
          series={series}
          sentence={trafficSentence(of.events_by_day)}
        />
        <EventTypes byType={of.events_by_type} />
      </div>
      <div className="admin__pair">
        <PagesTable of={of} />
        <SourcesTable of={of} />
      </div>
    </div>
  );
}

/** The room of everything while it is on its way. */
const Bones = () => (
  <div className="admin__body" data-testid="analytics-skeleton">
    <div className="admin__cards">
      {measures.map(({ name }) => (
        <MetricBones key={name} />
      ))}
    </div>
    <div className="admin__charts">
      <div className="card admin__chart-bone">
        <Bone height={240} />
      </div>
      <div className="card admin__chart-bone">
        <Bone height={240} />
      </div>
    </div>
  </div>
);

function exportFigures(figures: SiteAnalytics): void {
  const name = trafficFile(figures);
  console.info('Exported the site analytics as', name);
  saveFile(name, new Blob([trafficCsv(figures)], { type: 'text/csv;charset=utf-8' }));
}
