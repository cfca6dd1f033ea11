import { useState } from 'react';
import type { LinkedAccount, Trends, TrendsQuery } from '#domain/linked-accounts/contract';
import {
  trendAges,
  trendGenders,
  trendGrowthText,
  trendInterests,
  type TrendRegion,
  trendRegions,
  trendTypes,
} from '#domain/linked-accounts/trends';
import { useEndpoint } from '../../api/resource';
import { paths } from '../../site/paths';
import { Card } from '../../ui/card';
import { Sparkline } from '../../ui/charts/sparkline';
import { ScrollTable, type TableColumn } from '../../ui/data-table';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { ButtonLink } from '../../ui/form/button';
import { Choices } from '../../ui/form/choices';
import { Select } from '../../ui/form/select';
import { formatDay } from '../../ui/format';
import { Screen } from '../../ui/navigation/screen';
import { useSearchText } from '../../ui/navigation/use-path';
import { ConsentButton, LinkStateText } from '../link-state';
import { OwnFigures, TallSkeleton } from '../figures';
import { useOwnAccounts } from '../use-own-accounts';
import { KeywordLink, SaveFoundKeyword } from './found-keyword';
import { countryName } from './volumes';
import { TextForm } from '../../ui/form/text-form';
import { Row, RowList } from '../../ui/row-list';
import styles from './trends.module.css';

type TrendRow = Trends['trends'][number];

const TABLE_HEIGHT_PX = 640;

const typeNames = { growing: 'Growing', monthly: 'This month', yearly: 'This year', seasonal: 'Seasonal' } as const;

/** `Germany, Austria, Switzerland` for `DE+AT+CH`. */
const regionName = (region: TrendRegion): string => region.split('+').map(countryName).join(', ');

const inWords = (name: string): string => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');

/** The options of a filter, led by one for no filter. */
const optionsOf = <T extends string>(all: string, values: readonly T[]) => [
  { value: '' as const, name: all },
  ...values.map((value) => ({ value, name: inWords(value) })),
];

/** `/trends`: what is trending at Pinterest, read through one of the user's linked accounts. */
export function TrendsScreen() {
  const linked = useOwnAccounts();
  const wantedId = new URLSearchParams(useSearchText()).get('account');
  const account = linked.data?.find(({ _id }) => _id === wantedId) ?? linked.data?.[0];
  const isEmpty = linked.data === null ? !linked.busy && !linked.error : !account;
  return (
    <Screen isReady={account !== undefined || isEmpty || linked.error !== null} className="stack gap-4">
      {account && <AccountTrends account={account} />}
      {isEmpty && (
        <EmptyPanel title="Pinterest tells trends to linked accounts." label="No linked account" testId="trends-missing">
          <ButtonLink href={`${paths.dashboard}#linked-accounts`}>Link an account</ButtonLink>
        </EmptyPanel>
      )}
      {!account && linked.error && <ErrorPanel title="We couldn't load your accounts." error={linked.error} onRetry={linked.reload} />}
      {!account && !isEmpty && !linked.error && <TallSkeleton />}
    </Screen>
  );
}

function AccountTrends({ account }: { readonly account: LinkedAccount }) {
  const [filter, setFilter] = useState<TrendsQuery>({ region: 'US', type: 'growing' });
  return (
    <>
      <p className="lead">
        What people search for more and more at Pinterest. Read through <bdi>@{account.username}</bdi>, and shown to you alone.
      </p>
      {account.needs_reconnect && (
        <>
          <LinkStateText account={account} />
          <ConsentButton label="Reconnect" withVolumes={account.has_volumes} />
        </>
      )}
      <TrendFilters filter={filter} onChange={setFilter} />
      <TrendsCard accountId={account._id} filter={filter} />
      <TermsCard account={account} />
    </>
  );
}

interface TrendFiltersProps {
  readonly filter: TrendsQuery;
  readonly onChange: (filter: TrendsQuery) => void;
}

const TrendFilters = ({ filter, onChange }: TrendFiltersProps) => (
  <div className="cluster items-end gap-3">
    <Select
      label="Region"
      value={filter.region}
      options={trendRegions.map((value) => ({ value, name: regionName(value) }))}
      onChange={(region) => onChange({ ...filter, region })}
    />
    <Select
      label="Interest"
      value={filter.interest ?? ''}
      options={optionsOf('All interests', trendInterests)}
      onChange={(interest) => onChange({ ...filter, interest: interest || undefined })}
    />
    <Select
      label="Age"
      value={filter.age ?? ''}
      options={optionsOf('All ages', trendAges)}
      onChange={(age) => onChange({ ...filter, age: age || undefined })}
    />
    <Select
      label="Gender"
      value={filter.gender ?? ''}
      options={optionsOf('All genders', trendGenders)}
      onChange={(gender) => onChange({ ...filter, gender: gender || undefined })}
    />
    <Choices
      label="Kind of trend"
      options={trendTypes.map((value) => ({ value, name: typeNames[value] }))}
      value={filter.type}
      onChoose={(type) => onChange({ ...filter, type })}
    />
  </div>
);

