import { Screen } from '../ui/navigation/screen';
import { ChangePassword } from './change-password';
import { MyData } from './my-data';
import { OpenSessions } from './open-sessions';
import { SecondFactor } from './second-factor';
import { SignInLinks } from './sign-in-links';
import styles from '../ui/card-column.module.css';

/** `/account`: password, second factor, single sign-on, sessions, and the user's own data. */
export const AccountScreen = () => (
  <Screen className={styles.column}>
    <ChangePassword />
    <SecondFactor />
    <SignInLinks />
    <OpenSessions />
    <MyData />
  </Screen>
);
