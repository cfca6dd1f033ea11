import { useEffect } from 'react';
import { parseDay } from '#domain/days';
import { api } from '../api/api';
import { useResource } from '../api/use-resource';
import type { WatchNoteRequest } from '../ui/navigation/watch-slot';
import { keysOf, useWatching } from './watching';

/** Reads the note about an entity once what the user watches is known. */
export function WatchNote({ entity, id, onNote }: WatchNoteRequest): null {
  const { data } = useWatching();
  const [key] = keysOf(data, entity, id);
  const { data: list } = useResource(
    `note ${key?._id}`,
    (signal) => api('GET /users/me/watchlists/:id', { params: { id: key?.watchlist_id ?? '' }, signal }),
    { isEnabled: key !== undefined },
  );
  const { note = '', added_on = '' } = list?.items.find(({ _id }) => _id === key?._id) ?? {};
  useEffect(() => {
    const day = parseDay(added_on);
    onNote(note === '' || day === null ? null : { day, text: note });
  }, [note, added_on, onNote]);
  return null;
}
