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
import { DirectionLabel, GrowthPercent, ReadGrowth } from '../ui/growth-percent';
import { EntityPicture } from '../ui/picture/picture';
import { newRowsText, openSavedSearch, sinceName } from './saved-searches';
import { comparable } from './watching';
import { useState } from 'react';
import type { SavedSearch } from '#domain/watching/contract';
import { savedSearchPath } from '#domain/watching/saved-searches';
import { Row, RowList } from '../ui/row-list';
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

const MAX_SHOWN = 5;

/** The saved searches that have new rows, those with the most first. */
export function SavedSearchesCard({ searches }: { readonly searches: readonly SavedSearch[] }) {
  const [now] = useState(() => new Date());
  const withNewRows = searches.filter(({ new_count: count }) => count !== null && count > 0);
  const shown = withNewRows.toSorted((a, b) => (b.new_count ?? 0) - (a.new_count ?? 0)).slice(0, MAX_SHOWN);
  return (
    <Card title="Saved searches" side={<Link href={paths.watchlists}>All saved searches</Link>} data-testid="saved-searches">
      {shown.length > 0 ? (
        <RowList>
          {shown.map((search) => (
            <Row key={search._id}>
              <Link href={savedSearchPath(search)} onClick={() => void openSavedSearch(search)}>
                <bdi>{search.name}</bdi>
              </Link>
              <span className="small">{newRowsText(search, now)}</span>
            </Row>
          ))}
        </RowList>
      ) : (
        <p className="muted">Nothing new in {formatCount(searches.length, 'saved search', 'saved searches')}.</p>
      )}
    </Card>
  );
}
