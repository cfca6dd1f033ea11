import { useEffect } from 'react';
import { parseDay } from '#domain/days';
import type { WatchNoteRequest } from '../ui/navigation/watch-slot';
import { keysOf, useWatchedItem, watching } from './watching';

/** Reads the note about an entity once what the user watches is known. */
export function WatchNote({ entity, id, onNote }: WatchNoteRequest): null {
  const { data } = watching.useLoaded();
  const [key] = keysOf(data, entity, id);
  const { note = '', added_on = '' } = useWatchedItem(key).item ?? {};
  useEffect(() => {
    const day = parseDay(added_on);
    onNote(note === '' || day === null ? null : { day, text: note });
  }, [note, added_on, onNote]);
  return null;
}
