import { useState } from 'react';
import { Link } from 'wouter';
import { paths } from '../../site/paths';
import { savedKeywords, saveKeywords } from '../../site/saved-keywords';
import { Button } from '../../ui/form/button';

/** A keyword of Pinterest's; it leads to what the catalog knows of it. */
export const KeywordLink = ({ keyword }: { readonly keyword: string }) => (
  <Link href={paths.keyword(keyword)}>
    <bdi>{keyword}</bdi>
  </Link>
);

/** Saves the text of a keyword with the user's keywords; nothing else that Pinterest tells of it is kept. */
export function SaveFoundKeyword({ keyword }: { readonly keyword: string }) {
  const { data } = savedKeywords.useLoaded();
  const [busy, setBusy] = useState(false);
  // The catalog may know it by another spelling, under which it is then saved.
  const [isDone, setIsDone] = useState(false);
  const isSaved = isDone || (data?.keywords.some((saved) => saved.keyword === keyword) ?? false);
  const save = async () => {
    // The button keeps the focus meanwhile, and afterward.
    if (busy || isSaved) return;
    setBusy(true);
    setIsDone(await saveKeywords([keyword]));
    setBusy(false);
  };
  return (
    <Button
      aria-disabled={isSaved}
      disabled={!data}
      aria-label={isSaved ? `${keyword} is saved` : `Save ${keyword}`}
      onClick={() => void save()}
    >
      {isSaved ? 'Saved' : 'Save'}
    </Button>
  );
}
