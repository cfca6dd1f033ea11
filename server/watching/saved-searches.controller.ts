import { Body, Controller, Param } from '@nestjs/common';
import type { SavedSearch, SearchToSave } from '#domain/watching/contract';
import { deleteSavedSearch, listSavedSearches, markSearchSeen, saveSearch } from '#domain/watching/endpoints';
import { Clock } from '#domain/clock';
import type { SignedInUser } from '#domain/auth/viewer';
import { ManageSavedSearches } from '#server/watching/manage-saved-searches';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { SavedSearches } from '#server/watching/typeorm/saved-searches';

const searchId = new Parse(deleteSavedSearch.params.id, 'id');

/** The user's own saved searches. */
@Controller()
export class SavedSearchesController {
  constructor(
    private readonly manageSearches: ManageSavedSearches,
    private readonly searches: SavedSearches,
    private readonly clock: Clock,
  ) {}

  @Handles(listSavedSearches)
  list(@SignedIn() user: SignedInUser): Promise<readonly SavedSearch[]> {
    return this.manageSearches.list(user);
  }

  @Handles(saveSearch)
  save(@SignedIn() user: SignedInUser, @Body(new Parse(saveSearch.body)) search: SearchToSave): Promise<SavedSearch> {
    return this.manageSearches.save(user, search);
  }

  @Handles(markSearchSeen)
  markSeen(@SignedIn() user: SignedInUser, @Param('id', searchId) id: string): Promise<void> {
    return this.searches.markSeen(user.id, id, this.clock.now());
  }

  @Handles(deleteSavedSearch)
  remove(@SignedIn() user: SignedInUser, @Param('id', searchId) id: string): Promise<void> {
    return this.searches.remove(user.id, id);
  }
}
