import { wholeNumber } from '#domain/numbers';

/** Where progress is shown: a terminal gets one line that is redrawn, other outputs get a plain line every few seconds. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const REDRAW_INTERVAL_MS = 100;
const PLAIN_INTERVAL_MS = 5_000;
const BAR_WIDTH = 24;

/** The seconds since a time of `performance.now()`, to the millisecond. */
export const secondsSince = (startedAtMs: number): number => Math.round(performance.now() - startedAtMs) / 1000;

/** Formats seconds as `0:07`, `12:40`, or `1:02:03`. */
export function formatTimer(seconds: number): string {
  const totalSeconds = Math.max(0, Math.round(seconds));
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes, remainingSeconds] = [Math.floor(totalSeconds / 3600), Math.floor(totalSeconds / 60) % 60, totalSeconds % 60];
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(remainingSeconds)}` : `${minutes}:${twoDigits(remainingSeconds)}`;
}

/** The progress of a long task: share, rate and remaining time. A new title starts a new task. */
export class Progress {
  #title = '';
  #startedAtMs = 0;
  #shownAtMs = 0;
  #isDrawn = false;

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(
    private readonly output: ProgressOutput,
    private readonly now = () => performance.now(),
  ) {}

  /** `share` is 0 to 1, or null if unknown; `rows` is the number of rows so far. */
  show(title: string, share: number | null, rows: number): void {
    const now = this.now();
    if (title !== this.#title) {
      this.clear();
      this.#title = title;
      this.#startedAtMs = now;
      this.#shownAtMs = now;
      return;
    }
    if (now - this.#shownAtMs < (this.output.isTTY ? REDRAW_INTERVAL_MS : PLAIN_INTERVAL_MS)) return;
    this.#shownAtMs = now;
    const text = this.#formatLine(share, rows, (now - this.#startedAtMs) / 1000);
    if (!this.output.isTTY) this.output.write(`${text}\n`);
    else this.output.write(`\r\u001b[K${text.slice(0, (this.output.columns ?? 80) - 1)}`);
    this.#isDrawn = true;
  }

  #formatLine(share: number | null, rows: number, seconds: number): string {
    const rate = seconds > 0 ? `${wholeNumber(Math.round(rows / seconds))} rows/s` : '';
    if (share === null) return `${this.#title}  ${wholeNumber(rows)} rows  ${rate}`;
    const remainingTime = share > 0 ? `${formatTimer((seconds * (1 - share)) / share)} left` : '';
    const filledWidth = Math.round(share * BAR_WIDTH);
    const bar = this.output.isTTY ? `[${'#'.repeat(filledWidth)}${'.'.repeat(BAR_WIDTH - filledWidth)}] ` : '';
    return `${this.#title}  ${bar}${Math.floor(share * 100)}%  ${wholeNumber(rows)} rows  ${rate}  ${remainingTime}`.trimEnd();
  }

  /** Erases the line on a terminal. */
  clear(): void {
    if (this.output.isTTY && this.#isDrawn) this.output.write('\r\u001b[K');
    this.#isDrawn = false;
  }
}
