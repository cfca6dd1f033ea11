import { useSettings } from '../api/settings';
import { useUser } from '../site/session';

/** The URL if it is a route of our API; only those are linked, and they redirect to the provider's pages. */
export const ownApiUrl = (url: string | null): string | null => (url?.startsWith('/api/') ? url : null);

/** How to cancel by email. */
export function EmailToCancel() {
  const { support_email: support } = useSettings();
  return (
    <>To cancel by email, write to {support === '' ? 'support' : <a href={`mailto:${support}`}>support</a>} from your account's address.</>
  );
}

/** A link to the payment provider's own page, for users who have one. */
export function ManageAtProvider() {
  const url = ownApiUrl(useUser()?.paddle_subscription_cancel_url ?? null);
  return url === null ? null : <a href={url}>Manage at our payment provider</a>;
}
