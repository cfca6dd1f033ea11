import { ResendCode } from '../auth/resend-code';
import { PlanCard } from '../subscriptions/plan-card';
import { useUser } from '../site/session';

/** Who one is here, and the plan. */
export function MyAccount() {
  const user = useUser();
  if (!user) return null;
  return (
    <section className="card" aria-labelledby="my-account">
      <h2 id="my-account">My Account</h2>
      <dl className="facts">
        <div className="fact">
          <dt>E-mail</dt>
          <dd>
            {user.email}{' '}
            {user.is_confirmed ? <span className="badge">confirmed</span> : <span className="badge badge--plain">not confirmed</span>}
          </dd>
        </div>
        {user.username !== null && (
          <div className="fact">
            <dt>On Pinterest</dt>
            <dd>@{user.username}</dd>
          </div>
        )}
      </dl>
      {!user.is_confirmed && <ResendCode />}
      <PlanCard user={user} />
    </section>
  );
}
