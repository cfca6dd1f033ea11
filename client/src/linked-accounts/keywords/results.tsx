import type { ResearchResults } from '#domain/linked-accounts/contract';
import { MAX_RESULT_PINS } from '#domain/linked-accounts/own-analytics';
import { formatCount } from '#domain/numbers';
import { ExternalLink } from '../../ui/navigation/external-link';

/** `3 pins, 1,240 saves, best: …`: the user's pins about a saved keyword. */
export function KeywordResults({ found }: { readonly found: ResearchResults['keywords'][number] | undefined }) {
  if (!found) return 'no pin of yours has it in its title yet.';
  const { pins, total } = found;
  const known = pins
    .flatMap((pin) => (pin.saves === null ? [] : [{ ...pin, saves: pin.saves }]))
    .toSorted((one, other) => other.saves - one.saves);
  const [best] = known;
  const sum = known.reduce((saves, pin) => saves + pin.saves, 0);
  return (
    <>
      {formatCount(total, 'pin', 'pins')}, {best ? formatCount(sum, 'save', 'saves') : '– saves'}
      {best && known.length < total && ` of ${known.length} of them`}
      {best && (
        <>
          , best: <ExternalLink href={`https://www.pinterest.com/pin/${best.id}/`}>{best.title ?? `Pin ${best.id}`}</ExternalLink>
        </>
      )}
    </>
  );
}

/** What is counted. */
export const ResultsNote = () => (
  <p className="caption">
    Your pins with this keyword in their title, and their saves of the first 30 days; “–” where Pinterest no longer reaches back.
  </p>
);

/** What was not read; nothing where all was. */
export function ResultsLimits({ results: { pins_unread, pins_read, is_complete } }: { readonly results: ResearchResults }) {
  const sentences = [
    ...(is_complete ? [] : [`Only your newest ${formatCount(pins_read, 'pin', 'pins')} were looked through.`]),
    ...(pins_unread === 0
      ? []
      : [
          `The saves of ${formatCount(pins_unread, 'pin', 'pins')} were not read: those of the newest ${MAX_RESULT_PINS} are, if Pinterest answers in time.`,
        ]),
  ];
  return sentences.length > 0 && <p className="caption">{sentences.join(' ')}</p>;
}
