import { classes } from '../../ui/classes';
import type { ListRow } from '#domain/catalog/catalog';
import { type Variant, entityOf } from '#domain/catalog/variants';
import { Card } from '../../ui/card';
import { CountWithNoun } from '../../ui/count';
import { titleHint } from '../../ui/entity-names';
import { ReadGrowth } from '../../ui/growth-percent';
import { EntityPicture } from '../../ui/picture/picture';
import { EntityLink } from '../entity-link';
import styles from './rail.module.css';

const PICTURE_WIDTH_PX = 112;

interface RailProps<V extends Variant> {
  readonly title: string;
  readonly variant: V;
  readonly rows: readonly ListRow[V][];
}

/** A card with a rail. Nothing without rows. */
export const Rail = <V extends Variant>({ title, variant, rows }: RailProps<V>) =>
  rows.length === 0 ? null : (
    <Card hasSmallTitle title={title} className="stack shrink gap-3">
      <RailItems variant={variant} rows={rows} />
    </Card>
  );

interface RailItemsProps<V extends Variant> extends Omit<RailProps<V>, 'title'> {
  /** Whether pins show the growth of their saves. */
  readonly hasGrowth?: boolean;
}

/** A row of pictures that scrolls sideways, each with its title and size. */
export function RailItems<V extends Variant>({ variant, rows, hasGrowth = false }: RailItemsProps<V>) {
  const entity = entityOf[variant];
  return (
    <ul className={classes('row items-stretch scroll-x gap-4', styles.items)}>
      {rows.map((row) => (
        <li key={row._id} className={classes('stack at-top shrink relative gap-1', styles.item)}>
          <EntityPicture entity={entity} row={row} width={PICTURE_WIDTH_PX} />
          <EntityLink
            entity={entity}
            id={row._id}
            title={titleHint(row)}
            className={classes('plain-link strong anywhere text-md', styles.link)}
          >
            <bdi className="two-lines">{row.title}</bdi>
          </EntityLink>
          <SizeOf row={row} />
          {hasGrowth && 'saves' in row && <ReadGrowth percent={row.saves_growth_last_90_days} readOn={row.saves_read_on} days={90} />}
        </li>
      ))}
    </ul>
  );
}

function SizeOf({ row }: { readonly row: ListRow[Variant] }) {
  const [value, noun] = 'saves' in row ? [row.saves, 'save'] : [row.follower_count, 'follower'];
  return (
    value !== null && (
      <span className="small">
        <CountWithNoun value={value} noun={noun} />
      </span>
    )
  );
}
