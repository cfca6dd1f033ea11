import { useSnapshot } from 'valtio';
import { settings } from '../../api/settings';

/** A success in its place; the toast that says the same goes away, this stays. */
export const FormSuccess = ({ message }: { readonly message: string | null }) => (
  <output className="form-said" hidden={message === null}>
    {message}
  </output>
);

/** Where letters are caught instead of being sent: the way to them. */
export function CapturedMailLink() {
  const { local_mail: isLocal } = useSnapshot(settings).site;
  if (!isLocal) return null;
  return (
    <p className="notice">
      <a href="/dev/mail" target="_blank" rel="noopener">
        Mail of this installation is caught at /dev/mail
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  );
}
