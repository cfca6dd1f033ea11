import type { Person } from '#domain/people/contract';
import { Badge } from '../ui/badge';
import { Button } from '../ui/form/button';
import { formatDate } from '../ui/format';
import { PlainTable } from '../ui/plain-table';
import { planText } from './plan-text';
import styles from './people-screen.module.css';

/** The id of a person's button, which gets the focus back when the panel closes. */
export const personButtonId = (id: string): string => `person-${id}`;

interface PeopleTableProps {
  readonly people: readonly Person[];
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
}

/** The people of a page, each with a button that opens the side panel. */
export const PeopleTable = ({ people, openId, onOpen }: PeopleTableProps) => (
  <PlainTable name="People" isStacked className={styles.table} columns={['Email', 'Name', 'Plan', 'Signed up', 'Last seen', 'Open']}>
    {people.map((person) => (
      <tr key={person.id} data-testid="person-row">
        <th scope="row" className="anywhere">
          {person.email} {!person.is_confirmed && <Badge isPlain>Not confirmed</Badge>}
        </th>
        <td data-name="Name">{person.name ?? '–'}</td>
        <td data-name="Plan">{planText(person)}</td>
        <td data-name="Signed up">{formatDate(person.created_at)}</td>
        <td data-name="Last seen">{formatDate(person.last_seen_at)}</td>
        <td data-name="Open">
          <Button
            id={personButtonId(person.id)}
            aria-expanded={person.id === openId}
            aria-label={`Open ${person.email}`}
            onClick={() => onOpen(person.id)}
          >
            Open
          </Button>
        </td>
      </tr>
    ))}
  </PlainTable>
);
