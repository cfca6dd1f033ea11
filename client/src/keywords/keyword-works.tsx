import type { BoardRow, PinnerRow, PinRow } from '#domain/catalog/list-contract';
import { paths } from '../site/paths';
import { Card } from '../ui/card';
import { classes } from '../ui/classes';
import { CountWithNoun } from '../ui/count';
import { rowUsername } from '../ui/entity-names';
import { Link } from 'wouter';
import { EntityPicture } from '../ui/picture/picture';
import rowLink from '../ui/row-link.module.css';
import styles from './keyword-screen.module.css';

const PIN_WIDTH_PX = 150;
const PIN_SIZES = '(min-width: 1024px) 150px, (min-width: 640px) 22vw, 128px';

/** The most saved pins of a keyword as a grid of pictures. */
export const TopPins = ({ pins }: { readonly pins: readonly PinRow[] }) => (
  <Card hasSmallTitle title="Top pins">
    <ul className={classes('stack scroll-x mt-3 gap-4 gap-x-3', styles.pins)} data-testid="top-pins">
      {pins.map((pin) => (
        <li key={pin._id} className={classes('stack at-top shrink relative', styles.pin)}>
          <EntityPicture entity="pin" row={pin} width={PIN_WIDTH_PX} sizes={PIN_SIZES} />
          <span className={classes('text-lg', styles.pinTitle)} dir="auto">
            <Link href={paths.pin(pin._id)} className={classes('plain-link strong', rowLink.link, 'two-lines')}>
              {pin.title}
            </Link>
          </span>
          <span className="small">
            <CountWithNoun value={pin.saves} noun="save" />
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

/** The boards or influencers with the most saves on pins of a keyword. They need not be about it. */
export const Strongest = ({ entity, rows }: StrongestProps) => (
  <Card hasSmallTitle title={strongestTitles[entity]}>
    <p className="caption">By saves of their pins with this keyword</p>
    <ul className="mt-2" data-testid={`strongest-${entity}`}>
      {rows.map((row) => (
        <li key={row._id} className={classes('stack relative items-center gap-3', styles.owner)}>
          <EntityPicture entity={entity} row={row} width={40} />
          <span className="stack shrink" dir="auto">
            <Link href={paths[entity](row._id)} className={classes('plain-link strong', rowLink.link, 'one-line')}>
              {row.title}
            </Link>
            <span className="small one-line">
              <bdi>{rowUsername(row)}</bdi>
            </span>
          </span>
          <span>
            <CountWithNoun value={row.follower_count} noun="follower" />
          </span>
        </li>
      ))}
    </ul>
  </Card>
);
