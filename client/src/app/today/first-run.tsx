import { useState } from 'react';
import { FollowStep } from './follow-step';
import { SiteStep } from './site-step';
import { TopicStep } from './topic-step';

const steps = ['topics', 'site', 'follow'] as const;

/** A question of the first run. */
export type FirstRunStep = (typeof steps)[number];

interface FirstRunProps {
  readonly firstStep: FirstRunStep;
  /** False if the first question is there when the page loads. */
  readonly takesFocus: boolean;
  /** The topics chosen so far. */
  readonly topics: readonly string[];
  /** Called after the last question. */
  readonly onEnd: () => Promise<void>;
}

/** Three questions, each of which can be skipped: topics, the own site, and what to follow. */
export function FirstRun({ firstStep, takesFocus, topics, onEnd }: FirstRunProps) {
  const [index, setIndex] = useState(steps.indexOf(firstStep));
  const goOn = () => (index + 1 < steps.length ? setIndex(index + 1) : void onEnd());
  const props = { number: `${index + 1} of ${steps.length}`, onDone: goOn, takesFocus: takesFocus || steps[index] !== firstStep };
  if (steps[index] === 'topics') return <TopicStep key="topics" {...props} topics={topics} />;
  return steps[index] === 'site' ? <SiteStep key="site" {...props} /> : <FollowStep key="follow" {...props} />;
}
