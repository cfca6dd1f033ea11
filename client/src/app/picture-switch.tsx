import { useSnapshot } from 'valtio';
import { useSettings } from '../api/settings';
import { pictures, setPicturesShown } from '../site/pictures';
import { classes } from '../ui/classes';
import styles from './picture-switch.module.css';

/** Switches the pictures of other sites on and off in this browser; nothing on a site without them. */
export function PictureSwitch({ className }: { readonly className?: string | undefined }) {
  const { image_hosts: hosts } = useSettings();
  const { areShown } = useSnapshot(pictures);
  if (hosts.length === 0) return null;
  return (
    <label className={classes(styles.switch, className)}>
      <input type="checkbox" checked={areShown} onChange={({ target }) => setPicturesShown(target.checked)} />
      Show pictures from Pinterest
    </label>
  );
}
