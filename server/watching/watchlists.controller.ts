import { Body, Controller, Param } from '@nestjs/common';
import type { ItemNote, ItemToWatch, WatchedItemKey, Watching, Watchlist, WatchlistDetail, WatchlistName } from '#domain/watching/contract';
import {
  changeWatchedItem,
  createWatchlist,
  deleteWatchlist,
  listWatchlists,
  renameWatchlist,
  unwatchItem,
  viewWatchlist,
  watchItem,
} from '#domain/watching/endpoints';
import type { SignedInUser } from '#domain/auth/viewer';
import { ManageWatchlists } from '#server/watching/manage-watchlists';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { Watchlists } from '#server/watching/typeorm/watchlists';

const listId = new Parse(changeWatchedItem.params.id, 'id');
const itemId = new Parse(changeWatchedItem.params.item, 'item');

/** The user's own watchlists. Of several parameters that are wrong, the error names the last one: the path comes after the body. */
@Controller()
export class WatchlistsController {
  constructor(
    private readonly manageWatchlists: ManageWatchlists,
    private readonly watchlists: Watchlists,
  ) {}

  @Handles(listWatchlists)
  list(@SignedIn() user: SignedInUser): Promise<Watching> {
    return this.manageWatchlists.list(user);
  }

  @Handles(viewWatchlist)
  view(@SignedIn() user: SignedInUser, @Param('id', listId) id: string): Promise<WatchlistDetail> {
    return this.manageWatchlists.view(user, id);
  }

  @Handles(createWatchlist)
  create(@SignedIn() user: SignedInUser, @Body(new Parse(createWatchlist.body)) { name }: WatchlistName): Promise<Watchlist> {
    return this.manageWatchlists.create(user, name);
  }

  @Handles(renameWatchlist)
  rename(
    @SignedIn() user: SignedInUser,
    @Body(new Parse(renameWatchlist.body)) { name }: WatchlistName,
    @Param('id', listId) id: string,
  ): Promise<void> {
    return this.watchlists.rename(user.id, id, name);
  }

  @Handles(deleteWatchlist)
  remove(@SignedIn() user: SignedInUser, @Param('id', listId) id: string): Promise<void> {
    return this.watchlists.remove(user.id, id);
  }

  @Handles(watchItem)
  addItem(
    @SignedIn() user: SignedInUser,
    @Body(new Parse(watchItem.body)) item: ItemToWatch,
    @Param('id', new Parse(watchItem.params.id, 'id')) id: string,
  ): Promise<WatchedItemKey> {
    return this.manageWatchlists.addItem(user, id, item);
  }

  @Handles(changeWatchedItem)
  saveNote(
    @SignedIn() user: SignedInUser,
    @Body(new Parse(changeWatchedItem.body)) { note }: ItemNote,
    @Param('item', itemId) item: string,
    @Param('id', listId) id: string,
  ): Promise<void> {
    return this.watchlists.saveNote(user.id, id, item, note);
  }

  @Handles(unwatchItem)
  removeItem(@SignedIn() user: SignedInUser, @Param('id', listId) id: string, @Param('item', itemId) item: string): Promise<void> {
    return this.watchlists.removeItem(user.id, id, item);
  }
}
