import { Link } from 'wouter';
import type { AuthorizationQuery, AuthorizationView } from '#domain/auth/oauth/contract';
import { premiumSentences } from '#domain/subscriptions/entitlements';
import { api } from '../api/api';
import { useEndpoint } from '../api/resource';
import { browserNavigation } from '../site/browser-navigation';
import { paths } from '../site/paths';
import { useEntitlement, useUser } from '../site/session';
import { Card } from '../ui/card';
import { Fact, FactList } from '../ui/fact';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { Notice } from '../ui/feedback/notice';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button, ButtonRow } from '../ui/form/button';
import { FormError } from '../ui/form/form-message';
import { useSubmission } from '../ui/form/use-submission';
import { Screen } from '../ui/navigation/screen';
import { SeePremium } from '../ui/navigation/see-premium';
import { useSearchText } from '../ui/navigation/use-path';
import styles from '../ui/card-column.module.css';

/**
 * What is wrong with a request, which returns when the user says so: anyone can describe an assistant, so a link to this site must not lead
 * elsewhere by itself.
 */
function WrongRequest({ asked, errorUri }: { readonly asked: AuthorizationView; readonly errorUri: string }) {
  const { name, host, redirect_host } = asked;
  return (
    <Card title={`${name} can't be connected`}>
      <FactList>
        <Fact name="Published at">{host}</Fact>
        <Fact name="You return to">{redirect_host}</Fact>
      </FactList>
      <p>It asked in a way that this site doesn't accept: {new URL(errorUri).searchParams.get('error_description')}</p>
      <ButtonRow>
        <Button onClick={() => browserNavigation.open(errorUri)}>Return to {redirect_host}</Button>
      </ButtonRow>
    </Card>
  );
}

/** Who asks, what it may read, and the two answers. */
function Question({ asked, query }: { readonly asked: AuthorizationView; readonly query: AuthorizationQuery }) {
  const { busy, error, run } = useSubmission();
  const user = useUser();
  const { name, host, redirect_host, is_loopback } = asked;
  const answer = (is_allowed: boolean) =>
    run(async () => browserNavigation.open((await api('POST /oauth/authorization', { body: { ...query, is_allowed } })).redirect_uri));
  return (
    <Card title={`Connect ${name}?`}>
      <FactList>
        <Fact name="Published at">{host}</Fact>
        <Fact name="You return to">{redirect_host}</Fact>
        <Fact name="Your account">{user?.email}</Fact>
      </FactList>
      <p>
        It will read what you can see: the catalog, keywords, and your watchlists, searches, alerts, and Today. It can't change anything, or
        see your account. You can disconnect it at any time in your <Link href={paths.account}>account settings</Link>.
      </p>
      <Notice isWarning={is_loopback}>
        {is_loopback
          ? 'You return to a program on this computer, and any program there can use this name. Allow it only if you just started to connect it.'
          : `Anyone can choose a name. Allow it only if you trust ${host} and just started to connect it.`}
      </Notice>
      <FormError error={error} />
      <ButtonRow>
        <Button kind="primary" disabled={busy} onClick={() => void answer(true)}>
          Allow
        </Button>
        <Button disabled={busy} onClick={() => void answer(false)}>
          Refuse
        </Button>
      </ButtonRow>
    </Card>
  );
}

function Asked() {
  const text = useSearchText();
  const query = Object.fromEntries(new URLSearchParams(text)) as unknown as AuthorizationQuery;
  const { data, error, reload } = useEndpoint('GET /oauth/authorization', { query });
  if (error) return <ErrorPanel title="This assistant can't be connected." error={error} onRetry={reload} />;
  if (data === null) return <SkeletonBar height={200} />;
  return data.error_uri === null ? <Question asked={data} query={query} /> : <WrongRequest asked={data} errorUri={data.error_uri} />;
}

/** `/oauth/authorize`: a signed-in user allows an assistant to read, or refuses it. */
export function AuthorizeScreen() {
  const hasEntitlement = useEntitlement('api_keys');
  return (
    <Screen className={`stack gap-4 ${styles.column}`}>
      {hasEntitlement ? (
        <Asked />
      ) : (
        <p>
          {premiumSentences.api_keys} So are connected assistants. <SeePremium />
        </p>
      )}
    </Screen>
  );
}
