import type { ReactNode } from 'react';
import { useUser } from '../site/session';
import { ResendCode } from '../ui/form/resend-code';

/** The current user's email address, Pinterest name, and plan. */
export function MyAccount({ plan }: { readonly plan: ReactNode }) {
  const user = useUser();
  if (!user) return null;
  return (
    <section className="card" aria-labelledby="my-account">
      <h2 id="my-account">My Account</h2>
      <dl className="facts">
        <div className="fact">
          <dt>Email</dt>
          <dd>
            {user.email}{' '}
            {user.is_confirmed ? <span className="badge">confirmed</span> : <span className="badge badge--plain">not confirmed</span>}
          </dd>
        </div>
        {user.username !== null && (
          <div className="fact">
            <dt>Pinterest account</dt>
            <dd>@{user.username}</dd>
          </div>
        )}
      </dl>
      {!user.is_confirmed && <ResendCode />}
      {plan}
    </section>
  );
}
