import { classes } from '../ui/classes';
import { Link } from 'wouter';
import type { Today } from '#domain/watching/today/contract';
import { paths } from '../site/paths';
import { Card } from '../ui/card';
import { SpokenAs } from '../ui/count';
import { GrowthPercent } from '../ui/growth-percent';
import { Competition } from './competition';
import { monthNames } from './month-names';
import { publishByText } from './interest/publish-by';
import { Row, RowList } from '../ui/row-list';
import { SAVED_KEYWORDS_URL } from './keyword-view';
import styles from './keyword-picks-card.module.css';

/** Keywords of the user's topics that are worth a pin now: open or contested ones. */
export const KeywordPicksCard = ({ keywords }: { readonly keywords: Today['keywords'] }) => (
  <Card title="Keywords worth a pin this month" side={<Link href={paths.keywords}>All keywords</Link>} data-testid="keyword-picks">
    <ul className="stack">
      {keywords.map((row) => (
        <li key={row.keyword} className={classes('cluster line-above gap-1 gap-x-4', styles.pick)}>
          <Link href={paths.keyword(row.keyword)} className={classes('strong anywhere', styles.name)}>
            <bdi>{row.keyword}</bdi>
          </Link>
          <Competition row={row} />
          <span title="The growth of the saves of its pins over 90 days">
            <GrowthPercent percent={row.growth_percent} days={90} />
          </span>
          <span className="small">
            {row.momentum_score === null ? (
              <SpokenAs shown="Momentum –" spoken="Momentum unknown" />
            ) : (
              `Momentum ${Math.round(row.momentum_score)}`
            )}
          </span>
          {row.publish_by !== null && <span className="small">Publish by: {publishByText(row.publish_by)}</span>}
          <span className="small">{row.peak_month === null ? 'No known peak' : `Peaks in ${monthNames[row.peak_month - 1]}`}</span>
        </li>
      ))}
    </ul>
  </Card>
);

/** The saved keywords that are to be published soon, then those whose saves changed most. */
export const SavedKeywordsCard = ({ keywords }: { readonly keywords: Today['saved_keywords'] }) => (
  <Card title="Saved keywords" side={<Link href={SAVED_KEYWORDS_URL}>All saved keywords</Link>} data-testid="saved-keywords">
    <p className="muted">What to publish soon, and how the saves of their pins changed over 90 days.</p>
    <RowList>
      {keywords.map(({ keyword, figures }) => (
        <Row key={keyword}>
          <Link href={paths.keyword(keyword)}>
            <bdi>{keyword}</bdi>
          </Link>
          {figures?.publish_by && <span className="small">Publish by: {publishByText(figures.publish_by)}</span>}
          {figures ? <GrowthPercent percent={figures.growth_percent} /> : <span className="small">Fewer than five pins have it now.</span>}
        </Row>
      ))}
    </RowList>
  </Card>
);
