import { Suspense } from 'react';
import { KeywordScreen } from '../keywords/keyword-screen';
import { useIsLinked } from '../linked-accounts/use-own-accounts';
import { useSearchText } from '../ui/navigation/use-path';
import { lazyScreen } from './lazy-screen';

const KeywordComparisonRoute = lazyScreen(() => import('./keyword-comparison-route'), 'KeywordComparisonRoute');
const KeywordNumbers = lazyScreen<{ readonly keyword: string }, 'KeywordNumbers'>(
  () => import('../linked-accounts/keywords/keyword-numbers'),
  'KeywordNumbers',
);

/** The page of a keyword, or a comparison: its path is also that of the keyword “compare”, whose page has no `keywords` in its address. */
export function KeywordRoute() {
  const isComparison = new URLSearchParams(useSearchText()).has('keywords');
  const isLinked = useIsLinked();
  if (isComparison) return <KeywordComparisonRoute />;
  return (
    <KeywordScreen
      renderOwnNumbers={(name) =>
        isLinked && (
          <Suspense fallback={null}>
            <KeywordNumbers keyword={name} />
          </Suspense>
        )
      }
    />
  );
}
