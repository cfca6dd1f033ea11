import type { ReactNode } from 'react';
import { formatCount } from '#domain/numbers';
import { EmptyPanel } from '../ui/feedback/empty-panel';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button, ButtonLink } from '../ui/form/button';
import { Row, RowList } from '../ui/row-list';
import { paths } from '../site/paths';
import { KeywordSelectionBar, useKeywordSelection } from './keyword-selection';
import { KeywordTable } from './keyword-table';
import { removeKeywords, savedKeywords } from '../site/saved-keywords';

interface SavedKeywordTableProps {
  /** Renders what Pinterest tells the viewer alone: below a keyword, or (null) above all of them. */
  readonly renderResults: (keyword: string | null) => ReactNode;
}

/** The keywords that the user has saved. */
export function SavedKeywordTable({ renderResults }: SavedKeywordTableProps) {
  const { data, error, reload } = savedKeywords.useLoaded();
  const selection = useKeywordSelection();
  if (!data) return error ? <LoadError onRetry={reload} /> : <SkeletonBar height={240} />;
  if (data.keywords.length === 0)
    return (
      <EmptyPanel
        title="Nothing saved yet. Select keywords in the list and save them."
        label="No saved keywords"
        testId="no-saved-keywords"
      >
        <ButtonLink href={paths.keywords}>All keywords</ButtonLink>
      </EmptyPanel>
    );
  const counted = data.keywords.flatMap(({ figures }) => figures ?? []);
  // The catalog may spell a keyword in another way than when it was saved.
  const savedNames = new Map(data.keywords.map(({ keyword, figures }) => [figures?.keyword, keyword]));
  const uncounted = data.keywords.filter(({ figures }) => figures === null);
  return (
    <div className="stack gap-4">
      <p className="muted">
        {formatCount(data.keywords.length, 'saved keyword', 'saved keywords')} of {data.limit}, the newest first
      </p>
      {renderResults(null)}
      {counted.length > 0 && (
        <KeywordTable
          name="Saved keywords"
          rows={counted}
          selection={selection}
          renderBelow={(keyword) => renderResults(savedNames.get(keyword) ?? keyword)}
        />
      )}
      <KeywordSelectionBar selection={selection} isSaved />
      {uncounted.length > 0 && (
        <RowList>
          {uncounted.map(({ keyword }) => (
            <Row key={keyword}>
              <span>
                <bdi>{keyword}</bdi> <span className="small">Fewer than five pins have it now.</span>
                {renderResults(keyword)}
              </span>
              <Button kind="quiet" aria-label={`Remove ${keyword}`} onClick={() => void removeKeywords([keyword])}>
                Remove
              </Button>
            </Row>
          ))}
        </RowList>
      )}
    </div>
  );
}
