import { Controller } from '@nestjs/common';
import { keywordKey } from '#domain/catalog/keywords/words';
import { listSavedKeywords, removeSavedKeyword, saveKeywords } from '#domain/watching/endpoints';
import { ManageSavedKeywords } from '#server/watching/manage-saved-keywords';
import { Handles, type Received } from '#server/http/handles';
import { SavedKeywords } from '#server/watching/typeorm/saved-keywords';

/** The user's own saved keywords. */
@Controller()
export class SavedKeywordsController {
  constructor(
    private readonly manageKeywords: ManageSavedKeywords,
    private readonly keywords: SavedKeywords,
  ) {}

  @Handles(listSavedKeywords)
  list({ user }: Received<typeof listSavedKeywords>) {
    return this.manageKeywords.list(user);
  }

  @Handles(saveKeywords)
  save({ user, body: { keywords } }: Received<typeof saveKeywords>) {
    return this.manageKeywords.save(user, keywords);
  }

  @Handles(removeSavedKeyword)
  remove({ user, params: { keyword } }: Received<typeof removeSavedKeyword>) {
    return this.keywords.remove(user.id, keywordKey(keyword));
  }
}
