import type { BoardRow, PinnerRow, PinRow } from '#domain/catalog/list-contract';
import { paths } from '../site/paths';
import { Card, CardTitle } from '../ui/card';
import { classes } from '../ui/classes';
import { Count } from '../ui/count';
import { rowUsername } from '../ui/entity-names';
import { Link } from 'wouter';
import { EntityPicture } from '../ui/picture/picture';
import rowLink from '../ui/row-link.module.css';
import styles from './keyword-screen.module.css';
import text from '../ui/text.module.css';

const PIN_WIDTH_PX = 150;
const PIN_SIZES = '(min-width: 1024px) 150px, (min-width: 640px) 22vw, 128px';

/** The most saved pins of a keyword as a grid of pictures. */
export const TopPins = ({ pins }: { readonly pins: readonly PinRow[] }) => (
  <Card aria-labelledby="top-pins">
    <CardTitle id="top-pins">Top pins</CardTitle>
    <ul className={styles.pins} data-testid="top-pins">
      {pins.map((pin) => (
        <li key={pin._id} className={styles.pin}>
          <EntityPicture entity="pin" row={pin} width={PIN_WIDTH_PX} sizes={PIN_SIZES} />
          <span className={styles.pinTitle} dir="auto">
            <Link href={paths.pin(pin._id)} className={classes(rowLink.link, text.twoLines)}>
              {pin.title}
            </Link>
          </span>
          <span className={text.small}>
            <Count value={pin.saves} /> saves
          </span>
        </li>
      ))}
    </ul>
  </Card>
);

interface StrongestProps {
  readonly entity: 'board' | 'pinner';
  readonly rows: readonly (BoardRow | PinnerRow)[];
}

const strongestTitles = { board: 'Strongest boards', pinner: 'Strongest influencers' } as const;

/** The boards or influencers with the most saves on pins of a keyword. */
export const Strongest = ({ entity, rows }: StrongestProps) => (
  <Card aria-labelledby={`strongest-${entity}`}>
    <CardTitle id={`strongest-${entity}`}>{strongestTitles[entity]}</CardTitle>
    <ul className={styles.owners} data-testid={`strongest-${entity}`}>
      {rows.map((row) => (
        <li key={row._id} className={styles.owner}>
          <EntityPicture entity={entity} row={row} width={40} />
          <span className={styles.ownerName} dir="auto">
            <Link href={paths[entity](row._id)} className={classes(rowLink.link, text.oneLine)}>
              {row.title}
            </Link>
            <span className={classes(text.small, text.oneLine)}>{rowUsername(row)}</span>
          </span>
          <span className={text.number}>
            <Count value={row.follower_count} /> <span className={text.small}>followers</span>
          </span>
        </li>
      ))}
    </ul>
  </Card>
);
