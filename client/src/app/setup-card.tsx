import { useState } from 'react';
import { api } from '../api/api';
import { useResource } from '../api/use-resource';
import { useChosenTopics } from '../catalog/topics/chosen-topics';
import { RISING_PINS_ID } from '../catalog/topics/rising-pins-card';
import { paths } from '../site/paths';
import { readStored, store } from '../site/storage';
import { Button, ButtonRow } from '../ui/form/button';
import { Icon } from '../ui/icon';
import { Link } from 'wouter';
import { OverviewCard } from '../ui/overview-card';
import { Row, RowList } from '../ui/row-list';
import { loadWatching, useWatching } from '../watching/watching';
import text from '../ui/text.module.css';

const SETUP_HIDDEN_KEY = 'setup-hidden';

/** Loads which steps that the server knows are done. */
async function loadSetup(signal: AbortSignal) {
  const [accounts, emails] = await Promise.all([
    api('GET /users/me/pinterest_accounts', { signal }),
    api('GET /users/me/optional-emails', { signal }),
  ]);
  return { isLinked: accounts.length > 0, hasWeeklyEmail: emails.weekly };
}

/** The steps that fill a dashboard, until the user hides them in this browser. */
export function SetupCard() {
  const [isHidden, setIsHidden] = useState(() => readStored(SETUP_HIDDEN_KEY) !== null);
  const hide = () => {
    store(SETUP_HIDDEN_KEY, 'yes');
    setIsHidden(true);
  };
  return isHidden ? null : <Setup onHide={hide} />;
}

function Setup({ onHide }: { readonly onHide: () => void }) {
  const topics = useChosenTopics();
  const watching = useWatching();
  const { data, error, reload } = useResource('setup', loadSetup);
  const steps = data &&
    watching.data && [
      { name: 'Say what you pin about', href: `${paths.dashboard}#${RISING_PINS_ID}`, isDone: topics !== null },
      { name: 'Watch a board, an influencer, or a pin', href: paths.boards, isDone: watching.data.watchlists.some(hasItems) },
      { name: 'Link a Pinterest account', href: `${paths.dashboard}#linked-accounts`, isDone: data.isLinked },
      { name: 'Get the weekly email', href: `${paths.watchlists}#emails`, isDone: data.hasWeeklyEmail },
    ];
  const doneCount = steps?.filter(({ isDone }) => isDone).length;
  const retry = () => {
    if (error) void reload();
    if (watching.hasFailed) void loadWatching();
  };
  return (
    <OverviewCard
      id="setup"
      title={steps ? `Finish setup (${doneCount} of ${steps.length})` : 'Finish setup'}
      all={null}
      hasFailed={error !== null || watching.hasFailed}
      onRetry={retry}
    >
      {steps && (
        <>
          <RowList>
            {steps.map(({ name, href, isDone }) => (
              <Row key={name}>
                {isDone ? (
                  <>
                    <span className={text.muted}>{name}</span>
                    <span className={text.small}>
                      <Icon name="check" /> Done
                    </span>
                  </>
                ) : (
                  <Link href={href}>{name}</Link>
                )}
              </Row>
            ))}
          </RowList>
          <ButtonRow>
            <Button kind="quiet" onClick={onHide}>
              Hide these steps
            </Button>
          </ButtonRow>
        </>
      )}
    </OverviewCard>
  );
}

const hasItems = ({ items }: { readonly items: readonly unknown[] }): boolean => items.length > 0;
