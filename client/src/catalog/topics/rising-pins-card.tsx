import { useState } from 'react';
import { pickRisingPins } from '#domain/catalog/popular-pins';
import { MOMENTUM_ORDER } from '#domain/catalog/variants';
import { api, endpointUrl } from '../../api/api';
import { useResource } from '../../api/use-resource';
import { paths } from '../../site/paths';
import { useEntitlement } from '../../site/session';
import { TextButton } from '../../ui/form/button';
import { OverviewCard } from '../../ui/overview-card';
import { useChosenTopics } from './chosen-topics';
import { PinStrip } from './pin-strip';
import { TopicsForm } from './topics-form';

/** The id of the card, to link to. */
export const RISING_PINS_ID = 'rising-pins';

/** The rising pins of the user's topics, for the dashboard; before, the question for these topics. */
export function RisingPinsCard() {
  const topics = useChosenTopics();
  const [isChoosing, setIsChoosing] = useState(false);
  const hasMomentum = useEntitlement('momentum');
  const query = { topic: topics ?? '', order_by: hasMomentum ? MOMENTUM_ORDER : 'saves_growth_last_90_days', per_page: 10 } as const;
  const key = endpointUrl('GET /pins', { query });
  const loadPages = (signal: AbortSignal) => Promise.all([1, 2, 3].map((page) => api('GET /pins', { query: { ...query, page }, signal })));
  const { data, dataKey, error, reload } = useResource(key, loadPages, { isEnabled: topics !== null, isCached: true });
  const pins =
    data && dataKey === key
      ? pickRisingPins(
          data.flatMap(({ pins: rows }) => rows),
          hasMomentum,
        )
      : null;
  const isAsked = topics === null || isChoosing;
  const { topic, order_by } = query;
  return (
    <OverviewCard
      id={RISING_PINS_ID}
      title="Rising in your topics"
      all={isAsked ? null : { path: `${paths.pins}?${new URLSearchParams({ topic, order_by })}`, label: 'All pins' }}
      hasFailed={error !== null && !isAsked}
      onRetry={() => void reload()}
    >
      {isAsked ? (
        <TopicsForm topics={topics} onDone={() => setIsChoosing(false)} />
      ) : (
        pins && (
          <>
            {pins.length > 0 ? <PinStrip pins={pins} /> : <p>No pin about this is rising now: {topics.replaceAll(',', ', ')}.</p>}
            <p>
              <TextButton onClick={() => setIsChoosing(true)}>Change topics</TextButton>
            </p>
          </>
        )
      )}
    </OverviewCard>
  );
}
