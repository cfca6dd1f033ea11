import { useState } from 'react';
import type { PeoplePage, PersonDetail } from '#domain/people/contract';
import { formatCount } from '#domain/numbers';
import { api } from '../api/api';
import { useResource } from '../api/resource';
import { navigate } from '../site/navigation';
import { useShortcuts } from '../site/shortcuts';
import { Card } from '../ui/card';
import { EmptyText } from '../ui/feedback/empty-text';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { Spinner } from '../ui/feedback/spinner';
import { Button } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { AdminScreen, LoadedTogether } from '../ui/navigation/admin-screen';
import { Pagination } from '../ui/navigation/pagination';
import { useSearchText } from '../ui/navigation/use-path';
import { useIsNarrow } from '../ui/use-media';
import { PeopleTable } from './people-table';
import { PersonPanel } from './person-panel';
import { paths } from '../site/paths';
import styles from './people-screen.module.css';

/** What the screen of people shows, as its URL says. */
interface PeopleView {
  readonly query: string;
  readonly page: number;
  /** The id of the person in the side panel. */
  readonly openId: string | null;
}

function parsePeopleView(search: string): PeopleView {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? 1);
  return { query: params.get('query') ?? '', page: Number.isSafeInteger(page) && page >= 1 ? page : 1, openId: params.get('person') };
}

function peopleUrl({ query, page, openId }: PeopleView): string {
  const params = new URLSearchParams();
  if (query !== '') params.set('query', query);
  if (page > 1) params.set('page', String(page));
  if (openId !== null) params.set('person', openId);
  return params.size === 0 ? paths.people : `${paths.people}?${params}`;
}

/** `/admin/people`: finds accounts, and changes them in a side panel. */
export function PeopleScreen() {
  const view = parsePeopleView(useSearchText());
  const { query, page, openId } = view;
  const people = useResource(`people ${query} ${page}`, (signal) => api('GET /admin/people', { query: { query, page }, signal }));
  const show = (change: Partial<PeopleView>) => navigate(peopleUrl({ ...view, ...change }));
  const refresh = () => void people.reload();
  useShortcuts({ r: refresh });
  const showChange = (changed: PersonDetail) => {
    const { data } = people;
    if (data) people.setData({ ...data, people: data.people.map((person) => (person.id === changed.id ? changed : person)) });
  };
  const showDeletion = () => {
    show({ openId: null });
    refresh();
  };
  return (
    <div className={openId === null ? undefined : styles.withPanel}>
      <AdminScreen
        isReady={people.data !== null}
        lead={
          <>
            Accounts with their plans and sessions <Spinner busy={people.busy} label="Loading people" />
          </>
        }
        actions={<Button onClick={refresh}>Refresh</Button>}
      >
        <PeopleSearchForm key={query} query={query} onSearch={(found) => show({ query: found, page: 1, openId: null })} />
        <LoadedTogether resources={[people]}>
          <Card title="Accounts" aria-busy={people.busy}>
            {people.error && (
              <ErrorPanel title="We couldn't load the accounts." error={people.error} onRetry={() => void people.reload()} />
            )}
            {people.data && <Accounts found={people.data} view={view} onShow={show} />}
          </Card>
        </LoadedTogether>
      </AdminScreen>
      {openId !== null && (
        <PersonPanel key={openId} id={openId} onChange={showChange} onDelete={showDeletion} onClose={() => show({ openId: null })} />
      )}
    </div>
  );
}

interface PeopleSearchFormProps {
  readonly query: string;
  readonly onSearch: (query: string) => void;
}

function PeopleSearchForm({ query, onSearch }: PeopleSearchFormProps) {
  const [typed, setTyped] = useState(query);
  return (
    <form
      className="cluster items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <Field
        className={styles.field}
        label="Email or name begins with"
        type="search"
        name="query"
        value={typed}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" kind="primary">
        Find
      </Button>
    </form>
  );
}

interface AccountsProps {
  readonly found: PeoplePage;
  readonly view: PeopleView;
  readonly onShow: (change: Partial<PeopleView>) => void;
}

function Accounts({ found: { people, total, pages }, view: { query, page, openId }, onShow }: AccountsProps) {
  const isNarrow = useIsNarrow();
  if (people.length === 0) {
    return <EmptyText>{query === '' ? 'No accounts on this page.' : `No address or name begins with “${query}”.`}</EmptyText>;
  }
  return (
    <>
      <p className="caption">{formatCount(total, 'account', 'accounts')}, newest first</p>
      <PeopleTable people={people} openId={openId} onOpen={(id) => onShow({ openId: id })} />
      {pages > 1 && (
        <Pagination
          page={page}
          pages={pages}
          narrow={isNarrow}
          locked={null}
          name="bottom"
          onPage={(next) => onShow({ page: next, openId: null })}
        />
      )}
    </>
  );
}
