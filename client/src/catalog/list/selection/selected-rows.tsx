import { itemsText } from '#domain/catalog/compare/compared-items';
import { entityOf, type Variant } from '#domain/catalog/variants';
import { MAX_COMPARED, premiumSentences } from '#domain/subscriptions/entitlements';
import { navigate } from '../../../site/navigation';
import { paths } from '../../../site/paths';
import { useShortcuts } from '../../../site/shortcuts';
import { Button } from '../../../ui/form/button';
import { SelectionBar } from '../../../ui/form/selection-bar';
import { SeePremium } from '../../../ui/navigation/see-premium';
import { useMaxCompared } from '../../compare/use-max-compared';
import { clearSelection } from './selection';

/** What can be done with the selected rows of a list: compare them. */
export function SelectedRows({ variant, ids }: { readonly variant: Variant; readonly ids: readonly string[] }) {
  const maxItems = useMaxCompared();
  const isPremium = maxItems === MAX_COMPARED;
  const canCompare = ids.length >= 2 && ids.length <= maxItems;
  const compare = () => navigate(paths.compare(itemsText(ids.map((id) => ({ entity: entityOf[variant], id })))));
  useShortcuts(canCompare ? { c: compare } : {});
  const note = (
    <>
      {ids.length === 1 && 'Select another to compare.'}
      {ids.length > maxItems && (isPremium ? `Up to ${MAX_COMPARED} can be compared.` : premiumSentences.more_compared)}{' '}
      {ids.length > maxItems && !isPremium && <SeePremium />}
    </>
  );
  return (
    <SelectionBar count={ids.length} onClear={clearSelection} note={note}>
      <Button disabled={!canCompare} title="Compare (c)" onClick={compare}>
        Compare
      </Button>
    </SelectionBar>
  );
}
