import { classes } from '../ui/classes';
import { Link } from 'wouter';
import { itemsText } from '#domain/catalog/compare/compared-items';
import { sparklineHeights } from '#domain/catalog/rows/sparkline';
import type { Today, TodayItem } from '#domain/watching/today/contract';
import { formatCount } from '#domain/numbers';
import { paths } from '../site/paths';
import { useMaxCompared } from '../site/session';
import { Sparkline } from '../ui/charts/sparkline';
import { Card } from '../ui/card';
import { Count } from '../ui/count';
import { formatUsername, titleHint } from '../ui/entity-names';
import { formatDay } from '../ui/format';
import { DirectionLabel, GrowthPercent } from '../ui/growth-percent';
import { EntityPicture } from '../ui/picture/picture';
import { ReadGrowth } from '../ui/read-growth';
import { sinceName } from './saved-searches';
import { comparable } from './watching';
import styles from './since-card.module.css';

interface SinceCardProps {
  readonly since: string;
  readonly watched: Today['watched'];
}

/** What moved since a day of all that the user watches. */
export function SinceCard({ since, watched }: SinceCardProps) {
  const compared = comparable(watched.movers, useMaxCompared());
  return (
    <Card
      title={`Since ${sinceName(since)}`}
      side={<Link href={paths.watchlists}>{watched.total === 1 ? 'The one watched' : `All ${watched.total} watched`}</Link>}
      data-testid="since"
    >
      <Counts since={since} watched={watched} />
      <ul className="stack">
        {watched.movers.map((item) => (
          <Mover key={`${item.entity} ${item.entity_id}`} item={item} isOver90Days={watched.is_over_90_days} />
        ))}
      </ul>
      {compared.length > 1 && (
        <p>
          <Link href={paths.compare(itemsText(compared))}>Compare top {compared.length}</Link>
        </p>
      )}
    </Card>
  );
}

/** `3 rising, 2 falling`, … in the colors of their directions. */
function Counts({ since, watched }: SinceCardProps) {
  const { rising, falling, unchanged, unknown, old, gone, alerts, is_over_90_days } = watched;
  return (
    <p className="cluster items-stretch gap-1 gap-x-5">
      {is_over_90_days && rising + falling + unchanged > 0 && (
        <span className="muted">Nothing was read since {sinceName(since)}; over 90 days:</span>
      )}
      {rising > 0 && <DirectionLabel direction="up">{rising} rising</DirectionLabel>}
      {falling > 0 && <DirectionLabel direction="down">{falling} falling</DirectionLabel>}
      {unchanged > 0 && <span>{unchanged} unchanged</span>}
      {unknown > 0 && <span className="muted">{unknown} not known yet</span>}
      {old > 0 && <span className="muted">{old} not read in 90 days</span>}
      {gone > 0 && <span>{gone} gone</span>}
      {alerts > 0 && <span>{formatCount(alerts, 'alert', 'alerts')}</span>}
    </p>
  );
}

function Mover({ item, isOver90Days }: { readonly item: TodayItem; readonly isOver90Days: boolean }) {
  const { entity, entity_id, title, owner, image_url, pictures, sparkline, value, jumped_on, is_gone } = item;
  const row = { _id: entity_id, title, image_url, pictures };
  return (
    <li className={classes('stack line-above items-center gap-1 gap-x-3', styles.mover)} data-testid="mover">
      <EntityPicture entity={entity} row={row} width={entity === 'pin' ? 32 : 48} />
      <div className="shrink">
        {is_gone ? (
          <s dir="auto">{title}</s>
        ) : (
          <Link href={paths[entity](entity_id)} title={titleHint(row)} dir="auto" className="one-line block strong">
            {title}
          </Link>
        )}
        {is_gone ? <p className="small">No longer found</p> : owner !== null && <p className="small one-line">{formatUsername(owner)}</p>}
      </div>
      <span className={styles.line}>{sparkline !== null && <Sparkline points={sparklineHeights(sparkline)} isSmall />}</span>
      {!is_gone && (
        <span className={classes('stack', styles.figures)}>
          <strong>
            <Count value={value} />
          </strong>
          {isOver90Days ? (
            <ReadGrowth percent={item.growth_last_90_days} readOn={item.read_on} days={90} />
          ) : (
            <GrowthPercent percent={item.change} />
          )}
          {jumped_on !== null && <span className="caption">One jump {formatDay(jumped_on)}</span>}
        </span>
      )}
    </li>
  );
}
