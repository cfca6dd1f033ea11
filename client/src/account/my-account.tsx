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
