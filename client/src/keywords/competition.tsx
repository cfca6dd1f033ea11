import { competitionLevels, competitionNames } from '#domain/keywords/competition';
import type { KeywordRow } from '#domain/keywords/contract';
import { SpokenAs } from '../ui/count';

/** The left edge, the top edge, and the height of one bar per level. */
const bars = [
  [0, 8, 4],
  [5, 5, 7],
  [10, 2, 10],
] as const;

/** `Contested 52`, with as many filled bars as its level is high: a level and not a lock, whatever its name is. */
export function Competition({ row: { competition, competition_level: level } }: { readonly row: KeywordRow }) {
  if (level === null) return <SpokenAs shown="–" spoken="unknown" />;
  const height = competitionLevels.indexOf(level);
  const score = Math.round(competition ?? 0);
  return (
    <span className="inline-row items-baseline gap-2" title={`Competition: ${competitionNames[level]}, ${score} of 100`}>
      <svg viewBox="0 0 14 12" width="14" height="12" aria-hidden="true">
        {bars.map(([x, y, barHeight], bar) => (
          <rect key={x} fill={bar <= height ? 'var(--text)' : 'var(--border)'} x={x} y={y} width="4" height={barHeight} rx="1" />
        ))}
      </svg>
      <span className="number">
        {competitionNames[level]} <span className="small">{score}</span>
      </span>
    </span>
  );
}
