import { api } from '../api/api';
import { useResource } from '../api/use-resource';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { useSubmission } from '../ui/form/use-submission';
import styles from './watchlists-screen.module.css';
import stack from '../ui/stack.module.css';
import text from '../ui/text.module.css';

/** Switches the weekly email on and off. */
export function WeeklyEmailSwitch() {
  const { data, error, setData, reload } = useResource('optional emails', (signal) => api('GET /users/me/optional-emails', { signal }));
  const { busy, run } = useSubmission();
  const choose = (weekly: boolean) =>
    run(async () => {
      await api('PATCH /users/me/optional-emails', { body: { weekly } });
      setData({ weekly });
    });
  return (
    <section className={stack.tight} aria-labelledby="weekly-email">
      <h2 id="weekly-email">Weekly email</h2>
      {error && <LoadError onRetry={() => void reload()} />}
      {!data && !error && <SkeletonBar height={44} />}
      {data && (
        <>
          <label className={styles.switch}>
            <input
              type="checkbox"
              checked={data.weekly}
              disabled={busy}
              aria-describedby="weekly-email-note"
              onChange={({ target }) => void choose(target.checked)}
            />
            Email me on Mondays what moved
          </label>
          <p id="weekly-email-note" className={text.small}>
            The ten items that changed most in the last seven days. In a week without a change there is no email. Each email has a link that
            ends it.
          </p>
        </>
      )}
    </section>
  );
}
