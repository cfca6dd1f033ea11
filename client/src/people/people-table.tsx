import type { Person } from '#domain/people/contract';
import { Badge } from '../ui/badge';
import { Button } from '../ui/form/button';
import { formatDate } from '../ui/format';
import { type Column, DataTable } from '../ui/data-table';
import { planText } from './plan-text';
import styles from './people-screen.module.css';

/** The id of a person's button, which gets the focus back when the panel closes. */
export const personButtonId = (id: string): string => `person-${id}`;

const columns: readonly Column<Person>[] = [
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
];

interface PeopleTableProps {
  readonly people: readonly Person[];
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
}

/** The people of a page, each with a button that opens the side panel. */
export function PeopleTable({ people, openId, onOpen }: PeopleTableProps) {
  const open: Column<Person> = {
    name: 'Open',
    render: ({ id, email }) => (
      <Button id={personButtonId(id)} aria-expanded={id === openId} aria-label={`Open ${email}`} onClick={() => onOpen(id)}>
        Open
      </Button>
    ),
  };
  return (
    <DataTable
      name="People"
      columns={[...columns, open]}
      rows={people}
      keyOf={({ id }) => id}
      isStacked
      className={styles.table}
      rowTestId="person-row"
    />
  );
}