/** The curve in words. */
function curveText({ weeks }: TrendRow): string | null {
  const [highest] = weeks.toSorted((one, other) => other.value - one.value);
  return highest ? `Highest in the week to ${formatDay(highest.day)}` : null;
}

const columns: readonly TableColumn<TrendRow>[] = [
  { name: 'Keyword', render: ({ keyword }) => <KeywordLink keyword={keyword} /> },
  {
    name: 'A year',
    hint: 'Weekly interest of the past year; a shape, not a volume',
    render: (row) => <Sparkline points={row.weeks.map(({ value }) => value)} text={curveText(row)} />,
  },
  { name: 'Week', hint: 'Against the week before', isNumber: true, render: ({ week_growth }) => trendGrowthText(week_growth) },
  { name: 'Month', hint: 'Against the month before', isNumber: true, render: ({ month_growth }) => trendGrowthText(month_growth) },
  { name: 'Year', hint: 'Against the year before', isNumber: true, render: ({ year_growth }) => trendGrowthText(year_growth) },
  {
    name: 'Save',
    head: <span className="sr-only">Save</span>,
    nameIn: () => '',
    render: ({ keyword }) => <SaveFoundKeyword keyword={keyword} />,
  },
];

function TrendsCard({ accountId: id, filter }: { readonly accountId: string; readonly filter: TrendsQuery }) {
  const trends = useEndpoint('GET /users/me/pinterest_accounts/:id/trends', { params: { id }, query: filter });
  return (
    <Card title={`${typeNames[filter.type]} in ${regionName(filter.region)}`} className="stack gap-3" data-testid="trends">
      <p className="caption">Open a keyword to explore it in the catalog.</p>
      <OwnFigures resource={trends} isEmpty={({ trends: rows }) => rows.length === 0} height={TABLE_HEIGHT_PX}>
        {({ trends: rows }) => (
          <ScrollTable
            name="Trends"
            columns={columns}
            rows={rows}
            keyOf={({ keyword }) => keyword}
            isStacked
            className={styles.table}
            rowTestId="trend-row"
          />
        )}
      </OwnFigures>
    </Card>
  );
}

const LIST_HEIGHT_PX = 300;
const MAX_TERM_LENGTH = 100;

/** Terms that Pinterest relates to a term, and those it suggests for it. */
function TermsCard({ account: { _id: id, has_volumes } }: { readonly account: LinkedAccount }) {
  const [term, setTerm] = useState('');
  const show = (text: string) => setTerm(text.replaceAll(',', ' ').trim());
  return (
    <Card title="Related and suggested terms" className="stack gap-3" data-testid="terms">
      {has_volumes ? (
        <>
          <TextForm label="Term" type="search" action="Show terms" maxLength={MAX_TERM_LENGTH} onSend={show} />
          {term !== '' && <Terms accountId={id} term={term} />}
        </>
      ) : (
        <p>
          Pinterest tells them once you <a href={paths.ownAccount(id)}>allow search volumes for your account</a>.
        </p>
      )}
    </Card>
  );
}

function Terms({ accountId: id, term }: { readonly accountId: string; readonly term: string }) {
  const terms = useEndpoint('GET /users/me/pinterest_accounts/:id/terms', { params: { id }, query: { term } });
  return (
    <OwnFigures resource={terms} isEmpty={({ related, suggested }) => related.length + suggested.length === 0} height={LIST_HEIGHT_PX}>
      {({ related, suggested }) => (
        <>
          <TermList title="Related" terms={related} />
          <TermList title="Suggested" terms={suggested.filter((one) => !related.includes(one))} />
        </>
      )}
    </OwnFigures>
  );
}

const TermList = ({ title, terms }: { readonly title: string; readonly terms: readonly string[] }) =>
  terms.length === 0 ? null : (
    <div>
      <h3>{title}</h3>
      <RowList>
        {[...new Set(terms)].map((term) => (
          <Row key={term} data-testid="term-row">
            <KeywordLink keyword={term} />
            <SaveFoundKeyword keyword={term} />
          </Row>
        ))}
      </RowList>
    </div>
  );
