import { IconButton } from '../../../ui/form/button';
import { togglePeek } from './peek';
import styles from './peek-button.module.css';

/** Opens the peek panel of a row, over its picture. Without a touch screen it appears on hover and focus. */
export const PeekButton = ({ id, title }: { readonly id: string; readonly title: string }) => (
  <IconButton
    icon="panel"
    iconSize={16}
    className={styles.peek}
    aria-label={`Peek at ${title}`}
    title="Peek (Space)"
    onClick={() => togglePeek(id)}
  />
);
