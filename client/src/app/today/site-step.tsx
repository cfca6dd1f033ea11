import { useState } from 'react';
import type { OwnSite } from '#domain/watching/today/contract';
import { MAX_SITE_LENGTH } from '#domain/watching/today/interests';
import { api } from '../../api/api';
import { OwnSiteCard } from '../../catalog/topics/own-site-card';
import { Field } from '../../ui/form/field';
import { FormError } from '../../ui/form/form-message';
import { useSubmission } from '../../ui/form/use-submission';
import { StepFrame, type StepProps } from './step-frame';
import styles from './first-run.module.css';

/** Asks for the user's site or user name, and shows the pins that it has in the catalog. */
export function SiteStep({ number, takesFocus, onDone }: StepProps) {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<OwnSite | null>(null);
  const { busy, error, run } = useSubmission({ hasErrorToast: false });
  const find = () => void run(async () => setFound(await api('PUT /users/me/site', { body: { site: typed } })));
  const isDone = (found !== null && found.site !== null) || typed.trim() === '';
  const goOn = () => (isDone ? onDone() : find());
  return (
    <StepFrame
      number={number}
      takesFocus={takesFocus}
      title="Your site or username?"
      hint="We look for your pins in the catalog, and for up to three influencers like you."
      action={isDone ? 'Continue' : 'Find my pins'}
      isBusy={busy}
      onAct={goOn}
      onSkip={onDone}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          goOn();
        }}
      >
        <FormError id="site-error" error={error} />
        <Field
          label="Site or Pinterest username"
          hint="Such as my-blog.com or @my_name"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_SITE_LENGTH}
          value={typed}
          errorId={error ? 'site-error' : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            setFound(null);
          }}
        />
      </form>
      {found !== null && found.site !== null && <OwnSiteCard own={{ ...found, site: found.site }} />}
    </StepFrame>
  );
}
