import { useSnapshot } from 'valtio';
import { settings } from '../../api/settings';
import { Notice } from '../feedback/notice';
import styles from './form-message.module.css';
import text from '../text.module.css';

/** The success message of a form; it stays when the toast with the same text has gone. */
export const FormSuccess = ({ message }: { readonly message: string | null }) => (
  <output className={styles.success} hidden={message === null}>
    {message}
  </output>
);

/** A link to the captured mail, where the site sends no email. */
export function CapturedMailLink() {
  const { local_mail: isLocal } = useSnapshot(settings).site;
  if (!isLocal) return null;
  return (
    <Notice>
      <a href="/dev/mail" target="_blank" rel="noopener">
        This demo doesn't send email. Read it at /dev/mail
        <span className={text.srOnly}> (opens in a new tab)</span>
      </a>
    </Notice>
  );
}
