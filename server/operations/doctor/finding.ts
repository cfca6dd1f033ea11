/** The result of a check: one line of `corklight doctor`. */
export interface Finding {
  /** What was checked, such as `Postgres version`. */
  readonly subject: string;
  /** `broken`: the server cannot work like this. `doubtful`: it works, but not as it should. */
  readonly state: 'good' | 'doubtful' | 'broken';
  readonly message: string;
  /** How to mend it; null if it is good. */
  readonly fix: string | null;
}

export const good = (subject: string, message: string): Finding => ({ subject, state: 'good', message, fix: null });
export const doubtful = (subject: string, message: string, fix: string): Finding => ({ subject, state: 'doubtful', message, fix });
export const broken = (subject: string, message: string, fix: string): Finding => ({ subject, state: 'broken', message, fix });
