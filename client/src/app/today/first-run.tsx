import { useState } from 'react';
import { FollowStep } from './follow-step';
import { MAX_TOPICS, MAX_SITE_LENGTH } from '#domain/watching/today/interests';
import { api } from '../../api/api';
import { useEndpoint } from '../../api/resource';
import { LoadError } from '../../ui/feedback/load-error';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { useSubmission } from '../../ui/form/use-submission';
import { StepFrame, type StepProps, useHasKeys } from './step-frame';
import { classes } from '../../ui/classes';
import { formatCount } from '#domain/numbers';
import { Icon } from '../../ui/icon';
import { Picture } from '../../ui/picture/picture';
import type { OwnSite } from '#domain/watching/today/contract';
import { OwnSiteCard } from '../../catalog/today-cards';
import { Field } from '../../ui/form/field';
import { Form } from '../../ui/form/form';
import { FormError } from '../../ui/form/form-message';
import styles from './first-run.module.css';

const PICTURE_WIDTH_PX = 64;
/** How many tiles have a key, and are on the first screen. */
const MAX_KEYS = 9;

interface TopicTile {
  readonly topic: string;
  readonly pins: number | null;
  readonly pictures: readonly string[];
}

interface TopicTilesProps {
  readonly topics: readonly TopicTile[];
  readonly chosen: readonly string[];
  readonly onToggle: (topic: string) => void;
  /** Whether the first nine tiles show their keys. */
  readonly hasKeys: boolean;
}

/** Topics as tiles with pictures of their pins. */
const TopicTiles = ({ topics, chosen, onToggle, hasKeys }: TopicTilesProps) => (
  <ul className={classes('stack gap-3', styles.tiles)}>
    {topics.map(({ topic, pins, pictures }, index) => (
      <li key={topic}>
        <button
          type="button"
          className={classes('surface stack at-top relative full ink hover choice gap-1', styles.tile)}
          aria-pressed={chosen.includes(topic)}
          onClick={() => onToggle(topic)}
        >
          <span className={classes('row items-stretch clip gap-1', styles.pictures)} aria-hidden="true">
            {(pictures.length === 0 ? [null] : pictures).map((image) => (
              <Picture key={image} entity="pin" id={topic} name={topic} image={image} width={PICTURE_WIDTH_PX} isEager={index < MAX_KEYS} />
            ))}
          </span>
          <bdi className={classes('strong anywhere', styles.name)}>{topic}</bdi>
          {pins !== null && <span className="caption">{formatCount(pins, 'pin', 'pins')}</span>}
          {hasKeys && index < MAX_KEYS && (
            <kbd className={classes('muted text-sm', styles.key)} aria-hidden="true">
              {index + 1}
            </kbd>
          )}
          <span className={styles.check} aria-hidden="true">
            <Icon name="check" />
          </span>
        </button>
      </li>
    ))}
  </ul>
);

/** Asks for topics, with pictures: nothing is typed. */
function TopicStep({ number, takesFocus, onDone, topics }: StepProps & { readonly topics: readonly string[] }) {
  const { data, error, reload } = useEndpoint('GET /topics');
  const hasKeys = useHasKeys();
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
      hint={shown.length === 0 ? '' : 'Choose one or more topics.'}
      keysHint={shown.length === 0 ? 'Enter goes on.' : 'The keys 1 to 9 choose the first ones, and Enter goes on.'}
      action={chosen.length === 0 ? 'Continue' : `Continue with ${chosen.length}`}
      isBusy={busy}
      onAct={() => void save(chosen)}
      onSkip={() => void save(topics)}
      onDigit={toggleAt}
    >
      {error && <LoadError onRetry={reload} />}
      {data && shown.length === 0 && <p>No pin of this catalog has a topic yet.</p>}
      {data && <TopicTiles topics={shown} chosen={chosen} onToggle={toggle} hasKeys={hasKeys} />}
    </StepFrame>
  );
}

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

/** Asks for the user's site or user name, and shows the pins that it has in the catalog. */
function SiteStep({ number, takesFocus, onDone }: StepProps) {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<OwnSite | null>(null);
  const { busy, error, run } = useSubmission({ hasErrorToast: false });
  const find = () => void run(async () => setFound(await api('PUT /users/me/site', { body: { site: typed } })));
  const isDone = (found !== null && found.site !== null) || typed.trim() === '';
  const goOn = () => (isDone ? onDone() : find());
  return (
    <StepFrame
      number={number}
      takesFocus={takesFocus}
      title="Your site or username?"
      hint="We look for your pins in the catalog, and for up to three influencers like you."
      action={isDone ? 'Continue' : 'Find my pins'}
      isBusy={busy}
      onAct={goOn}
      onSkip={onDone}
    >
      <Form className={styles.form} onSubmit={goOn}>
        <FormError id="site-error" error={error} />
        <Field
          label="Site or Pinterest username"
          hint="Such as my-blog.com or @my_name"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_SITE_LENGTH}
          value={typed}
          errorId={error ? 'site-error' : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            setFound(null);
          }}
        />
      </Form>
      {found !== null && found.site !== null && <OwnSiteCard own={{ ...found, site: found.site }} />}
    </StepFrame>
  );
}
