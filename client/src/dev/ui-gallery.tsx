import { classes } from '../ui/classes';
import { useSnapshot } from 'valtio';
import { cycleTheme, theme } from '../site/theme';
import { ToastRegion } from '../ui/feedback/toast-region';
import { Button } from '../ui/form/button';
import { AdminScreen } from '../ui/navigation/admin-screen';
import { CurrentRouteTexts } from '../ui/navigation/screen';
import { ChartExamples } from './chart-examples';
import { ContentExamples } from './content-examples';
import { FeedbackExamples } from './feedback-examples';
import { FormExamples } from './form-examples';
import { NavigationExamples } from './navigation-examples';
import styles from './ui-gallery.module.css';

/** `/dev/ui` of the development server: every component of `ui` in its states. */
export function UiGallery() {
  const { value } = useSnapshot(theme);
  return (
    <main className={classes('stack full', styles.gallery)}>
      <CurrentRouteTexts value={{ title: 'UI components' }}>
        <AdminScreen lead="Every component in its states." actions={<Button onClick={cycleTheme}>Theme: {value}</Button>} isReady>
          <ContentExamples />
          <FormExamples />
          <FeedbackExamples />
          <NavigationExamples />
          <ChartExamples />
        </AdminScreen>
      </CurrentRouteTexts>
      <ToastRegion />
    </main>
  );
}
