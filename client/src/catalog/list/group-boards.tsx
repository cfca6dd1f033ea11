import { useSnapshot } from 'valtio';
import type { Variant } from '#domain/catalog/variants';
import { catalogStats } from '../../api/catalog-stats';
import { FilterChip } from '../../ui/filter-chip';
import { GROUP_BOARDS } from './list-search';
import { changeCollaborators, lists } from './list-state';

/** "Group boards only", on the list of boards; absent where the catalog has none and the filter is not set. */
export function GroupBoardsChip({ variant }: { readonly variant: Variant }) {
  const { search } = useSnapshot(lists)[variant];
  const { loaded: stats } = useSnapshot(catalogStats);
  const isSet = search.collaborators === GROUP_BOARDS;
  if (variant !== 'boards' || !(isSet || stats?.has_group_boards)) return null;
  return (
    <div>
      <FilterChip label="Group boards only" isSet={isSet} onToggle={() => changeCollaborators(isSet ? undefined : GROUP_BOARDS)} />
    </div>
  );
}
