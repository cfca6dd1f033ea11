import { Controller } from '@nestjs/common';
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
import { ManageWatchlists } from '#server/watching/manage-watchlists';
import { Handles, type Received } from '#server/http/handles';
import { Watchlists } from '#server/watching/typeorm/watchlists';

/** The user's own watchlists. */
@Controller()
export class WatchlistsController {
  constructor(
    private readonly manageWatchlists: ManageWatchlists,
    private readonly watchlists: Watchlists,
  ) {}

  @Handles(listWatchlists)
  list({ user }: Received<typeof listWatchlists>) {
    return this.manageWatchlists.list(user);
  }

  @Handles(viewWatchlist)
  view({ user, params: { id } }: Received<typeof viewWatchlist>) {
    return this.manageWatchlists.view(user, id);
  }

  @Handles(createWatchlist)
  create({ user, body: { name } }: Received<typeof createWatchlist>) {
    return this.manageWatchlists.create(user, name);
  }

  @Handles(renameWatchlist)
  rename({ user, params: { id }, body: { name } }: Received<typeof renameWatchlist>) {
    return this.watchlists.rename(user.id, id, name);
  }

  @Handles(deleteWatchlist)
  remove({ user, params: { id } }: Received<typeof deleteWatchlist>) {
    return this.watchlists.remove(user.id, id);
  }

  @Handles(watchItem)
  addItem({ user, params: { id }, body: item }: Received<typeof watchItem>) {
    return this.manageWatchlists.addItem(user, id, item);
  }

  @Handles(changeWatchedItem)
  saveNote({ user, params: { item, id }, body: { note } }: Received<typeof changeWatchedItem>) {
    return this.watchlists.saveNote(user.id, id, item, note);
  }

  @Handles(unwatchItem)
  removeItem({ user, params: { id, item } }: Received<typeof unwatchItem>) {
    return this.watchlists.removeItem(user.id, id, item);
  }
}
