import { useState } from 'react';
import { MAX_TOPICS } from '#domain/watching/today/interests';
import { api } from '../../api/api';
import { useResource } from '../../api/use-resource';
import { TopicTiles } from '../../catalog/topics/topic-tiles';
import { LoadError } from '../../ui/feedback/load-error';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { useSubmission } from '../../ui/form/use-submission';
import { StepFrame, type StepProps } from './step-frame';

/** Asks for topics, with pictures: nothing is typed. */
export function TopicStep({ number, takesFocus, onDone, topics }: StepProps & { readonly topics: readonly string[] }) {
  const { data, error, reload } = useResource('topics', (signal) => api('GET /topics', { signal }));
  const [chosen, setChosen] = useState(topics);
  const { busy, run } = useSubmission();
  const suggested = data?.topics ?? [];
  // What was chosen before stays on the page, so that it can be unchosen.
  const shown = [
    ...topics.filter((topic) => suggested.every((one) => one.topic !== topic)).map((topic) => ({ topic, pins: null, pictures: [] })),
    ...suggested,
  ];
  const toggle = (topic: string) =>
    setChosen((before) =>
      before.includes(topic) ? before.filter((one) => one !== topic) : before.length < MAX_TOPICS ? [...before, topic] : before,
    );
  const save = (next: readonly string[]) =>
    run(async () => {
      await api('PUT /users/me/topics', { body: { topics: [...next] } });
      onDone();
    });
  const toggleAt = (index: number) => {
    const tile = shown[index];
    if (tile) toggle(tile.topic);
  };
  // As high as the window, so that nothing on screen moves when the tiles are there.
  if (!data && !error) return <SkeletonBar height={innerHeight} />;
  return (
    <StepFrame
      number={number}
      takesFocus={takesFocus}
      title="What do you pin about?"
      hint="Choose one or more topics. The keys 1 to 9 choose the first ones, and Enter goes on."
      action={chosen.length === 0 ? 'Continue' : `Continue with ${chosen.length}`}
      isBusy={busy}
      onAct={() => void save(chosen)}
      onSkip={() => void save(topics)}
      onDigit={toggleAt}
    >
      {error && <LoadError onRetry={() => void reload()} />}
      {data && <TopicTiles topics={shown} chosen={chosen} onToggle={toggle} />}
    </StepFrame>
  );
}
