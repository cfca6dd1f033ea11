import { LinkedAccounts } from '../linked-accounts/linked-accounts';
import { SandboxPayments } from '../subscriptions/sandbox-payments';
import { Screen } from '../ui/navigation/screen';
import { MyAccount } from './my-account';
import { MyData } from './my-data';
import { ChangePassword } from './change-password';
import { OpenSessions } from './open-sessions';
import '../styles/account.css';

/** `/dashboard`: what belongs to whoever is signed in. */
export function DashboardScreen() {
  return (
    <Screen className="dashboard">
      <MyAccount />
      <SandboxPayments />
      <LinkedAccounts />
      <ScheduledPins />
      <ChangePassword />
      <OpenSessions />
      <MyData />
    </Screen>
  );
}

/** The specification's figure, until there is a scheduler. */
const SAMPLE_SCHEDULED_PINS = 5;

function ScheduledPins() {
  return (
    <section className="card" aria-labelledby="scheduled-pins">
      <h2 id="scheduled-pins">
        Scheduled Pins <span className="badge badge--plain">sample</span>
      </h2>
      <p className="dashboard__figure">{SAMPLE_SCHEDULED_PINS}</p>
      <p className="caption">The pin scheduler is planned; this figure is not yours.</p>
    </section>
  );
}
