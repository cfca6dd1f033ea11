import { KEYWORD_COUNT_TIME, MAX_KEYWORDS_PER_PIN } from '#domain/analytics/keywords/keywords';
import { paths } from '../site/paths';
import { Link } from 'wouter';
import styles from './keywords-screen.module.css';

/** The formulas of all figures. */
export const HowWeCount = () => (
  <details className={styles.formulas}>
    <summary>How we count</summary>
    <p>
      Every night at {KEYWORD_COUNT_TIME} UTC, from the pins of this catalog: every topic, search, and word that at least five pins have. Of
      each pin, the first {MAX_KEYWORDS_PER_PIN} count: its searches, then its topics, then the words of its texts. All spellings count
      together; the most frequent one is shown. These are not Pinterest’s own search figures.
    </p>
    <dl>
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
        last reading, and from its second one on.
      </dd>
      <dt>90 days</dt>
      <dd>How this sum developed, and its growth.</dd>
      <dt>Fresh</dt>
      <dd>The share of its pins that were created in the last 90 days, among those whose creation is known.</dd>
      <dt>Opportunity, 0 to 100</dt>
      <dd>
        100 × (0.5 × momentum ÷ 100 + 0.3 × demand rank + 0.2 × fresh) × (1 − competition ÷ 100)<sup>1.5</sup>. The demand rank is the share
        of keywords with fewer saves per pin.
      </dd>
      <dt>Related keywords</dt>
      <dd>On at least five common pins, more often than chance says, ranked by log-likelihood ratio (Dunning 1993).</dd>
    </dl>
  </details>
);
