import { Controller } from '@nestjs/common';
import { keywordKey } from '#domain/catalog/keywords/words';
import { Clock } from '#domain/clock';
import {
  deleteSavedSearch,
  listSavedKeywords,
  listSavedSearches,
  markSearchSeen,
  removeSavedKeyword,
  saveKeywords,
  saveSearch,
} from '#domain/watching/endpoints';
import { Handles, type Received } from '#server/http/handles';
import { ManageSavedKeywords } from '#server/watching/manage-saved-keywords';
import { ManageSavedSearches } from '#server/watching/manage-saved-searches';
import { SavedKeywords } from '#server/watching/typeorm/saved-keywords';
import { SavedSearches } from '#server/watching/typeorm/saved-searches';

/** The user's own saved searches and saved keywords. */
@Controller()
export class SavedController {
  constructor(
    private readonly manageSearches: ManageSavedSearches,
    private readonly searches: SavedSearches,
    private readonly clock: Clock,
    private readonly manageKeywords: ManageSavedKeywords,
    private readonly keywords: SavedKeywords,
  ) {}

  @Handles(listSavedSearches)
  listSearches({ user }: Received<typeof listSavedSearches>) {
    return this.manageSearches.list(user);
  }

  @Handles(saveSearch)
  saveSearch({ user, body: search }: Received<typeof saveSearch>) {
    return this.manageSearches.save(user, search);
  }

  @Handles(markSearchSeen)
  markSearchSeen({ user, params: { id } }: Received<typeof markSearchSeen>) {
    return this.searches.markSeen(user.id, id, this.clock.now());
  }

  @Handles(deleteSavedSearch)
  deleteSearch({ user, params: { id } }: Received<typeof deleteSavedSearch>) {
    return this.searches.remove(user.id, id);
  }

  @Handles(listSavedKeywords)
  listKeywords({ user }: Received<typeof listSavedKeywords>) {
    return this.manageKeywords.list(user);
  }

  @Handles(saveKeywords)
  saveKeywords({ user, body: { keywords } }: Received<typeof saveKeywords>) {
    return this.manageKeywords.save(user, keywords);
  }

  @Handles(removeSavedKeyword)
  removeKeyword({ user, params: { keyword } }: Received<typeof removeSavedKeyword>) {
    return this.keywords.remove(user.id, keywordKey(keyword));
  }
}
