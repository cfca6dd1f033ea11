import type { ReactNode } from 'react';
import { paths } from '../site/paths';
import { useUser } from '../site/session';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { classes } from '../ui/classes';
import { Fact, FactList } from '../ui/fact';
import { ResendCode } from '../ui/form/resend-code';
import { Link } from 'wouter';
import styles from './my-account.module.css';

/** The current user's email address, Pinterest name, and plan. */
export function MyAccount({ plan }: { readonly plan: ReactNode }) {
  const user = useUser();
  if (!user) return null;
  return (
    <Card title="My Account">
      <FactList className={classes('anywhere', styles.facts)}>
        <Fact name="Email">
          {user.email} <Badge isPlain={!user.is_confirmed}>{user.is_confirmed ? 'confirmed' : 'not confirmed'}</Badge>
        </Fact>
        {user.username !== null && <Fact name="Pinterest account">@{user.username}</Fact>}
      </FactList>
      {!user.is_confirmed && <ResendCode />}
      {plan}
      <p>
        <Link href={paths.account}>Password, sessions, and your data</Link>
      </p>
    </Card>
  );
}

/** The figure that the specification shows until there is a scheduler. */
const SAMPLE_SCHEDULED_PINS = 5;

/** A sample of the scheduler's figure. */
export const ScheduledPins = () => (
  <Card aria-labelledby="scheduled-pins">
    <h2 id="scheduled-pins">
      Scheduled Pins <Badge isPlain>sample</Badge>
    </h2>
    <p>
      <strong className="large">{SAMPLE_SCHEDULED_PINS}</strong>
    </p>
    <p className="caption">Sample figure. The scheduler is coming.</p>
  </Card>
);
