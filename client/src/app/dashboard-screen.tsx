import { MyAccount } from '../account/my-account';
import { ScheduledPins } from '../account/scheduled-pins';
import { RisingPinsCard } from '../catalog/topics/rising-pins-card';
import { SavedKeywordsCard } from '../keywords/saved-keywords-card';
import { LinkedAccounts } from '../linked-accounts/linked-accounts';
import { paths } from '../site/paths';
import { PlanCard } from '../subscriptions/plan-card';
import { SandboxPayments } from '../subscriptions/sandbox-payments';
import { NewAlertsCard } from '../watching/alerts/new-alerts-card';
import { SavedSearchesCard } from '../watching/saved-searches-card';
import { WatchedCard } from '../watching/watched-card';
import { Redirect } from '../ui/navigation/redirect';
import { Screen } from '../ui/navigation/screen';
import { SetupCard } from './setup-card';
import styles from '../ui/card-column.module.css';

/** Fragments of the cards that `/account` has: addresses from before it existed still lead to them. */
const accountFragments: ReadonlySet<string> = new Set(['#change-password', '#open-sessions', '#my-data']);

/** `/dashboard`: what is new today, and the account; composed here because its cards belong to several modules. */
export function DashboardScreen() {
  if (accountFragments.has(location.hash)) return <Redirect to={`${paths.account}${location.hash}`} />;
  return (
    <Screen className={styles.column}>
      <NewAlertsCard />
      <SavedSearchesCard />
      <WatchedCard />
      <RisingPinsCard />
      <SavedKeywordsCard />
      <SetupCard />
      <MyAccount plan={<PlanCard />} />
      <LinkedAccounts />
      <ScheduledPins />
      <SandboxPayments />
    </Screen>
  );
}
