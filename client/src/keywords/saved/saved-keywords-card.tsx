import { Link } from 'wouter';
import type { Today } from '#domain/watching/today/contract';
import { paths } from '../../site/paths';
import { Card } from '../../ui/card';
import { GrowthPercent } from '../../ui/growth-percent';
import { Row, RowList } from '../../ui/row-list';
import { SAVED_KEYWORDS_URL } from '../keyword-view';
import { publishByText } from '../interest/publish-by';

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
