import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { MAX_QUERY_LENGTH, variantNouns } from '#domain/catalog/variants';
import { premiumSentences } from '#domain/subscriptions/entitlements';
import { canSearchWith, type SearchAccess } from '#domain/subscriptions/free-searches/free-search-rights';
import { useCatalogStats } from '../../api/catalog-stats';
import { navigate } from '../../site/navigation';
import { paths } from '../../site/paths';
import { session, useEntitlement, useSearchAccess, viewerSearchAccess } from '../../site/session';
import { classes } from '../../ui/classes';
import { Button } from '../../ui/form/button';
import { Field } from '../../ui/form/field';
import { Form } from '../../ui/form/form';
import { Icon } from '../../ui/icon';
import { normalizeKeywords } from './list-search';
import { useList } from './use-list';
import { inOwnChunk } from '../../ui/own-chunk';
import styles from './list-toolbar.module.css';

const KEYWORD_DEBOUNCE_MS = 300;

/**
 * The text of the Keywords field, which follows the address and is searched for once no key was pressed for a while. Free searches are
 * counted, and wait for the button.
 */
function useKeywordText() {
  const { search, change } = useList();
  const canSearchFreely = useEntitlement('keyword_search');
  const [text, setText] = useState(search.query ?? '');
  const [query, setQuery] = useState(search.query);
  if (query !== search.query) {
    setQuery(search.query);
    if (normalizeKeywords(text) !== search.query) setText(search.query ?? '');
  }
  const searchFor = useEffectEvent((typed: string | undefined) => {
    if (typed !== search.query && (typed === undefined || canSearchFreely)) change({ query: typed }, true);
  });
  useEffect(() => {
    const timer = setTimeout(() => searchFor(normalizeKeywords(text)), KEYWORD_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText] as const;
}

/** Whether the Keywords field is open: also to visitors who get free searches by signing up. */
const isOpen = (access: SearchAccess): boolean => canSearchWith(access) || access === 'to_sign_up';

/** The Keywords field and its button, which searches at once, even if nothing changed. Visitors sign up first, where that gives free searches. */
export function KeywordSearch() {
  const { variant, search, change, reload } = useList();
  const [text, setText] = useKeywordText();
  const { isLoaded } = useSnapshot(session);
  const access = useSearchAccess();
  const isEnabled = isLoaded && isOpen(access);
  const submit = () => {
    const query = normalizeKeywords(text);
    if (query !== undefined && viewerSearchAccess() === 'to_sign_up')
      navigate(paths.withNext(paths.register, paths.search(variant, query)));
    else if (query === search.query) reload();
    else change({ query });
  };
  return (
    <Form
      className={classes('stack relative', styles.search)}
      // Not every supported browser has the search element.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="search"
      aria-label={`Search ${variantNouns[variant].many}`}
      onSubmit={submit}
    >
      <Field
        className={styles.keywords}
        label={
          <>
            Keywords{' '}
            {isLoaded && !isEnabled && (
              <span className="muted">
                <Icon name="lock" size={14} />
              </span>
            )}
          </>
        }
        type="search"
        name="query"
        placeholder={isEnabled ? `Search ${variantNouns[variant].many}` : undefined}
        value={text}
        maxLength={MAX_QUERY_LENGTH}
        autoComplete="off"
        spellCheck={false}
        disabled={!isEnabled}
        aria-describedby={isLoaded && access !== 'open' ? 'keywords-locked' : undefined}
        data-testid="search-input"
        onChange={({ target }) => setText(target.value)}
      />
      {isLoaded && access !== 'open' && <KeywordsHint access={access} keywords={text} />}
      <Button type="submit" kind="primary">
        Search
      </Button>
      {/* The locked field cannot be emptied. */}
      {isLoaded && access === 'used_up' && search.query !== undefined && (
        <Button onClick={() => change({ query: undefined })}>Clear search</Button>
      )}
    </Form>
  );
}

const FreeSearchHint = inOwnChunk(() => import('./free-search-hint'), 'FreeSearchHint');

/** Says why Keywords is disabled, or limited, in the field's place; it keeps its space until the site's free searches are known. */
function KeywordsHint({ access, keywords }: { readonly access: SearchAccess; readonly keywords: string }) {
  const stats = useCatalogStats();
  return (
    <p
      className={classes('caption', styles.hint, access === 'locked' && keywords === '' && styles.inside)}
      id="keywords-locked"
      tabIndex={-1}
    >
      {(stats.data !== null || stats.error !== null) && (
        <Suspense>
          {access === 'locked' ? (
            <>
              {premiumSentences.keyword_search} <Link href={paths.sample}>See a sample</Link>
            </>
          ) : (
            <span>
              <FreeSearchHint access={access} keywords={keywords} />
            </span>
          )}
        </Suspense>
      )}
    </p>
  );
}
