import { useState } from 'react';
import { useUser } from '../../site/session';
import { Button } from '../../ui/form/button';
import { Icon } from '../../ui/icon';
import { removeKeywords, saveKeywords, useSavedKeywords } from './saved-keywords';

/** Saves a keyword or removes it again; signed-in users only. */
export function SaveKeywordButton({ keyword }: { readonly keyword: string }) {
  const user = useUser();
  const { data } = useSavedKeywords();
  const [busy, setBusy] = useState(false);
  if (!user) return null;
  const isSaved = data?.keywords.some((saved) => saved.keyword === keyword) ?? false;
  const toggle = async () => {
    setBusy(true);
    await (isSaved ? removeKeywords : saveKeywords)([keyword]);
    setBusy(false);
  };
  return (
    <Button aria-pressed={isSaved} disabled={busy || !data} onClick={() => void toggle()}>
      <Icon name={isSaved ? 'check' : 'star'} /> {isSaved ? 'Saved' : 'Save'}
    </Button>
  );
}
