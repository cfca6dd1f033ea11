import type { Person, PersonDetail } from '#domain/people/contract';
import { formatCount } from '#domain/numbers';
import { queryString } from '../api/api';
import { useEndpoint } from '../api/resource';
import { navigate } from '../site/navigation';
import { useShortcuts } from '../site/shortcuts';
import { Card } from '../ui/card';
import { PagedTable, type TableColumn } from '../ui/data-table';
import { Badge } from '../ui/badge';
import { EmptyText } from '../ui/feedback/empty-text';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { openerId } from '../ui/feedback/side-panel';
import { Button } from '../ui/form/button';
import { formatDate } from '../ui/format';
import { TextForm } from '../ui/form/text-form';
import { AdminScreen, LoadedTogether } from '../ui/navigation/admin-screen';
import { pageIn } from '../ui/navigation/pagination';
import { useSearchText } from '../ui/navigation/use-path';
import { PersonPanel, planText } from './person-panel';
import { paths } from '../site/paths';
import styles from './people-screen.module.css';

/** The people of a page, each with a button that opens the side panel. */
const peopleColumns = (openId: string | null, onOpen: (id: string) => void): readonly TableColumn<Person>[] => [
  {
    name: 'Email',
    className: 'anywhere',
    render: ({ email, is_confirmed }) => (
      <>
        {email} {!is_confirmed && <Badge isPlain>Not confirmed</Badge>}
      </>
    ),
  },
  { name: 'Name', render: ({ name }) => name ?? '–' },
  { name: 'Plan', render: planText },
  { name: 'Signed up', render: ({ created_at }) => formatDate(created_at) },
  { name: 'Last seen', render: ({ last_seen_at }) => formatDate(last_seen_at) },
  {
    name: 'Open',
    nameIn: () => '',
    render: ({ id, email }) => (
      <Button id={openerId(id)} aria-expanded={id === openId} aria-label={`Open ${email}`} onClick={() => onOpen(id)}>
        Open
      </Button>
    ),
  },
];

/** What the screen of people shows, as its URL says. */
interface PeopleView {
  readonly query: string;
  readonly page: number;
  /** The id of the person in the side panel. */
  readonly openId: string | null;
}

function parsePeopleView(search: string): PeopleView {
  const params = new URLSearchParams(search);
  return { query: params.get('query') ?? '', page: pageIn(params), openId: params.get('person') };
}

const peopleUrl = ({ query, page, openId: person }: PeopleView): string =>
  paths.people + queryString({ query, page, person }, { query: '', page: 1 });

/** `/admin/people`: finds accounts, and changes them in a side panel. */
export function PeopleScreen() {
  const view = parsePeopleView(useSearchText());
  const { query, page, openId } = view;
  const people = useEndpoint('GET /admin/people', { query: { query, page } });
  const { shown: data } = people;
  const show = (change: Partial<PeopleView>) => navigate(peopleUrl({ ...view, ...change }));
  const refresh = () => void people.reload();
  useShortcuts({ r: refresh });
  const close = () => show({ openId: null });
  const showChange = (changed: PersonDetail) => {
    const { data: own } = people;
    if (own) people.setData({ ...own, people: own.people.map((person) => (person.id === changed.id ? changed : person)) });
  };
  const showDeletion = () => {
    close();
    refresh();
  };
  return (
    <AdminScreen
      isReady={data !== null}
      lead="Accounts with their plans and sessions"
      busy={people.busy}
      actions={<Button onClick={refresh}>Refresh</Button>}
      panel={openId !== null && <PersonPanel key={openId} id={openId} onChange={showChange} onDelete={showDeletion} onClose={close} />}
    >
      <TextForm
        label="Email or name begins with"
        type="search"
        name="query"
        action="Find"
        maxLength={254}
        initialText={query}
        className="cluster items-end gap-3"
        fieldClass={styles.field}
        onSend={(text) => show({ query: text, page: 1, openId: null })}
      />
      <LoadedTogether resources={[people]}>
        <Card title="Accounts" aria-busy={people.busy}>
          {people.error && <ErrorPanel title="We couldn't load the accounts." error={people.error} onRetry={refresh} />}
          {data?.people.length === 0 && (
            <EmptyText>{query === '' ? 'No accounts on this page.' : `No address or name begins with “${query}”.`}</EmptyText>
          )}
          {data && data.people.length > 0 && (
            <PagedTable
              name="People"
              summary={`${formatCount(data.total, 'account', 'accounts')}, newest first`}
              columns={peopleColumns(openId, (id) => show({ openId: id }))}
              rows={data.people}
              keyOf={({ id }) => id}
              rowTestId="person-row"
              page={page}
              pages={data.pages}
              onPage={(next) => show({ page: next, openId: null })}
            />
          )}
        </Card>
      </LoadedTogether>
    </AdminScreen>
  );
}
