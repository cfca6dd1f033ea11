import { type SyntheticEvent, useEffect, useId, useState } from 'react';
import { MAX_KEYWORD_LENGTH } from '#domain/analytics/keywords/keywords';
import { api } from '../api/api';
import { useResource } from '../api/use-resource';
import { navigate } from '../site/navigation';
import { paths } from '../site/paths';
import { Button } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { keywordsUrl, type KeywordsView } from './keyword-view';
import styles from './keywords-screen.module.css';

const MAX_SUGGESTIONS = 8;
const TYPING_PAUSE_MS = 200;

/** The search box: it completes keywords, opens the page of a known one, and lists those that have anything else in them. */
export function KeywordSearch({ view }: { readonly view: KeywordsView }) {
  const listId = useId();
  const [text, setText] = useState(view.query);
  const suggestions = useSuggestions(text);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const query = text.trim();
    navigate(suggestions.includes(query.toLowerCase()) ? paths.keyword(query.toLowerCase()) : keywordsUrl({ ...view, query, page: 1 }));
  };
  return (
    <form className={styles.search} onSubmit={submit}>
      <Field
        className={styles.searchField}
        label="Find a keyword"
        type="search"
        name="query"
        value={text}
        maxLength={MAX_KEYWORD_LENGTH}
        autoComplete="off"
        spellCheck={false}
        list={listId}
        data-testid="keyword-input"
        onChange={({ target }) => setText(target.value)}
      />
      <datalist id={listId}>
        {suggestions.map((keyword) => (
          <option key={keyword} value={keyword}>
            {keyword}
          </option>
        ))}
      </datalist>
      <Button type="submit" kind="primary">
        Explore
      </Button>
    </form>
  );
}

/** The keywords of most pins with words that begin with those of a text, a moment after the last key. */
function useSuggestions(text: string): readonly string[] {
  const [settledText, setSettledText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(text.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const query = { query: settledText, order_by: 'pins', per_page: MAX_SUGGESTIONS } as const;
  const { data } = useResource(`suggestions ${settledText}`, (signal) => api('GET /keywords', { query, signal }), {
    isEnabled: settledText !== '',
    isCached: true,
  });
  return settledText === '' ? [] : (data?.keywords.map(({ keyword }) => keyword) ?? []);
}
