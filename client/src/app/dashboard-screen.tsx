import { ChangePassword } from '../account/change-password';
import { MyAccount } from '../account/my-account';
import { MyData } from '../account/my-data';
import { OpenSessions } from '../account/open-sessions';
import { ScheduledPins } from '../account/scheduled-pins';
import { LinkedAccounts } from '../linked-accounts/linked-accounts';
import { PlanCard } from '../subscriptions/plan-card';
import { SandboxPayments } from '../subscriptions/sandbox-payments';
import { Screen } from '../ui/navigation/screen';
import styles from './dashboard-screen.module.css';

/** `/dashboard`; composed here because its cards belong to several modules. */
export const DashboardScreen = () => (
  <Screen className={styles.screen}>
    <MyAccount plan={<PlanCard />} />
    <SandboxPayments />
    <LinkedAccounts />
    <ScheduledPins />
    <ChangePassword />
    <OpenSessions />
    <MyData />
  </Screen>
);
