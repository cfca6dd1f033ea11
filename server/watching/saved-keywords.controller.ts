import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { KeywordsToSave, SavedKeywordList } from '#domain/watching/contract';
import { removeSavedKeyword, saveKeywords } from '#domain/watching/endpoints';
import type { SignedInUser } from '#domain/auth/user';
import { ManageSavedKeywords } from '#server/watching/manage-saved-keywords';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';

/** The user's own saved keywords. */
@Controller('api/users/me/keywords')
export class SavedKeywordsController {
  constructor(private readonly saved: ManageSavedKeywords) {}

  @Get()
  list(@SignedIn() user: SignedInUser): Promise<SavedKeywordList> {
    return this.saved.list(user);
  }

  @Post()
  @HttpCode(204)
  save(@SignedIn() user: SignedInUser, @Body(new Parse(saveKeywords.body, 'body')) { keywords }: KeywordsToSave): Promise<void> {
    return this.saved.save(user, keywords);
  }

  @Delete(':keyword')
  @HttpCode(204)
  remove(
    @SignedIn() user: SignedInUser,
    @Param('keyword', new Parse(removeSavedKeyword.params.keyword, 'keyword')) keyword: string,
  ): Promise<void> {
    return this.saved.remove(user, keyword);
  }
}
