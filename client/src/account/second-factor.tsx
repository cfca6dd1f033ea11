import { useState } from 'react';
import { encode } from 'uqr';
import type { NewSecondFactor, SecondFactorStatus } from '#domain/auth/account/contract';
import { api } from '../api/api';
import { useEndpoint } from '../api/resource';
import { loadSession } from '../site/session';
import { Card } from '../ui/card';
import { Loaded } from '../ui/feedback/load-error';
import { Notice } from '../ui/feedback/notice';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button, ButtonRow } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { SubmitForm } from '../ui/form/submit-form';
import type { FormFields } from '../ui/form/use-submission';
import { formatDate } from '../ui/format';
import { OwnerButton } from './owner-dialog';
import { FocusedText, RecoveryCodeList } from './recovery-codes';
import styles from './second-factor.module.css';

/** A code of an authenticator app that signing in asks for after the password. */
export function SecondFactorSection() {
  const status = useEndpoint('GET /users/me/second-factor');
  const [created, setCreated] = useState<NewSecondFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [hasBegun, setHasBegun] = useState(false);
  const begin = (newFactor: NewSecondFactor) => {
    setHasBegun(true);
    setCreated(newFactor);
  };
  const showCodes = async (newCodes: readonly string[] | null) => {
    setHasBegun(true);
    setCreated(null);
    setCodes(newCodes);
    await status.reload();
  };
  const confirm = async ({ code = '' }: FormFields) => {
    const { recovery_codes } = await api('POST /users/me/second-factor/confirmation', { body: { code } });
    await showCodes(recovery_codes.length > 0 ? recovery_codes : null);
    // An administrator who had to add it is one again.
    await loadSession();
  };
  return (
    <Card title="Second factor">
      {codes && <RecoveryCodeList codes={codes} onDone={() => setCodes(null)} />}
      {!codes && created && <NewFactor created={created} onConfirm={confirm} onCancel={() => setCreated(null)} />}
      {!codes && !created && (
        <Loaded
          resource={status}
          placeholder={
            <div className={styles.loading}>
              <SkeletonBar />
            </div>
          }
        >
          {(loaded) => <Status status={loaded} takesFocus={hasBegun} onCreated={begin} onCodes={showCodes} onChange={status.reload} />}
        </Loaded>
      )}
    </Card>
  );
}

interface StatusProps {
  readonly status: SecondFactorStatus;
  /** Whether it takes the place of a step that ended. */
  readonly takesFocus: boolean;
  readonly onCreated: (created: NewSecondFactor) => void;
  readonly onCodes: (codes: readonly string[]) => Promise<void>;
  readonly onChange: () => Promise<unknown>;
}

/** Whether there is a second factor, and what can be done about it. Everything takes an owner check. */
function Status({ status: { added_at, recovery_codes_left, is_missing }, takesFocus, onCreated, onCodes, onChange }: StatusProps) {
  const body = {};
  const Text = takesFocus ? FocusedText : 'p';
  const remove = async () => {
    await api('POST /users/me/second-factor/removal', { body });
    await onChange();
    await loadSession();
    return 'Second factor removed.';
  };
  return (
    <>
      {is_missing && (
        <Notice isWarning>
          Administrators of this site need a second factor: an authenticator app or a passkey. Until you add one, you have no access to its
          administration.
        </Notice>
      )}
      <Text>
        {added_at === null
          ? 'Signing in can also ask for a code of an authenticator app, so that no one gets in with your password alone.'
          : `On since ${formatDate(added_at)}. Signing in asks for a code of your authenticator app.`}
      </Text>
      {recovery_codes_left !== null && (
        <p>{recovery_codes_left === 1 ? '1 recovery code is left.' : `${recovery_codes_left} recovery codes are left.`}</p>
      )}
      <ButtonRow>
        {added_at === null && (
          <OwnerButton
            label="Add a second factor"
            title="Add a second factor"
            actionLabel="Continue"
            onConfirm={async () => onCreated(await api('POST /users/me/second-factor', { body }))}
          >
            <p>You need an authenticator app on your phone or computer.</p>
          </OwnerButton>
        )}
        {recovery_codes_left !== null && (
          <OwnerButton
            label="New recovery codes"
            title="New recovery codes"
            actionLabel="Create codes"
            onConfirm={async () => onCodes((await api('POST /users/me/second-factor/recovery-codes', { body })).recovery_codes)}
          >
            <p>The codes you have stop working.</p>
          </OwnerButton>
        )}
        {added_at !== null && (
          <OwnerButton
            label="Remove the second factor"
            button={{ kind: 'danger' }}
            title="Remove the second factor?"
            actionLabel="Remove"
            danger
            onConfirm={remove}
          >
            <p>Signing in no longer asks for a code of your app.</p>
          </OwnerButton>
        )}
      </ButtonRow>
    </>
  );
}

interface NewFactorProps {
  readonly created: NewSecondFactor;
  readonly onConfirm: (fields: FormFields) => Promise<void>;
  readonly onCancel: () => void;
}

/** The key as a QR code, as a link for the phone that shows this page, and as text; then the first code. */
function NewFactor({ created: { key, uri }, onConfirm, onCancel }: NewFactorProps) {
  return (
    <div className="stack narrow gap-3">
      <FocusedText>Scan this with an authenticator app, then enter the code that it shows.</FocusedText>
      <QrCode content={uri} />
      <p className="caption">
        On this phone: <a href={uri}>open your app</a>. By hand: <code className="anywhere">{key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <SubmitForm submitLabel="Turn on" onSubmit={onConfirm}>
        {(errorId) => (
          <Field label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" required maxLength={10} errorId={errorId} />
        )}
      </SubmitForm>
      <p>
        <Button onClick={onCancel}>Cancel</Button>
      </p>
    </div>
  );
}

/** A QR code, dark on light in both themes, as scanners need it. */
function QrCode({ content }: { readonly content: string }) {
  const { size, data } = encode(content, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline picture
    <svg role="img" aria-label="QR code of the key" className={styles.qr} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
