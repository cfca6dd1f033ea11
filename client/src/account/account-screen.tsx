import { useState } from 'react';
import { Link } from 'wouter';
import { signInProblemText } from '#domain/auth/single-sign-on/problems';
import { passwordLengths } from '#domain/auth/account/password-rules';
import { longDay } from '#domain/days';
import { wholeNumber } from '#domain/numbers';
import { reader } from '#domain/site/reader';
import { classes } from '../ui/classes';
import { Notice } from '../ui/feedback/notice';
import { useSearchText } from '../ui/navigation/use-path';
import { Screen } from '../ui/navigation/screen';
import { ApiKeysSection } from './api-keys';
import { OpenSessions } from './open-sessions';
import { PasskeysSection } from './passkeys';
import { SecondFactorSection } from './second-factor';
import { SignInLinksSection } from './sign-in-links';
import { api } from '../api/api';
import { saveFile } from '../api/download';
import { paths } from '../site/paths';
import { browserFormats, clearSession, session, useIsAdmin, useUser } from '../site/session';
import { Card } from '../ui/card';
import { ButtonRow, TextButton } from '../ui/form/button';
import { navigate } from '../site/navigation';
import { notify } from '../site/toast';
import { OwnerButton } from './owner-dialog';
import { SubmitForm } from '../ui/form/submit-form';
import { NewPasswordField, PasswordField } from '../ui/form/password-field';
import type { FormFields } from '../ui/form/use-submission';
import { useEndpoint } from '../api/resource';
import { ConfirmButton } from '../ui/feedback/confirm-dialog';
import { Loaded } from '../ui/feedback/load-error';
import { formatDate, present } from '../ui/format';
import { Row, RowList } from '../ui/row-list';
import { Select } from '../ui/form/select';
import styles from '../ui/card-column.module.css';

