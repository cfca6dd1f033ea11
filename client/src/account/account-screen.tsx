import { useState } from 'react';
import { Screen } from '../ui/navigation/screen';
import { ChangePassword } from './change-password';
import { MyData } from './my-data';
import { OpenSessions } from './open-sessions';
import { Passkeys } from './passkeys';
import { SecondFactor } from './second-factor';
import { SignInLinks } from './sign-in-links';
import styles from '../ui/card-column.module.css';

/** `/account`: password, second factor, passkeys, single sign-on, sessions, and the user's own data. */
export function AccountScreen() {
  // The first passkey brings recovery codes, which the card of the second factor counts.
  const [passkeyChanges, setPasskeyChanges] = useState(0);
  return (
    <Screen className={styles.column}>
      <ChangePassword />
      <SecondFactor key={passkeyChanges} />
      <Passkeys onChange={() => setPasskeyChanges((count) => count + 1)} />
      <SignInLinks />
      <OpenSessions />
      <MyData />
    </Screen>
  );
}
