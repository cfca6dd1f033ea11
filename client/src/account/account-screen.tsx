import { classes } from '../ui/classes';
import { useState } from 'react';
import { signInProblemText } from '#domain/auth/single-sign-on/problems';
import { Notice } from '../ui/feedback/notice';
import { useSearchText } from '../ui/navigation/use-path';
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
  // The return from the OpenID provider says whether the owner was checked.
  const query = new URLSearchParams(useSearchText());
  const problem = signInProblemText(query.get('problem'));
  return (
    <Screen className={classes('stack gap-4', styles.column)}>
      {problem !== null && <Notice isWarning>{problem}</Notice>}
      {query.has('checked') && <Notice>Thanks, it's you. For five minutes, you won't be asked again.</Notice>}
      <ChangePassword />
      <SecondFactor key={passkeyChanges} />
      <Passkeys onChange={() => setPasskeyChanges((count) => count + 1)} />
      <SignInLinks />
      <OpenSessions />
      <MyData />
    </Screen>
  );
}
