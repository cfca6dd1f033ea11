import { useSnapshot } from 'valtio';
import { cycleTheme, theme } from '../site/theme';
import { IconButton } from '../ui/form/button';

/** Switches to the next theme. */
export function ThemeButton() {
  const { value } = useSnapshot(theme);
  return <IconButton icon={value} iconSize={20} aria-label={`Theme: ${value}`} title={`Theme: ${value}`} onClick={cycleTheme} />;
}
