import { Body, Controller, Param } from '@nestjs/common';
import { keywordKey } from '#domain/catalog/keywords/words';
import type { KeywordsToSave, SavedKeywordList } from '#domain/watching/contract';
import { listSavedKeywords, removeSavedKeyword, saveKeywords } from '#domain/watching/endpoints';
import type { SignedInUser } from '#domain/auth/viewer';
import { ManageSavedKeywords } from '#server/watching/manage-saved-keywords';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { SavedKeywords } from '#server/watching/typeorm/saved-keywords';

/** The user's own saved keywords. */
@Controller()
export class SavedKeywordsController {
  constructor(
    private readonly manageKeywords: ManageSavedKeywords,
    private readonly keywords: SavedKeywords,
  ) {}

  @Handles(listSavedKeywords)
  list(@SignedIn() user: SignedInUser): Promise<SavedKeywordList> {
    return this.manageKeywords.list(user);
  }

  @Handles(saveKeywords)
  save(@SignedIn() user: SignedInUser, @Body(new Parse(saveKeywords.body)) { keywords }: KeywordsToSave): Promise<void> {
    return this.manageKeywords.save(user, keywords);
  }

  @Handles(removeSavedKeyword)
  remove(
    @SignedIn() user: SignedInUser,
    @Param('keyword', new Parse(removeSavedKeyword.params.keyword, 'keyword')) keyword: string,
  ): Promise<void> {
    return this.keywords.remove(user.id, keywordKey(keyword));
  }
}
