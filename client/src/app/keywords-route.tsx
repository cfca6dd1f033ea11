import { type ReactNode, Suspense } from 'react';
import { KeywordsScreen } from '../keywords/keywords-screen';
import type { ComparedVolumesProps } from '../linked-accounts/keywords/compared-volumes';
import type { VolumeOrderProps } from '../linked-accounts/keywords/volume-order';
import { useIsLinked } from '../linked-accounts/use-own-accounts';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { lazyScreen } from './lazy-screen';

const VolumeOrder = lazyScreen<VolumeOrderProps, 'VolumeOrder'>(() => import('../linked-accounts/keywords/volume-order'), 'VolumeOrder');
const ComparedVolumes = lazyScreen<ComparedVolumesProps, 'ComparedVolumes'>(
  () => import('../linked-accounts/keywords/compared-volumes'),
  'ComparedVolumes',
);
const SavedResults = lazyScreen<{ readonly keyword: string | null }, 'SavedResults'>(
  () => import('../linked-accounts/keywords/saved-results'),
  'SavedResults',
);

/** `/keywords`, with what Pinterest tells those with a linked account; its chunks are not loaded for others. */
export function KeywordsRoute() {
  const isLinked = useIsLinked();
  const forLinked = (children: ReactNode, fallback: ReactNode = null): ReactNode =>
    isLinked ? <Suspense fallback={fallback}>{children}</Suspense> : null;
  return (
    <KeywordsScreen
      renderTable={(keywords, render) =>
        isLinked ? (
          <Suspense fallback={render(null)}>
            <ComparedVolumes keywords={keywords} isShownAtOnce>
              {render}
            </ComparedVolumes>
          </Suspense>
        ) : (
          render(null)
        )
      }
      renderVolumes={(viewKey, loadPage) => forLinked(<VolumeOrder key={viewKey} viewKey={viewKey} loadPage={loadPage} />)}
      renderResults={(keyword) => forLinked(<SavedResults keyword={keyword} />, <SkeletonBar width={240} height={20} />)}
    />
  );
}
