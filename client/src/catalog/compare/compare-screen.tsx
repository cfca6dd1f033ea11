import { classes } from '../../ui/classes';
import type { ComparedItem } from '#domain/catalog/compare/compared-items';
import { metricName } from '#domain/catalog/metrics';
import { variantNouns, variantOf } from '#domain/catalog/variants';
import { formatCount } from '#domain/numbers';
import { MAX_COMPARED, premiumSentences } from '#domain/subscriptions/entitlements';
import { paths } from '../../site/paths';
import { usePicturePreconnect } from '../../site/pictures';
import { useMaxCompared } from '../../site/session';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { Notice } from '../../ui/feedback/notice';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { Spinner } from '../../ui/feedback/spinner';
import { Button, ButtonLink, ButtonRow } from '../../ui/form/button';
import { Screen } from '../../ui/navigation/screen';
import { SeePremium } from '../../ui/navigation/see-premium';
import { chartedMetrics } from '../detail/growth/detail-view';
import { PeriodSwitch } from '../detail/growth/period-switch';
import { AddItem } from './add-item';
import { CompareCard } from './compare-card';
import { CompareTable } from './compare-table';
import { type CompareView, useCompareView } from './compare-view';
import { ComparedChips } from './compared-chips';
import { Choices } from '../../ui/form/choices';
import { isKnown, useCompared } from './use-compared';
import styles from './compare-screen.module.css';

/** `/compare`: up to five entities of one kind side by side. The address holds all that is chosen. */
export function CompareScreen() {
  const [view, choose] = useCompareView();
  const maxItems = useMaxCompared();
  const { data, error, busy, reload } = useCompared(view.items);
  usePicturePreconnect();
  const compared = data ?? [];
  const known = compared.filter(isKnown);
  const [first] = view.items;
  const setItems = (items: readonly ComparedItem[]) => choose({ items });
  if (!first)
    return (
      <Screen className={classes('stack gap-4', styles.screen)}>
        <EmptyPanel title="Nothing to compare yet." label="Nothing to compare" testId="compare-empty">
          <p>Select boards, influencers, or pins in their list and choose Compare, or paste the address of a page here.</p>
          <AddItem compared={[]} items={[]} onAdd={(item) => setItems([item])} />
          <ButtonRow>
            <ButtonLink href={paths.boards}>Boards</ButtonLink>
            <ButtonLink href={paths.pinners}>Influencers</ButtonLink>
            <ButtonLink href={paths.pins}>Pins</ButtonLink>
          </ButtonRow>
        </EmptyPanel>
      </Screen>
    );
  return (
    <Screen className={classes('stack gap-4', styles.screen)} isReady={data !== null}>
      <div className="cluster relative gap-2">
        <ComparedChips compared={compared} items={view.items} onChange={(items) => setItems([...items, ...view.lockedItems])} />
        {view.items.length < maxItems && (
          <AddItem compared={compared} items={view.items} onAdd={(item) => setItems([...view.items, item])} />
        )}
        {view.items.length === maxItems && maxItems < MAX_COMPARED && view.lockedItems.length === 0 && (
          <p className="caption" data-testid="compare-limit">
            {premiumSentences.more_compared} <SeePremium />
          </p>
        )}
        {busy && <Spinner busy />}
      </div>
      <LeftOut view={view} onRemove={() => setItems(view.items)} />
      <div className={classes('cluster items-stretch gap-2 gap-x-6', styles.controls)}>
        <Choices
          label="Figure"
          options={chartedMetrics[first.entity].map((metric) => ({ value: metric, name: metricName(first.entity, metric) }))}
          value={view.metric}
          onChoose={(metric) => choose({ metric })}
        />
        <PeriodSwitch view={{ ...view, window: null }} hiddenSince={null} onChoose={(period) => choose({ period })} />
      </div>
      {error && <ErrorPanel title="We couldn't load all of them." error={error} onRetry={() => void reload()} />}
      {data === null && !error && (
        <div className="stack gap-4" aria-busy="true" data-testid="compare-skeleton">
          <SkeletonBar height={420} />
          <SkeletonBar height={300} />
        </div>
      )}
      {compared.length === 1 && view.items.length === 1 && (
        <p className="muted" data-testid="compare-hint">
          Add another to compare.
        </p>
      )}
      {compared.length > 0 && (
        <>
          <CompareCard known={known} view={view} onChooseScale={(scale) => choose({ scale })} />
          <CompareTable known={known} view={view} />
        </>
      )}
    </Screen>
  );
}

/** Says which items of the address are not compared, and why. */
function LeftOut({ view: { items, lockedItems, otherKinds }, onRemove }: { readonly view: CompareView; readonly onRemove: () => void }) {
  const { many } = variantNouns[variantOf[items[0]?.entity ?? 'board']];
  const isFull = items.length >= MAX_COMPARED;
  return (
    <>
      {otherKinds.length > 0 && (
        <Notice>
          Only things of one kind can be compared. These are {many}, so {formatCount(otherKinds.length, 'item', 'items')} of another kind{' '}
          {otherKinds.length === 1 ? 'is' : 'are'} left out.
        </Notice>
      )}
      {lockedItems.length > 0 && (
        <div className={classes('tint cluster between gap-2', styles.locked)} data-testid="compare-locked">
          <p>
            {isFull ? `Up to ${MAX_COMPARED} can be compared.` : premiumSentences.more_compared}{' '}
            {formatCount(lockedItems.length, 'more item is', 'more items are')} in the address. {!isFull && <SeePremium />}
          </p>
          <Button onClick={onRemove}>Leave {lockedItems.length === 1 ? 'it' : 'them'} out</Button>
        </div>
      )}
    </>
  );
}
