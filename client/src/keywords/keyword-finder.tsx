import { classes } from '../ui/classes';
import { useId } from 'react';
import { MAX_KEYWORD_LENGTH } from '#domain/keywords/keywords';
import { navigate } from '../site/navigation';
import { paths } from '../site/paths';
import { Button } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { Form } from '../ui/form/form';
import { useDraft } from '../ui/form/use-draft';
import { useFoundKeywords } from './use-found-keywords';
import { keywordsUrl, type KeywordsView } from './keyword-view';
import styles from './keywords-screen.module.css';

const MAX_SUGGESTIONS = 8;

/** The search box: it completes keywords, opens the page of a known one, and lists those that have anything else in them. */
export function KeywordFinder({ view }: { readonly view: KeywordsView }) {
  const listId = useId();
  const [text, setText] = useDraft(view.query, view.query);
  const suggestions = useFoundKeywords(text, MAX_SUGGESTIONS)?.map(({ keyword }) => keyword) ?? [];
  const submit = () => {
    const query = text.trim();
    navigate(suggestions.includes(query.toLowerCase()) ? paths.keyword(query.toLowerCase()) : keywordsUrl({ ...view, query, page: 1 }));
  };
  return (
    <Form className={classes('row items-end gap-2', styles.search)} onSubmit={submit}>
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
    </Form>
  );
}
