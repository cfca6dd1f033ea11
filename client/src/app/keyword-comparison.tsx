import type { ReactNode } from 'react';
import { KeywordCompareScreen } from '../keywords/compare/keyword-compare-screen';
import { ComparedVolumes } from '../linked-accounts/keywords/compared-volumes';
import { useSearchText } from '../ui/navigation/use-path';

export interface KeywordComparisonProps {
  readonly keywordPage: ReactNode;
}

/** `/keywords/compare`. It is also the path of the keyword “compare”, whose page has no `keywords` in its address. */
export const KeywordComparison = ({ keywordPage }: KeywordComparisonProps): ReactNode =>
  new URLSearchParams(useSearchText()).has('keywords') ? (
    <KeywordCompareScreen renderVolumes={(keywords, renderTable) => <ComparedVolumes keywords={keywords}>{renderTable}</ComparedVolumes>} />
  ) : (
    keywordPage
  );
