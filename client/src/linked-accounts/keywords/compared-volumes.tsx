import type { ReactNode } from 'react';
import type { Volumes } from '#domain/linked-accounts/contract';
import { canHaveVolume } from '#domain/linked-accounts/volumes';
import { useEndpoint } from '../../api/resource';
import { useIsLinked } from '../../site/session';
import { Volume } from '../../ui/count';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { Select } from '../../ui/form/select';
import { useOwnAccounts } from '../use-own-accounts';
import { AllowVolumes, canTellVolumes, countryName, countryOptions, useVolumeCountry } from './volumes';

const TABLE_HEIGHT_PX = 420;

/** Pinterest's volumes of the keywords of a table. */
interface VolumeRow {
  /** The volume of a keyword. */
  readonly cellOf: (keyword: string) => ReactNode;
  /** The choice of the country, and why there is no volume. */
  readonly note: ReactNode;
}

interface ComparedVolumesProps {
  readonly keywords: readonly string[];
  /** Whether the table is shown before the volumes are there. By default it waits, so that it does not move. */
  readonly isShownAtOnce?: boolean;
  /** Renders the table with them; null where the user has no account to read them through. */
  readonly children: (row: VolumeRow | null) => ReactNode;
}

/** The search volumes of several keywords at Pinterest, in one country, through the first account that may read them. */
function useVolumes(keywords: readonly string[], country: string) {
  const isLinked = useIsLinked();
  const { data: accounts, error: accountsError } = useOwnAccounts();
  const id = accounts?.find(canTellVolumes)?._id ?? '';
  const text = keywords.filter(canHaveVolume).join(',');
  const isEnabled = id !== '' && text !== '';
  const { data, error } = useEndpoint(
    'GET /users/me/pinterest_accounts/:id/volumes',
    { params: { id }, query: { country, keywords: text } },
    { isEnabled },
  );
  const isReading = isEnabled && !data && !error;
  const isWaiting = isReading || (isLinked && !accounts && !accountsError);
  return { accountId: accounts?.[0]?._id, isAllowed: id !== '', data, error, isReading, isWaiting };
}

/** The search volumes of several keywords at Pinterest, in one country, read in one call. */
export function ComparedVolumes({ keywords, isShownAtOnce = false, children }: ComparedVolumesProps) {
  const [country, setCountry] = useVolumeCountry();
  const { accountId, isAllowed, data, error, isReading, isWaiting } = useVolumes(keywords, country);
  if (!isShownAtOnce && isWaiting) return <SkeletonBar height={TABLE_HEIGHT_PX} />;
  // A list goes without the offer to allow volumes, which pages of keywords have.
  if (accountId === undefined || (isShownAtOnce && !isAllowed)) return children(null);
  const cellOf = (keyword: string) => (isReading ? '…' : <OwnVolume keyword={keyword} volumes={data} country={country} />);
  const note = isAllowed ? (
    <div className="cluster items-end gap-3" data-testid="compared-volumes">
      <Select label="Country of Pinterest’s volumes" value={country} options={countryOptions} onChange={setCountry} />
      {!data && error && <p>{error.message}</p>}
    </div>
  ) : (
    <AllowVolumes accountId={accountId} />
  );
  return children({ cellOf, note });
}

interface OwnVolumeProps {
  readonly keyword: string;
  readonly volumes: Volumes | null;
  readonly country: string;
}

function OwnVolume({ keyword, volumes, country }: OwnVolumeProps) {
  if (!canHaveVolume(keyword)) return 'Not for a keyword with a comma';
  if (!volumes) return '–';
  const found = volumes.volumes.find((one) => one.keyword === keyword);
  return <Volume volume={found?.volume ?? null} source="Pinterest" region={countryName(country)} date={volumes.day} />;
}
