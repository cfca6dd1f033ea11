import {
  ACCOUNT_SHARE,
  GIVE_WAY_SHARE,
  KEYWORD_COUNT_TIME,
  MAX_REPETITIONS,
  MAX_TOPIC_SHARE,
  MAX_WORDS_PER_PIN,
  MIN_ACCOUNTS,
  MIN_EDGE_SHARE,
  MIN_PART_WORDS,
  MIN_SPREAD_PINS,
  MIN_TOPIC_OVERLAP,
  PIECE_SHARE,
  STOP_WORD_SHARE,
  TEMPLATE_WORDS,
} from '#domain/keywords/keywords';
import { MIN_PEAK_DEVIATIONS, MIN_PEAK_SHARE, MIN_SEASON_PINS } from '#domain/keywords/season';
import { paths } from '../site/paths';
import { Link } from 'wouter';
import styles from './keywords-screen.module.css';

/** The formulas of all figures. */
export const HowWeCount = () => (
  <details className={styles.formulas}>
    <summary>How we count</summary>
    <p>
      Every night at {KEYWORD_COUNT_TIME} UTC, from the pins of this catalog: every topic, every search, and every phrase of one to four
      words in a title or in one sentence of a description that at least five pins have. Of each pin, the first {MAX_WORDS_PER_PIN} words of
      title and description count. All spellings count together; the most frequent one is shown. These are not Pinterest’s own search
      figures.
    </p>
    <p>Left out, unless five pins have it as their topic or search:</p>
    <ul>
      <li>
        phrases that begin or end with a stop word (such as “the”; of English, of each language that the texts of a pin show two other stop
        words of, and words that are stop words in at least {100 * STOP_WORD_SHARE}% of their pins) or end with a number below 1,000, or
        that say a word twice with no stop word between;
      </li>
      <li>
        phrases of general words alone (“best”, “click”), phrases with two words of a short list that disclosures of advertising consist of
        (“affiliate”, “commission”, “link”), and single words of fewer than three letters or that say too little alone (“everything”);
      </li>
      <li>
        pieces of longer phrases: where, stop words aside, the same word comes before or after a phrase in at least {100 * PIECE_SHARE}% of
        its pins, or where it ends in fewer than {100 * MIN_EDGE_SHARE}% of them, or, if it has several words, begins in so few. It ends
        where a punctuation mark, a number, a stop word, or a general word comes next. In each pin, the first place counts;
      </li>
      <li>
        phrases spread evenly over the topics, such as “ideas”: the shares of their pins by topic and those of all pins overlap by at least{' '}
        {100 * MIN_TOPIC_OVERLAP}% (of each topic, the smaller share counts). This applies to phrases of at least {MIN_SPREAD_PINS} pins
        with topics, and only where no topic is more than {100 * MAX_TOPIC_SHARE}% of all topics of pins;
      </li>
      <li>
        titles, sentences, parts of at least {MIN_PART_WORDS} words between punctuation marks, and runs of at least {TEMPLATE_WORDS} words
        that are in more than {MAX_REPETITIONS} pins of one account. Pins without a known owner count as of one;
      </li>
      <li>
        phrases that one account has in at least {100 * ACCOUNT_SHARE}% of their pins: they say something about the account. This applies
        where the pins are of at least {MIN_ACCOUNTS} known accounts.
      </li>
    </ul>
    <p>
      A shorter keyword gives way where at least {100 * GIVE_WAY_SHARE}% of its pins have one longer listed keyword that contains it:
      “seating chart” is listed, “seating” is not.
    </p>
    <dl>
      <dt>Boards about it</dt>
      <dd>
        Those that have it as a topic, or in their name. The strongest boards and influencers are those with the most saves on its pins.
      </dd>
      <dt>Saves per pin</dt>
      <dd>The median of the known saves of its pins.</dd>
      <dt>Competition, 0 to 100</dt>
      <dd>
        100 × min(1, log₁₀(1 + median saves of its ten most saved pins) ÷ 4): about 25 at 10 saves, 50 at 100, 75 at 1,000. Open below 50,
        Contested below 75, else Locked: its best pins are hard to beat, with or without Premium.
      </dd>
      <dt>Momentum, 0 to 100</dt>
      <dd>
        The <Link href={paths.momentum}>published score</Link> over 90 days of the daily sum of saves of its pins. A pin counts with its
        last reading, and from its second one on. Readings of failed crawls are left out.
      </dd>
      <dt>90 days</dt>
      <dd>How this sum developed, and its growth.</dd>
      <dt>Fresh</dt>
      <dd>
        The share of its pins that were created in the last 90 days, among those whose creation is known. Unknown where this is fewer than
        half of them.
      </dd>
      <dt>Season</dt>
      <dd>
        The shares of its pins by the month of their creation, where at least {MIN_SEASON_PINS} dates are known, and those of half of its
        pins. A month is a peak from {100 * MIN_PEAK_SHARE}% on, if it is also {MIN_PEAK_DEVIATIONS} standard deviations above an even year
        (some month is always the highest), and still is without the year in which it has the most pins. “Publish by” comes from its
        searches instead, where these are known.
      </dd>
      <dt>Opportunity, 0 to 100</dt>
      <dd>
        100 × (½ × momentum rank + ½ × demand rank) × room. The ranks are the shares of the other keywords with less momentum and with fewer
        saves per pin; one with as much counts half. Room is min(1, (100 − competition) ÷ 50): all of it for an open keyword, half of it
        where it becomes locked, none at 100. Unknown without saves or momentum.
      </dd>
      <dt>Related keywords</dt>
      <dd>On at least five common pins, more often than chance says, ranked by log-likelihood ratio (Dunning 1993).</dd>
    </dl>
  </details>
);
