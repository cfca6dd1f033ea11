import { classes } from '../../ui/classes';
import { useState } from 'react';
import type { BoardRow, PinnerRow } from '#domain/catalog/list-contract';
import type { FollowSuggestions } from '#domain/watching/today/contract';
import { api } from '../../api/api';
import { useEndpoint } from '../../api/resource';
import { CheckDots } from '../../catalog/list/columns/column-cell';
import { CountWithNoun } from '../../ui/count';
import { rowUsername } from '../../ui/entity-names';
import { LoadError } from '../../ui/feedback/load-error';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { useSubmission } from '../../ui/form/use-submission';
import { EntityPicture } from '../../ui/picture/picture';
import { addToFirstList, type WatchedEntity } from '../../watching/watching';
import { StepFrame, type StepProps } from './step-frame';
import styles from './first-run.module.css';

type Suggestion = { readonly entity: 'board' | 'pinner'; readonly row: BoardRow | PinnerRow; readonly isRival: boolean };

const noSuggestions: FollowSuggestions = { boards: [], pinners: [], rivals: 0, are_of_topics: true };

const keyOf = ({ entity, row }: Suggestion) => `${entity} ${row._id}`;

/** Proposes boards and influencers, those of the user's topics and similar ones ticked, and the weekly email, which is not. */
export function FollowStep({ number, takesFocus, onDone }: StepProps) {
  const { data, error, reload } = useEndpoint('GET /users/me/suggestions');
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const [isEmailed, setIsEmailed] = useState(false);
  const { busy, run } = useSubmission();
  const { rivals, are_of_topics: areOfTopics, ...suggested } = data ?? noSuggestions;
  const boards = suggested.boards.map((row): Suggestion => ({ entity: 'board', row, isRival: false }));
  const pinners = suggested.pinners.map((row, index): Suggestion => ({ entity: 'pinner', row, isRival: index < rivals }));
  const all = [...boards, ...pinners];
  const isTicked = (one: Suggestion) => (areOfTopics || one.isRival) !== toggled.includes(keyOf(one));
  const ticked = all.filter(isTicked);
  const toggle = (one: Suggestion) =>
    setToggled((before) => (before.includes(keyOf(one)) ? before.filter((key) => key !== keyOf(one)) : [...before, keyOf(one)]));
  const toggleAt = (index: number) => {
    const one = all[index];
    if (one) toggle(one);
  };
  const follow = () =>
    run(async () => {
      await addToFirstList(ticked.map(({ entity, row }): WatchedEntity => ({ entity, id: row._id, title: row.title })));
      if (isEmailed) await api('PATCH /users/me/optional-emails', { body: { weekly: true } });
      onDone();
    });
  return (
    <StepFrame
      number={number}
      takesFocus={takesFocus}
      title="Follow these?"
      hint={
        areOfTopics
          ? 'Boards and influencers of your topics, those that pass the most checks first.'
          : 'You chose no topics: these are the boards and influencers of the whole catalog that pass the most checks.'
      }
      keysHint={`The keys 1 to 9 ${areOfTopics ? 'untick' : 'tick'} the first ones.`}
      action={ticked.length === 0 ? 'Show today' : `Watch ${ticked.length} and show today`}
      isBusy={busy || (!data && !error)}
      onAct={() => void follow()}
      onSkip={onDone}
      onDigit={toggleAt}
    >
      {error && <LoadError onRetry={reload} />}
      {!data && !error && <SkeletonBar height={320} />}
      {data && all.length === 0 && <p>There is nothing to suggest yet.</p>}
      <div className={classes('pair', styles.follows)}>
        <Suggestions name="Boards" suggestions={boards} isTicked={isTicked} onToggle={toggle} />
        <Suggestions name="Influencers" suggestions={pinners} isTicked={isTicked} onToggle={toggle} />
      </div>
      <label className="row tap check gap-3">
        <input type="checkbox" checked={isEmailed} onChange={({ target }) => setIsEmailed(target.checked)} />
        Email me on Mondays what moved
      </label>
    </StepFrame>
  );
}

interface SuggestionsProps {
  readonly name: string;
  readonly suggestions: readonly Suggestion[];
  readonly isTicked: (one: Suggestion) => boolean;
  readonly onToggle: (one: Suggestion) => void;
}

function Suggestions({ name, suggestions, isTicked, onToggle }: SuggestionsProps) {
  if (suggestions.length === 0) return null;
  return (
    <fieldset>
      <legend className={classes('strong', styles.legend)}>{name}</legend>
      {suggestions.map((one) => (
        <label key={keyOf(one)} className={classes('stack line-above items-center check gap-1 gap-x-3', styles.follow)}>
          <input type="checkbox" checked={isTicked(one)} onChange={() => onToggle(one)} />
          <EntityPicture entity={one.entity} row={one.row} width={40} />
          <span>
            <bdi>{one.row.title}</bdi>
            <span className="cluster items-stretch gap-x-4">
              <span className="small">{one.isRival ? 'Similar to you' : rowUsername(one.row)}</span>
              <span className="small">
                <CountWithNoun value={one.row.follower_count} noun="follower" />
              </span>
              <span className={classes('small', styles.checks)}>
                <CheckDots checks={one.row.checks} />
              </span>
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
