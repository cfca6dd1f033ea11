import type { BoardRow, PinnerRow, PinRow } from '#domain/catalog/list-contract';
import { paths } from '../site/paths';
import { Card } from '../ui/card';
import { classes } from '../ui/classes';
import { CountWithNoun } from '../ui/count';
import { rowUsername } from '../ui/entity-names';
import { Link } from 'wouter';
import { EntityPicture } from '../ui/picture/picture';
import { useState } from 'react';
import type { Keyword } from '#domain/keywords/contract';
import { publishFromMonth } from '#domain/keywords/season';
import { oneDecimal, wholeNumber } from '#domain/numbers';
import { monthNames } from './month-names';
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

const shareLabel = (share: number): string => `${wholeNumber(oneDecimal(100 * share))}%`;

const MAX_BAR_PX = 100;

interface SeasonChartProps {
  /** The shares of its pins by month of creation, January first. */
  readonly shares: readonly number[];
  readonly keyword: Pick<Keyword, 'peak_month' | 'publish_by'>;
}

/** Says when to publish only where its searches don't: pins have to be there for them. */
function seasonSentence({ peak_month: peak, publish_by: publishBy }: SeasonChartProps['keyword'], highest: number): string {
  if (peak === null) return 'No month stands out in more than one year.';
  const when = `in ${monthNames[peak - 1]}, when ${shareLabel(highest)} of its pins were created.`;
  return publishBy === null ? `Publish from ${monthNames[publishFromMonth(peak) - 1]}: peak ${when}` : `Peak ${when}`;
}

/** When a keyword's pins were created, as twelve bars. */
export function SeasonChart({ shares, keyword }: SeasonChartProps) {
  const highest = Math.max(...shares);
  const [thisMonth] = useState(() => new Date().getUTCMonth());
  return (
    <Card hasSmallTitle title="Season">
      <p className="muted">{seasonSentence(keyword, highest)}</p>
      <ol className={classes('stack muted text-sm text-center mt-3 gap-1', styles.season)} data-testid="season">
        {shares.map((share, month) => (
          <li key={monthNames[month]} className="relative" title={`${monthNames[month]}: ${shareLabel(share)}`}>
            <span className={styles.barSpace} aria-hidden="true">
              <span className={classes('row items-stretch to-middle nowrap', styles.share)}>{Math.round(100 * share)}%</span>
              <span className={classes('full', styles.bar)} style={{ height: highest === 0 ? 0 : (MAX_BAR_PX * share) / highest }} />
            </span>
            <span
              aria-hidden="true"
              className={classes(month === thisMonth && styles.now)}
              data-testid={month === thisMonth ? 'this-month' : undefined}
            >
              {monthNames[month]?.slice(0, 1)}
            </span>
            <span className="sr-only">
              {monthNames[month]}: {shareLabel(share)}
              {month === thisMonth && ' (this month)'}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
