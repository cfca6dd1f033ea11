import { classes } from '../ui/classes';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { competitionNames } from '#domain/keywords/competition';
import type { KeywordRow } from '#domain/keywords/contract';
import { formatCount } from '#domain/numbers';
import { canSearchWith } from '#domain/subscriptions/free-searches/free-search-rights';
import { navigate } from '../site/navigation';
import { paths } from '../site/paths';
import { useSearchAccess } from '../site/session';
import { monthNames } from './month-names';
import { useFoundKeywords } from './use-found-keywords';
import styles from './keyword-answers.module.css';

const MAX_ANSWERS = 3;

/** `Open, peaks in March, 118 pins`: what is known of a keyword, in short. */
const summaryOf = ({ competition_level: level, peak_month: peak, pins }: KeywordRow): string =>
  [
    ...(level === null ? [] : [competitionNames[level]]),
    ...(peak === null ? [] : [`peaks in ${monthNames[peak - 1]}`]),
    formatCount(pins, 'pin', 'pins'),
  ].join(', ');

interface KeywordAnswersProps {
  /** What is typed in the field of the home page. */
  readonly text: string;
  /** The text with which the form was sent; null before. */
  readonly sentText: string | null;
}

/** Answers from the free table of keywords while one is typed. A form that is sent leads to the page of the keyword, which is free too, or to all that have its words. */
export function KeywordAnswers({ text, sentText }: KeywordAnswersProps) {
  const found = useFoundKeywords(text, MAX_ANSWERS);
  useEffect(() => {
    if (found === null || sentText !== text) return;
    const query = text.trim().toLowerCase();
    const isKnown = found.some(({ keyword }) => keyword === query);
    navigate(isKnown ? paths.keyword(query) : `${paths.keywords}?query=${encodeURIComponent(query)}`);
  }, [found, sentText, text]);
  if (found === null) return null;
  return (
    <div className={classes('floating', styles.answers)} data-testid="keyword-answers" aria-live="polite">
      {found.length === 0 ? (
        <p>No keyword of five pins has such a word.</p>
      ) : (
        <ul className="stack">
          {found.map((row) => (
            <Answer key={row.keyword} row={row} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A keyword with its figures. Who may search goes on to its boards; others see the strongest on its page. */
function Answer({ row }: { readonly row: KeywordRow }) {
  const canSearch = canSearchWith(useSearchAccess());
  return (
    <li className="cluster between gap-1 gap-x-4 tap">
      <span dir="auto">
        <Link href={paths.keyword(row.keyword)} className="strong">
          {row.keyword}
        </Link>
        : {summaryOf(row)}
      </span>
      <Link
        href={canSearch ? paths.search('boards', row.keyword) : paths.keyword(row.keyword)}
        className="strong"
        aria-label={`See the boards for ${row.keyword}`}
      >
        See the boards
      </Link>
    </li>
  );
}
