import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { SavedSearch, SearchToSave } from '#domain/watching/contract';
import { deleteSavedSearch, saveSearch } from '#domain/watching/endpoints';
import { Clock } from '#domain/clock';
import type { SignedInUser } from '#domain/auth/viewer';
import { ManageSavedSearches } from '#server/watching/manage-saved-searches';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';
import { SavedSearches } from '#server/watching/typeorm/saved-searches';

const searchId = new Parse(deleteSavedSearch.params.id, 'id');

/** The user's own saved searches. */
@Controller('api/users/me/saved-searches')
export class SavedSearchesController {
  constructor(
    private readonly manageSearches: ManageSavedSearches,
    private readonly searches: SavedSearches,
    private readonly clock: Clock,
  ) {}

  @Get()
  list(@SignedIn() user: SignedInUser): Promise<readonly SavedSearch[]> {
    return this.manageSearches.list(user);
  }

  @Post()
  @HttpCode(200)
  save(@SignedIn() user: SignedInUser, @Body(new Parse(saveSearch.body, 'body')) search: SearchToSave): Promise<SavedSearch> {
    return this.manageSearches.save(user, search);
  }

  @Post(':id/seen')
  @HttpCode(204)
  markSeen(@SignedIn() user: SignedInUser, @Param('id', searchId) id: string): Promise<void> {
    return this.searches.markSeen(user.id, id, this.clock.now());
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@SignedIn() user: SignedInUser, @Param('id', searchId) id: string): Promise<void> {
    return this.searches.remove(user.id, id);
  }
}
