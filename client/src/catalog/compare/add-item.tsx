import { classes } from '../../ui/classes';
import { useId, useState } from 'react';
import { type ComparedItem, itemOfAddress, itemText } from '#domain/catalog/compare/compared-items';
import { variantNouns, variantOf } from '#domain/catalog/variants';
import { api } from '../../api/api';
import { useResource } from '../../api/resource';
import { paths } from '../../site/paths';
import { useUser } from '../../site/session';
import { Button } from '../../ui/form/button';
import { Field } from '../../ui/form/field';
import { Form } from '../../ui/form/form';
import { Popover } from '../../ui/form/popover';
import type { Compared } from './use-compared';
import styles from './compare-screen.module.css';

const MAX_SUGGESTIONS = 5;

interface AddItemProps {
  readonly compared: readonly Compared[];
  readonly items: readonly ComparedItem[];
  readonly onAdd: (item: ComparedItem) => void;
}

/** Adds an item: by its address, from the watchlists, or one that is similar to those compared. */
export function AddItem({ compared, items, onAdd }: AddItemProps) {
  const [isOpen, setIsOpen] = useState(false);
  const add = (item: ComparedItem) => {
    setIsOpen(false);
    onAdd(item);
  };
  if (items.length === 0) return <AddressForm items={items} onAdd={add} />;
  return (
    <Popover
      label="Add to the comparison"
      isOpen={isOpen}
      onToggle={setIsOpen}
      renderButton={(props) => (
        <Button {...props}>
          <span aria-hidden="true">+</span> Add
        </Button>
      )}
    >
      <div className="stack gap-4">
        <AddressForm items={items} onAdd={add} />
        <Watched items={items} onAdd={add} />
        <Offers title="Similar" offers={similarOf(compared)} items={items} onAdd={add} />
      </div>
    </Popover>
  );
}

interface AddProps {
  readonly items: readonly ComparedItem[];
  readonly onAdd: (item: ComparedItem) => void;
}

function AddressForm({ items, onAdd }: AddProps) {
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string | null>(null);
  const errorId = useId();
  const submit = () => {
    const item = itemOfAddress(address);
    const reason = refusalOf(item, items);
    setError(reason);
    if (item && reason === null) onAdd(item);
  };
  return (
    <Form className="stack gap-4" onSubmit={submit}>
      <Field
        label="Address of a page"
        name="address"
        value={address}
        autoComplete="off"
        spellCheck={false}
        placeholder={`${location.origin}${paths.board('…')}`}
        errorId={error === null ? undefined : errorId}
        onChange={({ target }) => setAddress(target.value)}
      />
      {error !== null && (
        <p id={errorId} className="danger" role="alert">
          {error}
        </p>
      )}
      <Button type="submit">Add</Button>
    </Form>
  );
}

/** Why an item cannot be added; null if it can. */
function refusalOf(item: ComparedItem | null, items: readonly ComparedItem[]): string | null {
  if (!item) return 'Paste the address of the page of a board, an influencer, or a pin on this site.';
  const [first] = items;
  if (first && first.entity !== item.entity) {
    const [noun, nouns] = [variantNouns[variantOf[item.entity]].one, variantNouns[variantOf[first.entity]].many];
    return `You're comparing ${nouns}. This is ${noun === 'influencer' ? 'an' : 'a'} ${noun}.`;
  }
  return items.some((one) => itemText(one) === itemText(item)) ? 'It is in the comparison already.' : null;
}

interface Offer extends ComparedItem {
  readonly title: string;
}

/** What the user watches of the same kind; nothing for visitors. */
function Watched({ items, onAdd }: AddProps) {
  const user = useUser();
  const entity = items[0]?.entity;
  const { data, error } = useResource(
    `watched ${user?.id} ${entity}`,
    async (signal) => {
      const { watchlists } = await api('GET /users/me/watchlists', { signal });
      const withSuch = watchlists.filter((list) => list.items.some((item) => item.entity === entity));
      const lists = await Promise.all(withSuch.map(({ _id: id }) => api('GET /users/me/watchlists/:id', { params: { id }, signal })));
      const watched = lists.flatMap((list) => list.items.filter((item) => item.entity === entity && !item.is_gone));
      return [...new Map(watched.map((item) => [item.entity_id, item])).values()];
    },
    { isEnabled: user !== null },
  );
  if (!user) return null;
  if (error) return <p className="caption">We couldn't load your watchlists.</p>;
  if (!data) return <p className="caption">Loading your watchlists…</p>;
  const offers = data.map(({ entity: kind, entity_id: id, title }) => ({ entity: kind, id, title }));
  return <Offers title="From your watchlists" offers={offers} items={items} onAdd={onAdd} />;
}

interface OffersProps extends AddProps {
  readonly title: string;
  readonly offers: readonly Offer[];
}

function Offers({ title, offers, items, onAdd }: OffersProps) {
  const titleId = useId();
  const compared = new Set(items.map(itemText));
  const open = offers.filter((offer) => !compared.has(itemText(offer)));
  if (open.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <p id={titleId} className="caption">
        {title}
      </p>
      <ul className="stack">
        {open.map((offer) => (
          <li key={itemText(offer)}>
            <Button kind="quiet" className={classes('shrink full', styles.offer)} onClick={() => onAdd(offer)}>
              <span aria-hidden="true">+</span> <bdi className="one-line">{offer.title}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Entities that are similar to those compared, the first one's first. */
const similarOf = (compared: readonly Compared[]): readonly Offer[] => {
  const rows = compared.flatMap(({ item: { entity }, details }) =>
    (details?.similar ?? []).map(({ _id: id, title }) => ({ entity, id, title })),
  );
  const compareds = new Set(compared.map(({ item }) => itemText(item)));
  const distinct = [...new Map(rows.map((row) => [row.id, row])).values()];
  return distinct.filter((row) => !compareds.has(itemText(row))).slice(0, MAX_SUGGESTIONS);
};
