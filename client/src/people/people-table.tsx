import type { Person } from '#domain/people/contract';
import { lastGivenDay } from '#domain/people/given-premium';
import { Badge } from '../ui/badge';
import { openerId } from '../ui/feedback/side-panel';
import { Button } from '../ui/form/button';
import { formatDate } from '../ui/format';
import type { TableColumn } from '../ui/data-table';

/** The people of a page, each with a button that opens the side panel. */
export const peopleColumns = (openId: string | null, onOpen: (id: string) => void): readonly TableColumn<Person>[] => [
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

/** Why a person has Premium, in a few words. */
export function planText({ is_admin, is_paid, paid_until, given_until }: Person): string {
  const reasons = [
    ...(is_admin ? ['Administrator'] : []),
    ...(is_paid ? [paid_until === null ? 'Premium, paid' : `Premium, paid until ${formatDate(paid_until)}`] : []),
    ...(given_until === null ? [] : [`Premium, given through ${formatDate(lastGivenDay(given_until))}`]),
  ];
  return reasons.length === 0 ? 'Free' : reasons.join('; ');
}
