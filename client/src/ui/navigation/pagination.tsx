import { wholeNumber } from '#domain/numbers';
import { classes } from '../classes';
import { Button } from '../form/button';
import { Icon } from '../icon';
import { useIsNarrow } from '../use-media';
import styles from './pagination.module.css';

interface PaginationProps {
  readonly page: number;
  /** Null: not known, so that only the current page is shown. */
  readonly pages: number | null;
  /** Why other pages are locked; null when they are not. */
  readonly locked?: string | null;
  /** Why there are more pages than these, which the viewer may not open; null without such pages. */
  readonly lockedMore?: string | null;
  readonly name?: 'top' | 'bottom';
  readonly onPage: (page: number) => void;
}

/** The page numbers to show: the first, the last, and those around the current one; a negative number is a gap before that page. */
export function pageNumbers(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const numbers = [...new Set(near)].toSorted((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1] ?? number - 1;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [-number, number] : [number];
  });
}

/** The page that an address names; the first one by default. */
export function pageIn(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
}

/** The page navigation of a list: Previous, page numbers, Next; on narrow screens, only the current number. */
export function Pagination({ page, pages, locked = null, lockedMore = null, name = 'bottom', onPage }: PaginationProps) {
  const narrow = useIsNarrow();
  const last = pages ?? page;
  const isLocked = locked !== null;
  const lockId = `pages-locked-${name}`;
  return (
    <nav
      className={classes('cluster push gap-1', styles.pagination)}
      aria-label={name === 'top' ? 'Pages' : 'Pages, below the list'}
      data-testid={`pagination-${name}`}
    >
      <Button
        disabled={isLocked || page <= 1}
        onClick={() => onPage(Math.min(page - 1, last))}
        aria-describedby={isLocked ? lockId : undefined}
      >
        <span aria-hidden="true">‹ </span>Previous
      </Button>
      {(narrow || pages === null ? [Math.min(page, last)] : pageNumbers(page, pages)).map((number) =>
        number <= 0 ? (
          <span key={number} className={classes('muted text-center', styles.gap)} aria-hidden="true">
            …
          </span>
        ) : (
          <Button
            key={number}
            className={styles.page}
            aria-label={`Page ${wholeNumber(number)}`}
            aria-current={number === page ? 'page' : undefined}
            disabled={isLocked}
            onClick={() => onPage(number)}
          >
            {wholeNumber(number)}
          </Button>
        ),
      )}
      {lockedMore !== null && !narrow && (
        <span className={classes('inline-center muted', styles.locked)} title={lockedMore} data-testid="locked-pages">
          <Icon name="lock" size={16} />
          <span className="sr-only">{lockedMore}</span>
        </span>
      )}
      <Button disabled={isLocked || page >= last} onClick={() => onPage(page + 1)} aria-describedby={isLocked ? lockId : undefined}>
        Next<span aria-hidden="true"> ›</span>
      </Button>
      {isLocked && (
        <p id={lockId} className={classes(styles.lockReason, 'caption')}>
          {locked}
        </p>
      )}
    </nav>
  );
}
