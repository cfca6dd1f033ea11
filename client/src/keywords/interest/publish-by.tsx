import type { KeywordSeason } from '#domain/keywords/contract';
import { isOldCurve, MIN_PEAK_RATIO, MIN_WEEKLY_VALUES, RISE_SHARE, SEASON_WEEKS } from '#domain/keywords/interest/publish-by';
import { dayOf } from '#domain/days';
import { Card } from '../../ui/card';
import { formatDate, formatDay, present } from '../../ui/format';

/** `now`, or the day to publish by. */
export const publishByText = (publishBy: string): string => (dayOf(new Date(publishBy)) <= present.day ? 'now' : formatDay(publishBy));

function seasonSentence({ state, weeks, rise_on: rise, publish_by: publishBy }: KeywordSeason, leadDays: number): string {
  if (state === 'short')
    return `Not enough history: ${weeks} of the newest ${SEASON_WEEKS} weeks have a value, and ${MIN_WEEKLY_VALUES} are needed.`;
  if (rise === null || publishBy === null) return 'No season: no week stands out.';
  const when = dayOf(new Date(publishBy)) <= present.day ? 'Publish now' : `Publish by ${formatDate(publishBy)}`;
  return `${when}: searches start to rise about ${formatDate(rise)}, and pins need ${leadDays} days to be found.`;
}

/** When to publish pins for a keyword, with the rule. */
export function PublishByCard({ season, leadDays }: { readonly season: KeywordSeason; readonly leadDays: number }) {
  const { region, source, curve_to: curveTo } = season;
  return (
    <Card hasSmallTitle title="Publish by" data-testid="publish-by" className="stack gap-2">
      <p>{seasonSentence(season, leadDays)}</p>
      {isOldCurve(dayOf(new Date(curveTo)), present.day) && (
        <p>The curve is older than two years: it ends on {formatDate(curveTo)}. The season may have moved.</p>
      )}
      <details>
        <summary>How this is found</summary>
        <p>
          From the newest {SEASON_WEEKS} weeks of {[source, region].filter(Boolean).join(', ')}. There is a season if the highest week is{' '}
          {MIN_PEAK_RATIO} times the average. The rise starts after the last week before the highest one that is at most {100 * RISE_SHARE}%
          of the way from the lowest week to the highest, with the year read as a circle. It is moved forward by whole years, and the day to
          publish by is {leadDays} days before it.
        </p>
      </details>
    </Card>
  );
}
