import { useSnapshot } from 'valtio';
import type { Variant } from '#domain/catalog/variants';
import { catalogStats } from '../../../api/catalog-stats';
import { FilterChip } from '../../../ui/filters/filter-chip';
import { changeFilter, lists } from '../list-state';
import { GROUP_BOARDS } from './filter-texts';

/** Offers "Group boards only" on the list of boards, unless it has another filter of collaborators, or the catalog has no group boards. */
export function GroupBoardsOffer({ variant }: { readonly variant: Variant }) {
  const { search } = useSnapshot(lists)[variant];
  const { loaded: stats } = useSnapshot(catalogStats);
  if (variant !== 'boards' || search.filters.collaborators !== undefined || !stats?.has_group_boards) return null;
  return <FilterChip label="Group boards only" isSet={false} onToggle={() => changeFilter('boards', 'collaborators', GROUP_BOARDS)} />;
}
