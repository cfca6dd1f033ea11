import { type ActName, actNames, acts } from '#domain/audit/acts';
import { formatCount } from '#domain/numbers';
import { parseDay } from '#domain/days';
import { classes } from '../ui/classes';
import { endpointUrl, queryString } from '../api/api';
import { useEndpoint } from '../api/resource';
import { navigate } from '../site/navigation';
import { useShortcuts } from '../site/shortcuts';
import { Card } from '../ui/card';
import { EmptyText } from '../ui/feedback/empty-text';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { Button, buttonClass, ButtonLink } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { Form } from '../ui/form/form';
import { Select } from '../ui/form/select';
import { useDraft } from '../ui/form/use-draft';
import { AdminScreen, LoadedTogether } from '../ui/navigation/admin-screen';
import { pageIn } from '../ui/navigation/pagination';
import { useSearchText } from '../ui/navigation/use-path';
import { auditColumns } from './audit-table';
import { PagedTable } from '../ui/data-table';
import { paths } from '../site/paths';
import styles from './people-screen.module.css';

/** What the screen of the audit shows, as its URL says. An empty text is no filter. */
interface AuditView {
  readonly actor: string;
  readonly act: ActName | '';
  readonly target: string;
  /** Days such as `2026-11-22`, both included. */
  readonly from: string;
  readonly to: string;
  readonly page: number;
}

function parseAuditView(search: string): AuditView {
  const params = new URLSearchParams(search);
  const textOf = (name: string) => (params.get(name) ?? '').trim();
  const dayOf = (name: string) => (parseDay(textOf(name)) === null ? '' : textOf(name));
  return {
    actor: textOf('actor'),
    act: actNames.find((act) => act === textOf('act')) ?? '',
    target: textOf('target'),
    from: dayOf('from'),
    to: dayOf('to'),
    page: pageIn(params),
  };
}

const everything: AuditView = { actor: '', act: '', target: '', from: '', to: '', page: 1 };

const auditUrl = (view: AuditView): string => paths.audit + queryString(view, everything);

/** The filters as the API takes them. */
const auditQuery = ({ actor, act, target, from, to }: AuditView) => ({
  actor: actor || undefined,
  act: act || undefined,
  target: target || undefined,
  from: from || undefined,
  to: to || undefined,
});

const hasFilters = (view: AuditView): boolean => auditUrl({ ...view, page: 1 }) !== paths.audit;

/** `/admin/audit`: who did what, by these pages, the API, and commands. */
export function AuditScreen() {
  const view = parseAuditView(useSearchText());
  const query = auditQuery(view);
  const audit = useEndpoint('GET /admin/audit', { query: { ...query, page: view.page } });
  const { shown: data } = audit;
  const refresh = () => void audit.reload();
  useShortcuts({ r: refresh });
  return (
    <AdminScreen
      isReady={data !== null}
      lead="Who did what: on these pages, by the API, and by command"
      busy={audit.busy}
      actions={
        <>
          <a className={buttonClass()} href={endpointUrl('GET /admin/audit/export', { query })} download>
            Export (CSV)
          </a>
          <Button onClick={refresh}>Refresh</Button>
        </>
      }
    >
      <AuditFilterForm view={view} />
      <LoadedTogether resources={[audit]}>
        <Card aria-label="Entries" aria-busy={audit.busy}>
          {audit.error && <ErrorPanel title="We couldn't load the audit." error={audit.error} onRetry={refresh} />}
          {data?.entries.length === 0 && <EmptyText>{hasFilters(view) ? 'No entry has these filters.' : 'No entry yet.'}</EmptyText>}
          {data && data.entries.length > 0 && (
            <PagedTable
              name="Who did what"
              summary={`${formatCount(data.total, 'entry', 'entries')}, newest first`}
              columns={auditColumns}
              rows={data.entries}
              keyOf={({ id }) => id}
              rowTestId="audit-row"
              page={view.page}
              pages={data.pages}
              onPage={(page) => navigate(auditUrl({ ...view, page }))}
            />
          )}
        </Card>
      </LoadedTogether>
    </AdminScreen>
  );
}

const actOptions = [{ name: 'Everything', value: '' as const }, ...actNames.map((act) => ({ name: acts[act].sentence, value: act }))];

function AuditFilterForm({ view }: { readonly view: AuditView }) {
  const [draft, setDraft] = useDraft(view, auditUrl({ ...view, page: 1 }));
  const change = (part: Partial<AuditView>) => setDraft({ ...draft, ...part });
  return (
    <Form
      className={classes('stack items-end gap-3 gap-x-2', styles.filters)}
      aria-label="Filters"
      onSubmit={() => navigate(auditUrl({ ...draft, actor: draft.actor.trim(), target: draft.target.trim(), page: 1 }))}
    >
      <TextFilter label="Who" value={draft.actor} onChange={(actor) => change({ actor })} />
      <Select<ActName | ''> label="What" value={draft.act} options={actOptions} onChange={(act) => change({ act })} />
      <TextFilter label="To whom or what" value={draft.target} onChange={(target) => change({ target })} />
      <DayFilter label="From (UTC)" value={draft.from} max={draft.to} onChange={(from) => change({ from })} />
      <DayFilter label="To (UTC)" value={draft.to} min={draft.from} onChange={(to) => change({ to })} />
      <div className="cluster items-stretch gap-2">
        <Button type="submit" kind="primary">
          Filter
        </Button>
        {hasFilters(view) && <ButtonLink href={paths.audit}>Remove filters</ButtonLink>}
      </div>
    </Form>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (value: string) => void;
}

const TextFilter = ({ label, value, onChange }: FilterProps) => (
  <Field
    label={label}
    type="search"
    value={value}
    maxLength={254}
    placeholder="Contains"
    autoComplete="off"
    spellCheck={false}
    onChange={({ target }) => onChange(target.value)}
  />
);

const DayFilter = ({ label, value, min = '', max = '', onChange }: FilterProps) => (
  <Field label={label} type="date" value={value} min={min} max={max} onChange={({ target }) => onChange(target.value)} />
);
