import type { HTMLAttributes } from 'react';
import { classes } from '../classes';
import { IconButton } from '../form/button';
import { Icon } from '../icon';
import styles from './notice.module.css';

interface NoticeProps extends HTMLAttributes<HTMLElement> {
  readonly isWarning?: boolean;
}

/** A message about what is below it. */
export const Notice = ({ isWarning = false, className, ...rest }: NoticeProps) => (
  <p className={classes('text-lg rounded', isWarning ? 'warning-tone' : 'raised', styles.notice, className)} {...rest} />
);

interface NewsNoticeProps extends HTMLAttributes<HTMLElement> {
  /** Hides the news; without it, they stay. */
  readonly onHide?: () => void;
}

/** News from the operator, named by `aria-label`. */
export const NewsNotice = ({ className, children, onHide, ...rest }: NewsNoticeProps) => (
  <aside className={classes('text-lg rounded row items-start gap-2', styles.notice, styles.info, className)} {...rest}>
    <Icon name="info" size={20} />
    <p>{children}</p>
    {onHide && <IconButton icon="close" aria-label="Hide" className={styles.hide} onClick={onHide} />}
  </aside>
);
