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
import { useState } from 'react';
import { ExternalLink } from '../ui/navigation/external-link';
import { Pagination } from '../ui/navigation/pagination';
import { SeePremium } from '../ui/navigation/see-premium';
import { TabList, tabId } from '../ui/navigation/tab-list';
import { Examples } from './examples';
import styles from './ui-gallery.module.css';

const tabs = ['overview', 'pages'] as const;
const tabNames = { overview: 'Overview', pages: 'Pages' };

/** Links, pagination, and tabs. */
function NavigationExamples() {
  const [tab, setTab] = useState<(typeof tabs)[number]>('overview');
  const [page, setPage] = useState(5);
  return (
    <>
      <Examples title="Links">
        <ExternalLink href="https://www.pinterest.com/">Visit On Pinterest</ExternalLink>
        <SeePremium />
      </Examples>
      <Examples title="Pagination" isColumn>
        <Pagination page={page} pages={9} narrow={false} locked={null} name="top" onPage={setPage} />
        <Pagination
          page={3}
          pages={3}
          narrow={false}
          locked={null}
          lockedMore="More pages are part of Premium."
          name="top"
          onPage={() => {}}
        />
        <Pagination page={1} pages={9} narrow locked="More pages are part of Premium." name="bottom" onPage={setPage} />
      </Examples>
      <Examples title="Tabs" isColumn>
        <TabList name="Example" tabs={tabs} names={tabNames} selected={tab} onSelect={setTab} />
        {tabs.map((one) => (
          <div key={one} id={tabId(one, 'panel')} role="tabpanel" aria-labelledby={tabId(one, 'tab')} hidden={one !== tab}>
            {tabNames[one]}
          </div>
        ))}
      </Examples>
    </>
  );
}

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