async function exportData(): Promise<string> {
  const data = await api('POST /users/me/export', { body: {} });
  saveFile('corklight-my-data.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  return 'Download started.';
}

async function deleteAccount(): Promise<void> {
  await api('POST /users/me/deletion', { body: {} });
  navigate(paths.home);
  notify('Your account has been deleted.', 'success');
  await clearSession();
}

/** Data export and account deletion; both take an owner check. */
const MyData = () => (
  <Card id="my-data" title="My data">
    <p>Download everything we store about you, or delete your account.</p>
    <ButtonRow>
      <OwnerButton label="Export my data" title="Export my data" actionLabel="Export" onConfirm={exportData}>
        <p>You'll get one JSON file with everything we store about you.</p>
      </OwnerButton>
      <OwnerButton button={{ kind: 'danger' }} title="Delete my account?" actionLabel="Delete my account" danger onConfirm={deleteAccount}>
        <p>
          This permanently deletes your account with its watchlists, notes, saved searches and keywords, alerts, linked accounts, API keys,
          connected assistants, and sessions. Your pins stay on Pinterest. You can't undo this. If you have Premium, cancel it first.
        </p>
      </OwnerButton>
    </ButtonRow>
  </Card>
);

/** `/account`: formats, password, second factor, passkeys, single sign-on, sessions, API keys, assistants, and the user's own data. */
export function AccountScreen() {
  // Its dates are drawn again when the formats have changed.
  useUser();
  // The first passkey brings recovery codes, which the card of the second factor counts.
  const [passkeyChanges, setPasskeyChanges] = useState(0);
  // The return from the OpenID provider says whether the owner was checked.
  const query = new URLSearchParams(useSearchText());
  const problem = signInProblemText(query.get('problem'));
  return (
    <Screen className={classes('stack gap-4', styles.column)}>
      {problem !== null && <Notice isWarning>{problem}</Notice>}
      {query.has('checked') && <Notice>Thanks, it's you. For five minutes, you won't be asked again.</Notice>}
      <p>
        <Link href={paths.dashboard}>Email and plan, at the end of Today</Link>
      </p>
      <FormatsCard />
      <ChangePassword />
      <SecondFactorSection key={passkeyChanges} />
      <PasskeysSection onChange={() => setPasskeyChanges((count) => count + 1)} />
      <SignInLinksSection />
      <OpenSessions />
      <ApiKeysSection />
      <ConnectedAssistants />
      <MyData />
    </Screen>
  );
}

/** Changes the password; asks for the current one first. */
function ChangePassword() {
  const isAdmin = useIsAdmin();
  const changePassword = async ({ current_password = '', password = '' }: FormFields, form: HTMLFormElement) => {
    const { message } = await api('POST /auth/password/change', { body: { current_password, password } });
    form.reset();
    return message;
  };
  return (
    <Card id="change-password" title="Change password">
      <div className="narrow">
        <SubmitForm submitLabel="Change password" onSubmit={changePassword}>
          {(errorId) => (
            <>
              <PasswordField label="Current password" name="current_password" autoComplete="current-password" required errorId={errorId} />
              <NewPasswordField label="New password" minLength={isAdmin ? passwordLengths.admin : passwordLengths.user} errorId={errorId} />
            </>
          )}
        </SubmitForm>
      </div>
    </Card>
  );
}

/** The assistants that the user connected without an API key. */
function ConnectedAssistants() {
  const assistants = useEndpoint('GET /users/me/assistants');
  const disconnect = async (id: string) => {
    await api('DELETE /users/me/assistants/:id', { params: { id } });
    await assistants.reload();
    return 'Assistant disconnected.';
  };
  return (
    <Card id="assistants" title="Connected assistants">
      <Loaded resource={assistants}>
        {(list) =>
          list.length === 0 ? (
            <p>
              None. Give an assistant the address <code className="anywhere">{location.origin}/mcp</code> to connect it.
            </p>
          ) : (
            <RowList>
              {list.map(({ id, name, host, created_at, used_at }) => (
                <Row key={id}>
                  <div>
                    <strong dir="auto">{name}</strong>
                    <p className="caption">
                      {host} · Connected {formatDate(created_at)} · {used_at === null ? 'not used yet' : `last used ${formatDate(used_at)}`}
                    </p>
                  </div>
                  <ConfirmButton
                    button={{ 'aria-label': `Disconnect ${name}` }}
                    title={`Disconnect ${name}?`}
                    actionLabel="Disconnect"
                    danger
                    onConfirm={() => disconnect(id)}
                  >
                    <p>It can't read anything any more until you connect it again.</p>
                  </ConfirmButton>
                </Row>
              ))}
            </RowList>
          )
        }
      </Loaded>
    </Card>
  );
}

const offeredLocales = [
  ...(['da-DK', 'de-AT', 'de-CH', 'de-DE', 'en-AU', 'en-CA', 'en-GB', 'en-IE', 'en-IN', 'en-NZ', 'en-US', 'en-ZA'] as const),
  ...(['es-AR', 'es-ES', 'es-MX', 'fi-FI', 'fr-BE', 'fr-CA', 'fr-CH', 'fr-FR', 'hi-IN', 'id-ID', 'it-IT', 'ja-JP', 'ko-KR'] as const),
  ...(['nb-NO', 'nl-BE', 'nl-NL', 'pl-PL', 'pt-BR', 'pt-PT', 'sv-SE', 'tr-TR', 'uk-UA', 'vi-VN', 'zh-CN'] as const),
];
const languageNames = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
const SAMPLE_NUMBER = 1234567.8;

/** `German (Germany): 1.234.567,8 and 23 Nov 2026` */
const localeText = (locale: string): string =>
  `${languageNames.of(locale)}: ${wholeNumber(SAMPLE_NUMBER, locale)} and ${longDay(present.day, locale)}`;

const withOwn = (offered: readonly string[], ...own: readonly string[]) => [...new Set([...offered, ...own])];

/** How the user reads numbers and dates, and their time zone: at first as their browser says. */
function FormatsCard() {
  const [formats, setFormats] = useState(reader.formats);
  const browser = browserFormats();
  const locales = withOwn(offeredLocales, browser.locale, formats.locale).map((value) => ({ value, name: localeText(value) }));
  const zones = withOwn(Intl.supportedValuesOf('timeZone'), 'UTC', browser.time_zone, formats.time_zone);
  const save = async () => {
    await api('PUT /users/me/formats', { body: formats });
    reader.formats = formats;
    if (session.user) session.user = { ...session.user, formats };
    return 'Numbers, dates, and times follow your choice.';
  };
  return (
    <Card id="formats" title="Numbers, dates, and time zone">
      <SubmitForm submitLabel="Save" onSubmit={save}>
        {() => (
          <>
            <Select
              label="Numbers and dates"
              value={formats.locale}
              options={locales.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))}
              onChange={(locale) => setFormats({ ...formats, locale })}
            />
            <Select
              label="Time zone"
              value={formats.time_zone}
              options={zones.toSorted().map((value) => ({ value, name: value.replaceAll('_', ' ') }))}
              onChange={(time_zone) => setFormats({ ...formats, time_zone })}
            />
            <p className="small">
              Screens and emails use these formats, and emails come in your morning. Days of figures are UTC days for everyone, and the API
              and exports are the same for all. <TextButton onClick={() => setFormats(browser)}>Use this browser’s settings</TextButton>
            </p>
          </>
        )}
      </SubmitForm>
    </Card>
  );
}
