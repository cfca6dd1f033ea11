import { Fragment } from 'react';
import type { Snippet, SnippetField } from '#domain/catalog/keywords/snippet';
import { classes } from '../../ui/classes';
import styles from './marked-text.module.css';

const matchFieldNames = {
  topics: 'topics',
  searches: 'searches',
  owner: 'username',
  description: 'description',
} as const satisfies Record<SnippetField, string>;

/** A text with its ranges marked. */
const Marked = ({ of, ranges }: { readonly of: string; readonly ranges: Snippet['title'] }) => (
  <>
    {ranges.map(([start, end], index) => (
      <Fragment key={start}>
        {of.slice(ranges[index - 1]?.[1] ?? 0, start)}
        <mark className={styles.mark}>{of.slice(start, end)}</mark>
      </Fragment>
    ))}
    {of.slice(ranges.at(-1)?.[1] ?? 0)}
  </>
);

export const MarkedTitle = ({ title, snippet }: { readonly title: string; readonly snippet: Snippet }) => (
  <Marked of={title} ranges={snippet.title} />
);

/** `in the description: …a kiln for small studios…` */
export const MatchElsewhere = ({
  elsewhere: { field, text: found, ranges },
}: {
  readonly elsewhere: NonNullable<Snippet['elsewhere']>;
}) => (
  <span className={classes('small normal clip', styles.elsewhere)} data-testid="match-elsewhere">
    in the {matchFieldNames[field]}:{' '}
    <bdi>
      <Marked of={found} ranges={ranges} />
    </bdi>
  </span>
);
