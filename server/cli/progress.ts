import { wholeNumber } from '#domain/numbers';

/** Where progress is shown: a terminal gets one line that is redrawn, anything else a plain line now and then. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const REDRAW = 100;
const PLAIN = 5_000;
const BAR = 24;

/** `0:07`, `12:40`, `1:02:03` for seconds. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** How far a long work is: share, rate and the time that is left. One after the other; a new title begins a new count. */
export class Progress {
  #title = '';
  #began = 0;
  #shown = 0;
  #drawn = false;

  /** `now` in milliseconds, from anywhere. */
  constructor(
    private readonly output: ProgressOutput,
    private readonly now: () => number,
  ) {}

  /** `share` from 0 to 1, null where it is unknown; `rows` so far. */
  show(title: string, share: number | null, rows: number): void {
    const now = this.now();
    if (title !== this.#title) {
      this.clear();
      this.#title = title;
      this.#began = now;
      this.#shown = now;
      return;
    }
    if (now - this.#shown < (this.output.isTTY ? REDRAW : PLAIN)) return;
    this.#shown = now;
    const text = this.#text(share, rows, (now - this.#began) / 1000);
    if (!this.output.isTTY) this.output.write(`${text}\n`);
    else this.output.write(`\r\u001b[K${text.slice(0, (this.output.columns ?? 80) - 1)}`);
    this.#drawn = true;
  }

  #text(share: number | null, rows: number, seconds: number): string {
    const rate = seconds > 0 ? `${wholeNumber(Math.round(rows / seconds))} rows/s` : '';
    if (share === null) return `${this.#title}  ${wholeNumber(rows)} rows  ${rate}`;
    const left = share > 0 ? `${duration((seconds * (1 - share)) / share)} left` : '';
    const full = Math.round(share * BAR);
    const bar = this.output.isTTY ? `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ` : '';
    return `${this.#title}  ${bar}${Math.floor(share * 100)} %  ${wholeNumber(rows)} rows  ${rate}  ${left}`.trimEnd();
  }

  /** Takes the line off a terminal, so that the next one begins clean. */
  clear(): void {
    if (this.output.isTTY && this.#drawn) this.output.write('\r\u001b[K');
    this.#drawn = false;
  }
}
