import { Controller } from '@nestjs/common';
import { deleteSavedSearch, listSavedSearches, markSearchSeen, saveSearch } from '#domain/watching/endpoints';
import { Clock } from '#domain/clock';
import { ManageSavedSearches } from '#server/watching/manage-saved-searches';
import { Handles, type Received } from '#server/http/handles';
import { SavedSearches } from '#server/watching/typeorm/saved-searches';

/** The user's own saved searches. */
@Controller()
export class SavedSearchesController {
  constructor(
    private readonly manageSearches: ManageSavedSearches,
    private readonly searches: SavedSearches,
    private readonly clock: Clock,
  ) {}

  @Handles(listSavedSearches)
  list({ user }: Received<typeof listSavedSearches>) {
    return this.manageSearches.list(user);
  }

  @Handles(saveSearch)
  save({ user, body: search }: Received<typeof saveSearch>) {
    return this.manageSearches.save(user, search);
  }

  @Handles(markSearchSeen)
  markSeen({ user, params: { id } }: Received<typeof markSearchSeen>) {
    return this.searches.markSeen(user.id, id, this.clock.now());
  }

  @Handles(deleteSavedSearch)
  remove({ user, params: { id } }: Received<typeof deleteSavedSearch>) {
    return this.searches.remove(user.id, id);
  }
}
