import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { canHaveVolume } from '#domain/linked-accounts/volumes';
import { useEndpoint } from '../../api/resource';
import { paths } from '../../site/paths';
import { savedKeywords } from '../../site/saved-keywords';
import { Card } from '../../ui/card';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { Select } from '../../ui/form/select';
import { Volume } from '../../ui/count';
import { useOwnAccounts } from '../use-own-accounts';
import { KeywordResults, ResultsLimits, ResultsNote } from './results';
import { AllowVolumes, canTellVolumes, countryName, countryOptions, useVolumeCountry } from './volumes';

const LINE_HEIGHT_PX = 28;

/** What Pinterest tells the user about a keyword: its search volume, and what came of it since it was saved. Nothing without a linked account. */
export function KeywordNumbers({ keyword }: { readonly keyword: string }) {
  const { data: accounts } = useOwnAccounts();
  const { data: saved } = savedKeywords.useLoaded(accounts !== null && accounts.length > 0);
  // The catalog may spell a keyword in another way than when it was saved.
  const isSaved = saved?.keywords.some((one) => one.keyword === keyword || one.figures?.keyword === keyword) ?? false;
  const [first] = accounts ?? [];
  if (!accounts || !first) return null;
  const allowing = accounts.find(canTellVolumes);
  return (
    <Card title="At Pinterest" side={<a href={paths.trends}>Trends</a>} className="stack gap-3" data-testid="keyword-numbers">
      {allowing ? <VolumeLine accountId={allowing._id} keyword={keyword} /> : <AllowVolumes accountId={first._id} />}
      {isSaved &&
        accounts.map((account) => <ResultsLine key={account._id} account={account} keyword={keyword} isOnlyOne={accounts.length === 1} />)}
    </Card>
  );
}

function VolumeLine({ accountId: id, keyword }: { readonly accountId: string; readonly keyword: string }) {
  const [country, setCountry] = useVolumeCountry();
  const canAsk = canHaveVolume(keyword);
  const { data, error } = useEndpoint(
    'GET /users/me/pinterest_accounts/:id/volumes',
    { params: { id }, query: { country, keywords: keyword } },
    { isEnabled: canAsk },
  );
  if (!canAsk) return <p>Pinterest can’t be asked for the volume of a keyword with a comma.</p>;
  return (
    <div className="cluster items-end gap-3">
      <Select label="Country" value={country} options={countryOptions} onChange={setCountry} />
      <div data-testid="keyword-volume">
        {data && (
          <p>
            Search volume:{' '}
            <Volume volume={data.volumes[0]?.volume ?? null} source="Pinterest" region={countryName(country)} date={data.day} />
          </p>
        )}
        {!data && error && <p>{error.message}</p>}
        {!data && !error && <SkeletonBar width={240} height={LINE_HEIGHT_PX} />}
      </div>
    </div>
  );
}

interface ResultsLineProps {
  readonly account: LinkedAccount;
  readonly keyword: string;
  readonly isOnlyOne: boolean;
}

/** `3 pins, 1,240 saves, best: …`: the user's pins about a keyword since it was saved. */
function ResultsLine({ account: { _id: id, username }, keyword, isOnlyOne }: ResultsLineProps) {
  const { data, error } = useEndpoint('GET /users/me/pinterest_accounts/:id/results', { params: { id }, query: { keyword } });
  const whose = isOnlyOne ? 'Since you saved it' : `@${username}, since you saved it`;
  if (error && !data) return <p>{`${whose}: ${error.message}`}</p>;
  if (!data) return <SkeletonBar width={240} height={LINE_HEIGHT_PX} />;
  return (
    <div data-testid="keyword-results">
      <p>
        {whose}: <KeywordResults found={data.keywords[0]} />
      </p>
      {data.keywords.length > 0 && <ResultsNote />}
      <ResultsLimits results={data} />
    </div>
  );
}
