import { KeywordScreen } from '../keywords/keyword-screen';
import { useSearchText } from '../ui/navigation/use-path';
import { inOwnChunk } from '../ui/own-chunk';
import { ForLinked } from './for-linked';

const KeywordComparisonRoute = inOwnChunk(() => import('./keyword-comparison-route'), 'KeywordComparisonRoute');
const KeywordNumbers = inOwnChunk(() => import('../linked-accounts/keywords/keyword-numbers'), 'KeywordNumbers');

/** The page of a keyword, or a comparison: its path is also that of the keyword “compare”, whose page has no `keywords` in its address. */
export function KeywordRoute() {
  const isComparison = new URLSearchParams(useSearchText()).has('keywords');
  if (isComparison) return <KeywordComparisonRoute />;
  return (
    <KeywordScreen
      renderOwnNumbers={(name) => (
        <ForLinked>
          <KeywordNumbers keyword={name} />
        </ForLinked>
      )}
    />
  );
}
