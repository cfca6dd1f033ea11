import type { ReactNode } from 'react';
import { wholeNumber } from '#domain/numbers';
import { useResource } from '../../api/resource';
import { EmptyPanel } from '../feedback/empty-panel';
import { Button } from '../form/button';

/** A filter that is set, by its name and as its chip says it. */
interface ShownFilter<N extends string> {
  readonly name: N;
  readonly label: string;
}

interface NoHitsProps<N extends string> {
  readonly title: string;
  /** The address of the list: the counts are of this list. */
  readonly url: string;
  readonly applied: readonly ShownFilter<N>[];
  readonly testId: string;
  /** How many rows the list has without some of its filters. */
  readonly countWithout: (names: readonly N[], signal: AbortSignal) => Promise<number>;
  readonly onRemove: (names: readonly N[]) => void;
  /** What else to try where removing one or two filters does not help. */
  readonly otherwise?: string | undefined;
  /** Other ways out. */
  readonly children?: ReactNode;
}

/** A list whose filters leave nothing: which one of them to remove, or which two, and how many rows there are without. */
export function NoHits<N extends string>({ title, url, applied, testId, countWithout, onRemove, otherwise, children }: NoHitsProps<N>) {
  const names = applied.map(({ name }) => name);
  const { data: removal, busy } = useResource(`removal ${url}`, (signal) => findRemoval(names, (removed) => countWithout(removed, signal)));
  const labels = applied.filter(({ name }) => removal?.names.includes(name)).map(({ label }) => `“${label}”`);
  const number = removal ? wholeNumber(removal.total) : '';
  return (
    <EmptyPanel title={title} label="Nothing to show" testId={testId}>
      {!busy && !removal && otherwise && <p>{otherwise}</p>}
      {removal && (
        <>
          <p>
            Without {labels.join(' and ')} there {number === '1' ? 'is' : 'are'} {number}.
          </p>
          <Button kind="primary" onClick={() => onRemove(removal.names)}>
            {labels.length === 1 ? 'Remove it' : 'Remove both'}
          </Button>
        </>
      )}
      {/* Until the counts are there, only what stays: the panel must not offer one filter after the other. */}
      {!busy && applied.length > (removal ? removal.names.length : 0) && (
        <Button onClick={() => onRemove(names)}>Remove all filters</Button>
      )}
      {children}
    </EmptyPanel>
  );
}

/** Filters to remove, and how many rows there are without them. */
interface Removal<N extends string> {
  readonly names: readonly N[];
  readonly total: number;
}

/** With more filters, no pairs are counted: each pair is a request. */
const MAX_PAIRED_FILTERS = 5;

/** The filter without which there are the most rows; where there are none without any one, the best pair of three or more. */
async function findRemoval<N extends string>(
  names: readonly N[],
  countWithout: (removed: readonly N[]) => Promise<number>,
): Promise<Removal<N> | null> {
  const best = async (removals: readonly (readonly N[])[]) => {
    const counted = await Promise.all(removals.map(async (removed) => ({ names: removed, total: await countWithout(removed) })));
    return counted.filter(({ total }) => total > 0).toSorted((a, b) => b.total - a.total)[0] ?? null;
  };
  const single = await best(names.map((name) => [name]));
  if (single || names.length < 3 || names.length > MAX_PAIRED_FILTERS) return single;
  return best(names.flatMap((one, place) => names.slice(place + 1).map((other) => [one, other])));
}
