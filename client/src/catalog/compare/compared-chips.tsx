import { type ComparedItem, itemText } from '#domain/catalog/compare/compared-items';
import { variantNouns, variantOf } from '#domain/catalog/variants';
import { LineMark } from '../../ui/charts/comparison/line-mark';
import { classes } from '../../ui/classes';
import { rowUsername } from '../../ui/entity-names';
import { IconButton } from '../../ui/form/button';
import { EntityLink } from '../entity-link';
import type { Compared, KnownCompared } from './use-compared';
import styles from './compare-screen.module.css';

interface ComparedChipsProps {
  readonly compared: readonly Compared[];
  readonly items: readonly ComparedItem[];
  readonly onChange: (items: readonly ComparedItem[]) => void;
}

/** The user name of an owner, as a second line of a title that others may share. */
export function OwnerName({ details }: { readonly details: KnownCompared['details'] }) {
  const owner = rowUsername(details);
  return owner === null ? null : <bdi className="caption one-line">{owner}</bdi>;
}

/** The items of a comparison with their marks; each can be removed, also the one that is gone. */
export const ComparedChips = ({ compared, items, onChange }: ComparedChipsProps) => (
  <ul className={classes('cluster shrink gap-2', styles.chips)} aria-label="Compared">
    {items.map((item, place) => {
      const found = compared.find((one) => itemText(one.item) === itemText(item));
      const { one: noun } = variantNouns[variantOf[item.entity]];
      const name = found?.details?.title ?? `${noun} ${item.id}`;
      return (
        <li key={itemText(item)} className={classes('inline-row surface gap-2', styles.chip)} data-testid="compared-chip">
          <LineMark index={place} />
          {found?.details ? (
            <span className={classes('stack shrink', styles.names)}>
              <EntityLink entity={item.entity} id={item.id} className={classes('one-line', styles.title)}>
                <bdi>{name}</bdi>
              </EntityLink>{' '}
              <OwnerName details={found.details} />
            </span>
          ) : (
            <span className="one-line">{found ? `We don't have ${name}` : 'Loading…'}</span>
          )}
          <IconButton
            icon="close"
            iconSize={16}
            className={styles.remove}
            aria-label={`Remove ${name}`}
            onClick={() => onChange(items.filter((one) => one !== item))}
          />
        </li>
      );
    })}
  </ul>
);
