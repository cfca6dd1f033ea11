import { useState } from 'react';
import { useUser } from '../../site/session';
import { useShortcuts } from '../../site/shortcuts';
import { notify } from '../../site/toast';
import { Button } from '../../ui/form/button';
import { Icon } from '../../ui/icon';
import { removeKeywords, saveKeywords, useSavedKeywords } from './saved-keywords';

/** Saves a keyword or removes it again, also by the key `s`; signed-in users only. */
export function SaveKeywordButton({ keyword }: { readonly keyword: string }) {
  const user = useUser();
  const { data } = useSavedKeywords();
  const [busy, setBusy] = useState(false);
  const isSaved = data?.keywords.some((saved) => saved.keyword === keyword) ?? false;
  const toggle = async () => {
    setBusy(true);
    const isDone = await (isSaved ? removeKeywords : saveKeywords)([keyword]);
    setBusy(false);
    return isDone;
  };
  // The key says what it did: the button may be out of sight.
  const toggleByKey = async () => {
    if (data && !busy && (await toggle())) notify(isSaved ? 'Removed from your saved keywords.' : 'Saved to your keywords.', 'success');
  };
  useShortcuts(user ? { s: () => void toggleByKey() } : {});
  if (!user) return null;
  return (
    <Button aria-pressed={isSaved} disabled={busy || !data} onClick={() => void toggle()}>
      <Icon name={isSaved ? 'check' : 'star'} /> {isSaved ? 'Saved' : 'Save'}
    </Button>
  );
}
