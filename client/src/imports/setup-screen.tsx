import type { SetupOverview } from '#domain/setup/contract';
import { SECOND_MS } from '#domain/durations';
import { inOwnFormats } from '#domain/site/own-formats';
import { Link } from 'wouter';
import { api } from '../api/api';
import { type Resource, useEndpoint } from '../api/resource';
import { useSettings } from '../api/settings';
import { useReloads } from '../api/use-reloads';
import { paths } from '../site/paths';
import { setCurrentUser } from '../site/session';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { ButtonLink } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { PasswordField } from '../ui/form/password-field';
import { SubmitForm } from '../ui/form/submit-form';
import type { FormFields } from '../ui/form/use-submission';
import { AdminScreen, LoadedTogether } from '../ui/navigation/admin-screen';
import { DemoCard } from './demo-card';
import { FileIntake, type FollowedImports, useImports } from './file-intake';
import { ImportsCard } from './import-list';

/** `/admin/setup`: what a new operator does first, each step on its own, and none of them needed. */
export function SetupScreen() {
  const setup = useEndpoint('GET /admin/setup');
  const imports = useImports();
  const refresh = () => void setup.reload();
  useReloads(refresh, true, setup.data?.demo?.is_being_removed || imports.isMoving ? 3 * SECOND_MS : undefined);
  return (
    <AdminScreen
      isReady={setup.data !== null}
      lead="To your own data, in any order"
      busy={setup.busy}
      actions={<ButtonLink href={paths.dashboard}>Skip to Today</ButtonLink>}
    >
      <LoadedTogether resources={[setup, imports.list]}>
        {setup.error && <ErrorPanel title="We couldn't load this page." error={setup.error} onRetry={refresh} />}
        {setup.data && <Steps setup={setup.data} resource={setup} imports={imports} />}
      </LoadedTogether>
    </AdminScreen>
  );
}

/** The next steps must not be far below. */
const MAX_SHOWN_IMPORTS = 3;

interface StepsProps {
  readonly setup: SetupOverview;
  readonly resource: Resource<SetupOverview>;
  readonly imports: FollowedImports;
}

const Steps = ({ setup, resource, imports }: StepsProps) => (
  <>
    <You setup={setup} onChange={resource.reload} />
    <Card title="2. Data" className="stack gap-4">
      <p>
        {setup.demo === null
          ? 'The catalog has only what you and your programs import: add your files here.'
          : 'The demo is there to try everything. Add your own files beside it; when they are in, remove it.'}
      </p>
    </Card>
    <FileIntake imports={imports} />
    <ImportsCard imports={imports} maxShown={MAX_SHOWN_IMPORTS} />
    {setup.demo !== null && <DemoCard setup={setup} onChange={resource.reload} />}
    <Mail mail={setup.mail} />
    <Card title="4. Done: what you can do with this data">
      <ul className="stack mt-2 gap-3" data-testid="data-uses">
        {setup.uses.map(({ name, path, state, text }) => (
          <li key={name}>
            <Link href={path}>{name}</Link> {state !== 'ready' && <Badge isPlain>{state === 'waiting' ? 'Partly' : 'Not yet'}</Badge>}
            <br />
            {inOwnFormats(text)}
          </li>
        ))}
      </ul>
    </Card>
  </>
);

/** Who is signed in; in the demo, how to make an account that stays: by a form, where it may be used. */
function You({
  setup: { email, is_demo_user: isDemoUser, can_make_administrator: canMake },
  onChange,
}: {
  readonly setup: SetupOverview;
  readonly onChange: () => Promise<void>;
}) {
  const create = async ({ email: address = '', password = '' }: FormFields) => {
    await api('POST /admin/setup/administrator', { body: { email: address, password } });
    const { user } = await api('POST /auth/login', { body: { email: address, password } });
    setCurrentUser(user);
    await onChange();
    return 'This is your account now.';
  };
  return (
    <Card title="1. You" className="stack gap-4">
      <p>
        You are signed in as <strong className="anywhere">{email}</strong>
        {isDemoUser ? ', the administrator of the demo, who goes with it. ' : ', an administrator.'}
        {isDemoUser && canMake && 'Make an account that stays.'}
        {isDemoUser && !canMake && (
          <>
            To make an account that stays, run <code>corklight admin create</code> on the server, or open the address that it printed when
            it started.
          </>
        )}
      </p>
      {canMake && (
        <SubmitForm submitLabel="Create my account" onSubmit={create}>
          {(errorId) => (
            <>
              <Field label="Email" type="email" name="email" autoComplete="username" required errorId={errorId} />
              <PasswordField
                label="Password"
                name="password"
                autoComplete="new-password"
                required
                minLength={15}
                hint="At least 15 characters"
                errorId={errorId}
              />
            </>
          )}
        </SubmitForm>
      )}
    </Card>
  );
}

function Mail({ mail }: Pick<SetupOverview, 'mail'>) {
  const { local_mail: canReadMail } = useSettings();
  return (
    <Card title="3. Mail" className="stack gap-4">
      <p>
        {mail === 'sent' && 'Emails are sent.'}
        {mail === 'off' && 'No email is sent: docs/self-hosting.md says how to set up a mail server.'}
        {mail === 'captured' &&
          'No mail server is set up, so emails are kept on this machine. To send them, set up a mail server as docs/self-hosting.md says.'}
        {mail === 'captured' && canReadMail && (
          <>
            {' '}
            <a href="/dev/mail">Read them</a>
          </>
        )}
      </p>
    </Card>
  );
}
