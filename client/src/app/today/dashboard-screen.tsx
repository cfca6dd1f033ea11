import { classes } from '../../ui/classes';
import { lazy, Suspense, useState } from 'react';
import type { Today } from '#domain/watching/today/contract';
import { MyAccount } from '../../account/my-account';
import { ScheduledPins } from '../../account/scheduled-pins';
import { OwnSiteCard } from '../../catalog/topics/own-site-card';
import { RisingPinsCard } from '../../catalog/topics/rising-pins-card';
import { KeywordPicksCard } from '../../keywords/keyword-picks-card';
import { SavedKeywordsCard } from '../../keywords/saved/saved-keywords-card';
import { LinkedAccounts } from '../../linked-accounts/linked-accounts';
import { paths } from '../../site/paths';
import { PlanCard } from '../../subscriptions/plan-card';
import { SandboxPayments } from '../../subscriptions/sandbox-payments';
import { LoadError } from '../../ui/feedback/load-error';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { Button, ButtonLink } from '../../ui/form/button';
import { Redirect } from '../../ui/navigation/redirect';
import { Screen } from '../../ui/navigation/screen';
import { SavedSearchesCard } from '../../watching/saved-searches-card';
import { SinceCard } from '../../watching/since-card';
import type { FirstRunStep } from './first-run';
import { Prompt } from './prompt';
import { SetupLine } from './setup-line';
import { greeting, useToday } from './today';
import styles from './dashboard-screen.module.css';

const FirstRun = lazy(async () => ({ default: (await import('./first-run')).FirstRun }));

/** Fragments of the cards that `/account` has: addresses from before it existed still lead to them. */
const accountFragments: ReadonlySet<string> = new Set(['#change-password', '#open-sessions', '#my-data']);

/** `/dashboard`: what is new today, and the account; composed here because its cards belong to several modules. */
export function DashboardScreen() {
  return accountFragments.has(location.hash) ? <Redirect to={`${paths.account}${location.hash}`} /> : <TodayScreen />;
}

function TodayScreen() {
  const { data, error, reload } = useToday();
  const [greetingText] = useState(() => greeting(new Date()));
  return (
    <Screen className="stack at-top gap-4" isReady={data !== null || error !== null}>
      <p className="muted">{greetingText}</p>
      {error && <LoadError onRetry={() => void reload()} />}
      {!error && (data ? <News today={data} onChange={reload} /> : <Loading />)}
      <div className={classes('stack gap-4', styles.tiles)}>
        <MyAccount plan={<PlanCard />} />
        <LinkedAccounts />
        <ScheduledPins />
      </div>
      <SandboxPayments />
    </Screen>
  );
}

/** As high as the window: what is below moves out of sight. */
const Loading = () => (
  <div className={classes('stack at-top gap-4', styles.loading)} aria-busy="true">
    <SkeletonBar height={280} />
    <SkeletonBar height={280} />
  </div>
);

interface NewsProps {
  readonly today: Today;
  readonly onChange: () => Promise<void>;
}

/** The first run of a new person, else what is new. */
function News({ today, onChange }: NewsProps) {
  const [isFirst, setIsFirst] = useState(today.is_new);
  const [step, setStep] = useState<FirstRunStep | null>(isFirst ? 'topics' : null);
  if (step === null) return <Blocks today={today} onAsk={setStep} />;
  const end = async () => {
    await onChange();
    setIsFirst(false);
    setStep(null);
    // Its button is gone.
    document.querySelector<HTMLElement>('main h1')?.focus();
  };
  return (
    <Suspense fallback={<Loading />}>
      <FirstRun firstStep={step} takesFocus={!isFirst} topics={today.topics} onEnd={end} />
    </Suspense>
  );
}

interface BlocksProps {
  readonly today: Today;
  /** Opens a question of the first run. */
  readonly onAsk: (step: FirstRunStep) => void;
}

/** A block per subject; where there is nothing to show, a sentence and a button. */
const Blocks = ({ today, onAsk }: BlocksProps) => (
  <>
    <SetupLine today={today} onAsk={onAsk} />
    <div className={classes('stack gap-4', styles.blocks)}>
      <div className={classes('stack at-top gap-4', styles.column)}>
        {today.watched.total > 0 ? (
          <SinceCard since={today.since} watched={today.watched} />
        ) : (
          <Prompt text="Watch boards, influencers, and pins to see here what moved.">
            <Button onClick={() => onAsk('follow')}>Suggest some</Button>
          </Prompt>
        )}
        {today.topics.length > 0 ? (
          <RisingPinsCard topics={today.topics} pins={today.rising_pins} others={today.other_pins} onChange={() => onAsk('topics')} />
        ) : (
          <Prompt text="Choose your topics to see what rises in them.">
            <Button onClick={() => onAsk('topics')}>Choose topics</Button>
          </Prompt>
        )}
        {today.keywords.length > 0 ? (
          <KeywordPicksCard keywords={today.keywords} />
        ) : (
          <Prompt text="No keyword of your topics is known to be open this month.">
            <ButtonLink href={paths.keywords}>All keywords</ButtonLink>
          </Prompt>
        )}
      </div>
      <div className={classes('stack at-top gap-4', styles.column)}>
        {today.site.site !== null ? (
          <OwnSiteCard own={{ ...today.site, site: today.site.site }} onChange={() => onAsk('site')} />
        ) : (
          <Prompt text="Name your site or username to see your own pins.">
            <Button onClick={() => onAsk('site')}>Add my site</Button>
          </Prompt>
        )}
        {today.saved_searches.length > 0 ? (
          <SavedSearchesCard views={today.saved_searches} />
        ) : (
          <Prompt text="“Save view” above a list keeps its filters, and this page says what is new in it.">
            <ButtonLink href={paths.boards}>Boards</ButtonLink>
          </Prompt>
        )}
        {today.saved_keywords.length > 0 && <SavedKeywordsCard keywords={today.saved_keywords} />}
      </div>
    </div>
  </>
);
