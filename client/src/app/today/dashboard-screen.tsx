import { type ReactNode, Suspense, useState } from 'react';
import type { Today } from '#domain/watching/today/contract';
import { clockIn, dateFormat, dayLabel } from '#domain/days';
import { reader } from '#domain/site/reader';
import { classes } from '../../ui/classes';
import { MyAccount, ScheduledPins } from '../../account/today-cards';
import { OwnSiteCard, RisingPinsCard } from '../../catalog/today-cards';
import { KeywordPicksCard, SavedKeywordsCard } from '../../keywords/today-cards';
import { LinkedAccountsSection } from '../../linked-accounts/linked-accounts';
import { TodayCards } from '../../linked-accounts/today-cards';
import { paths } from '../../site/paths';
import { PlanCard } from '../../subscriptions/plan-card';
import { SandboxPaymentButtons } from '../../subscriptions/sandbox-payments';
import { LoadError } from '../../ui/feedback/load-error';
import { SkeletonBars } from '../../ui/feedback/skeleton-bars';
import { focusHeading } from '../../ui/navigation/focus';
import { Button, buttonClass, ButtonLink } from '../../ui/form/button';
import { Redirect } from '../../ui/navigation/redirect';
import { Screen } from '../../ui/navigation/screen';
import { SavedSearchesCard, SinceCard } from '../../watching/today-cards';
import type { FirstRunStep } from './first-run';
import { api } from '../../api/api';
import { type Resource, useResource } from '../../api/resource';
import { readStored, store } from '../../site/storage';
import { inOwnChunk } from '../../ui/own-chunk';
import styles from './dashboard-screen.module.css';

/** Where topics were kept before accounts had them, as the `topic` filter writes them. */
const TOPICS_KEY = 'topics';
const VISITS_KEY = 'visits';

/** The day of this visit and of the last one on another day. */
interface Visits {
  readonly day: string;
  readonly previous: string | null;
}

function parseVisits(text: string | null): Visits | null {
  const [, day, previous] = /^(\d{4}-\d\d-\d\d) ?(\d{4}-\d\d-\d\d)?$/.exec(text ?? '') ?? [];
  return day === undefined ? null : { day, previous: previous ?? null };
}

/** Records that the user is here today, and returns the day of the visit before in this browser; null if this is the first. */
export function recordVisit(today: string): string | null {
  const before = parseVisits(readStored(VISITS_KEY));
  const previous = before === null ? null : before.day < today ? before.day : before.previous;
  store(VISITS_KEY, previous === null ? today : `${today} ${previous}`);
  return previous;
}

/** Gives the account the topics of this browser, once, unless it has its own. */
async function takeOverTopics(): Promise<void> {
  const kept = readStored(TOPICS_KEY);
  if (kept === null) return;
  const topics = (kept.match(/(?:\\.|[^\\,])+/g) ?? []).map((topic) => topic.replace(/\\(.)/g, '$1').trim());
  const { topics: own } = await api('GET /users/me/topics');
  if (own.length === 0 && topics.length > 0) await api('PUT /users/me/topics', { body: { topics } });
  store(TOPICS_KEY, null);
}

/** What is new since the last visit. */
function useToday(): Resource<Today> {
  const [since] = useState(() => recordVisit(dayLabel(clockIn(reader.formats.time_zone, new Date()).day)));
  return useResource('today', async (signal) => {
    await takeOverTopics().catch(() => undefined);
    return api('GET /users/me/today', { query: since === null ? {} : { since }, signal });
  });
}

const NOON_HOUR = 12;
const EVENING_HOUR = 18;

/** `Good morning. Monday, Nov 23`, in the reader's time zone. */
export function greeting(now: Date): string {
  const { time_zone: timeZone } = reader.formats;
  const { hour } = clockIn(timeZone, now);
  const writeDate = dateFormat({ weekday: 'long', day: 'numeric', month: 'short', timeZone });
  return `Good ${hour < NOON_HOUR ? 'morning' : hour < EVENING_HOUR ? 'afternoon' : 'evening'}. ${writeDate(now)}`;
}

interface SetupLineProps {
  readonly today: Today;
  readonly onAsk: (step: FirstRunStep) => void;
}

/** What is left to set up, until all four things are. */
function SetupLine({ today, onAsk }: SetupLineProps) {
  const things: readonly { readonly name: string; readonly isSet: boolean; readonly step: FirstRunStep | null }[] = [
    { name: 'your topics', isSet: today.topics.length > 0, step: 'topics' },
    { name: 'your site', isSet: today.site.site !== null, step: 'site' },
    { name: 'something to watch', isSet: today.watched.total > 0, step: 'follow' },
    { name: 'a linked account', isSet: today.linked_accounts > 0, step: null },
  ];
  const open = things.filter(({ isSet }) => !isSet);
  const [next] = open;
  if (!next) return null;
  const names = new Intl.ListFormat('en').format(open.map(({ name }) => name));
  return (
    <div data-testid="setup">
      <Prompt text={`Setup: ${things.length - open.length} of ${things.length} done. Still open: ${names}.`}>
        {next.step === null ? (
          <a className={buttonClass()} href="#linked-accounts">
            Link an account
          </a>
        ) : (
          <Button onClick={() => onAsk(next.step ?? 'topics')}>Continue setup</Button>
        )}
      </Prompt>
    </div>
  );
}

const FirstRun = inOwnChunk(() => import('./first-run'), 'FirstRun');

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
      {error && <LoadError onRetry={reload} />}
      {!error && (data ? <News today={data} onChange={reload} /> : <Loading />)}
      <div className={classes('stack gap-4', styles.tiles)}>
        <MyAccount plan={<PlanCard />} />
        <LinkedAccountsSection />
        <ScheduledPins />
      </div>
      <SandboxPaymentButtons />
    </Screen>
  );
}

/** As high as the window: what is below moves out of sight. */
const Loading = () => <SkeletonBars heights={[280, 280]} className={classes('stack at-top gap-4', styles.loading)} />;

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
    focusHeading();
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
          <SavedSearchesCard searches={today.saved_searches} />
        ) : (
          <Prompt text="“Save search” at a list keeps its filters, and this page says what is new in it.">
            <ButtonLink href={paths.boards}>Boards</ButtonLink>
          </Prompt>
        )}
        {today.saved_keywords.length > 0 && <SavedKeywordsCard keywords={today.saved_keywords} />}
        {today.linked_accounts > 0 && <TodayCards />}
      </div>
    </div>
  </>
);

interface PromptProps {
  readonly text: string;
  /** The button that leads on. */
  readonly children: ReactNode;
}

/** Stands for a block that has nothing to show yet. */
const Prompt = ({ text, children }: PromptProps) => (
  <div className={classes('cluster between muted gap-2 gap-x-4', styles.prompt)}>
    <p>{text}</p>
    {children}
  </div>
);
