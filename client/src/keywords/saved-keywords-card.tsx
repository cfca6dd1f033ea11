import { paths } from '../site/paths';
import { GrowthPercent } from '../ui/growth-percent';
import { Link } from 'wouter';
import { MAX_OVERVIEW_ROWS, OverviewCard } from '../ui/overview-card';
import { Row, RowList } from '../ui/row-list';
import { SAVED_KEYWORDS_URL } from './keyword-view';
import { loadSavedKeywords, useSavedKeywords } from './saved-keywords';
import stack from '../ui/stack.module.css';
import text from '../ui/text.module.css';

/** The saved keywords whose saves changed most, for the dashboard. */
export function SavedKeywordsCard() {
  const { data, hasFailed } = useSavedKeywords();
  const saved = data?.keywords ?? [];
  const change = ({ figures }: (typeof saved)[number]) => Math.abs(figures?.growth_percent ?? 0);
  const shown = saved.toSorted((a, b) => change(b) - change(a)).slice(0, MAX_OVERVIEW_ROWS);
  return (
    <OverviewCard
      id="keywords-that-changed"
      title="Saved keywords"
      all={saved.length > 0 ? { path: SAVED_KEYWORDS_URL, label: 'All saved keywords' } : null}
      hasFailed={hasFailed}
      onRetry={() => void loadSavedKeywords()}
    >
      {data &&
        (shown.length > 0 ? (
          <div className={stack.tight}>
            <p className={text.muted}>How the saves of their pins changed over 90 days.</p>
            <RowList>
              {shown.map(({ keyword, figures }) => (
                <Row key={keyword}>
                  <Link href={paths.keyword(keyword)}>
                    <bdi>{keyword}</bdi>
                  </Link>
                  {figures ? (
                    <GrowthPercent percent={figures.growth_percent} />
                  ) : (
                    <span className={text.small}>Fewer than five pins have it now.</span>
                  )}
                </Row>
              ))}
            </RowList>
          </div>
        ) : (
          <p>
            None yet. Select <Link href={paths.keywords}>keywords</Link> and save them to follow them here.
          </p>
        ))}
    </OverviewCard>
  );
}
