import { api } from '../api/api';
import { useSettings } from '../api/settings';
import { ActionButton } from '../ui/form/submit-form';

/** The button that signs in with the OpenID provider, on sites that have one. */
export function SingleSignOnButton({ next }: { readonly next: string }) {
  const { single_sign_on: label } = useSettings();
  if (label === null) return null;
  const begin = async () => location.assign((await api('POST /auth/oidc', { body: { next } })).redirect_uri);
  return <ActionButton onAct={begin}>{label}</ActionButton>;
}
