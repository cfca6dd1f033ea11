import { Suspense } from 'react';
import { KeywordsScreen } from '../keywords/keywords-screen';
import { useIsLinked } from '../site/session';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { inOwnChunk } from '../ui/own-chunk';
import { ForLinked } from './for-linked';

const VolumeOrder = inOwnChunk(() => import('../linked-accounts/keywords/volume-order'), 'VolumeOrder');
const ComparedVolumes = inOwnChunk(() => import('../linked-accounts/keywords/compared-volumes'), 'ComparedVolumes');
const SavedResults = inOwnChunk(() => import('../linked-accounts/keywords/saved-results'), 'SavedResults');

/** `/keywords`, with what Pinterest tells those with a linked account; its chunks are not loaded for others. */
export function KeywordsRoute() {
  const isLinked = useIsLinked();
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
      renderVolumes={(viewKey, loadPage) => (
        <ForLinked>
          <VolumeOrder key={viewKey} viewKey={viewKey} loadPage={loadPage} />
        </ForLinked>
      )}
      renderResults={(keyword) => (
        <ForLinked fallback={<SkeletonBar width={240} height={20} />}>
          <SavedResults keyword={keyword} />
        </ForLinked>
      )}
    />
  );
}
