import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { SavedSearch, SearchToSave } from '#domain/watching/contract';
import { deleteSavedSearch, saveSearch } from '#domain/watching/endpoints';
import type { SignedInUser } from '#domain/auth/user';
import { ManageSavedSearches } from '#server/watching/manage-saved-searches';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';

const searchId = new Parse(deleteSavedSearch.params.id, 'id');

/** The user's own saved searches. */
@Controller('api/users/me/saved-searches')
export class SavedSearchesController {
  constructor(private readonly searches: ManageSavedSearches) {}

  @Get()
  list(@SignedIn() user: SignedInUser): Promise<readonly SavedSearch[]> {
    return this.searches.list(user);
  }

  @Post()
  @HttpCode(200)
  save(@SignedIn() user: SignedInUser, @Body(new Parse(saveSearch.body, 'body')) search: SearchToSave): Promise<SavedSearch> {
    return this.searches.save(user, search);
  }

  @Post(':id/seen')
  @HttpCode(204)
  markSeen(@SignedIn() user: SignedInUser, @Param('id', searchId) id: string): Promise<void> {
    return this.searches.markSeen(user, id);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@SignedIn() user: SignedInUser, @Param('id', searchId) id: string): Promise<void> {
    return this.searches.remove(user, id);
  }
}
