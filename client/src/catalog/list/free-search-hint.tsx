import { useSnapshot } from 'valtio';
import { keywordRefusalSentence, searchesLeftText } from '#domain/subscriptions/free-searches/free-search-sentences';
import type { SearchAccess } from '#domain/subscriptions/free-searches/free-search-rights';
import { useCatalogStats } from '../../api/catalog-stats';
import { freeSearches } from '../../api/api';
import { useSettings } from '../../api/settings';
import { paths } from '../../site/paths';
import { Link } from 'wouter';
import { SeePremium } from '../../ui/navigation/see-premium';
import { useList } from './use-list';

interface FreeSearchHintProps {
  readonly access: SearchAccess;
  /** The text of the Keywords field. */
  readonly keywords: string;
}

/** Says how many free searches are left, or what gives some. In a chunk of its own, since few sites have free searches. */
export function FreeSearchHint({ access, keywords }: FreeSearchHintProps) {
  const { variant } = useList();
  const perDay = useCatalogStats().data?.free_searches ?? 0;
  const { left } = useSnapshot(freeSearches);
  const isOpen = useSettings().registration === 'open';
  if (access === 'counted') return searchesLeftText(perDay, left);
  const sentence = keywordRefusalSentence(access, perDay);
  const query = keywords.trim();
  const next = query === '' ? location.pathname + location.search : paths.search(variant, query);
  if (access === 'to_sign_up') return <Link href={paths.withNext(isOpen ? paths.register : paths.login, next)}>{sentence}</Link>;
  if (access === 'to_confirm') return <Link href={paths.withNext(paths.confirm, next)}>{sentence}</Link>;
  return (
    <>
      {sentence} {access === 'used_up' && <SeePremium />}
    </>
  );
}
