import { Screen } from '../ui/navigation/screen';
import { ChangePassword } from './change-password';
import { MyData } from './my-data';
import { OpenSessions } from './open-sessions';
import styles from '../ui/card-column.module.css';

/** `/account`: password, sessions, and the user's own data. */
export const AccountScreen = () => (
  <Screen className={styles.column}>
    <ChangePassword />
    <OpenSessions />
    <MyData />
  </Screen>
);
