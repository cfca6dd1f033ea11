import type { ListRow } from '#domain/catalog/catalog';
import { type Variant, entityOf } from '#domain/catalog/variants';
import { Card, CardTitle } from '../../ui/card';
import { Count } from '../../ui/count';
import { titleHint } from '../../ui/entity-names';
import { EntityPicture } from '../../ui/picture/picture';
import { EntityLink } from '../entity-link';
import styles from './rail.module.css';
import text from '../../ui/text.module.css';

const PICTURE_WIDTH_PX = 112;

interface RailProps<V extends Variant> {
  readonly title: string;
  readonly variant: V;
  readonly rows: readonly ListRow[V][];
}

/** A row of pictures that scrolls sideways, each with its title and size. Nothing without rows. */
export function Rail<V extends Variant>({ title, variant, rows }: RailProps<V>) {
  if (rows.length === 0) return null;
  const entity = entityOf[variant];
  return (
    <Card aria-label={title} className={styles.rail}>
      <CardTitle>{title}</CardTitle>
      <ul className={styles.items}>
        {rows.map((row) => (
          <li key={row._id} className={styles.item}>
            <EntityPicture entity={entity} row={row} width={PICTURE_WIDTH_PX} />
            <EntityLink entity={entity} id={row._id} title={titleHint(row)} className={styles.link}>
              <bdi className={text.twoLines}>{row.title}</bdi>
            </EntityLink>
            <SizeOf row={row} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function SizeOf({ row }: { readonly row: ListRow[Variant] }) {
  const [value, unit] = 'saves' in row ? [row.saves, 'save'] : [row.follower_count, 'follower'];
  if (value === null) return null;
  return (
    <span className={text.caption}>
      <Count value={value} /> {value === 1 ? unit : `${unit}s`}
    </span>
  );
}
