import { useState } from 'react';
import { ExternalLink } from '../ui/navigation/external-link';
import { Pagination } from '../ui/navigation/pagination';
import { SeePremium } from '../ui/navigation/see-premium';
import { TabList, tabId } from '../ui/navigation/tab-list';
import { Examples } from './examples';

const tabs = ['overview', 'pages'] as const;
const tabNames = { overview: 'Overview', pages: 'Pages' };

/** Links, pagination, and tabs. */
export function NavigationExamples() {
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
