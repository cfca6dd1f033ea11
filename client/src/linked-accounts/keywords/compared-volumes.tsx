import type { ReactNode } from 'react';
import { canHaveVolume } from '#domain/linked-accounts/volumes';
import { api } from '../../api/api';
import { useResource } from '../../api/resource';
import { paths } from '../../site/paths';
import { useUser } from '../../site/session';
import { Volume } from '../../ui/count';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { Select } from '../../ui/form/select';
import { useOwnAccounts } from '../use-own-accounts';
import { countryName, countryOptions, useVolumeCountry } from './volume-country';

const TABLE_HEIGHT_PX = 420;

/** Pinterest's volumes of the keywords of a table. */
export interface VolumeRow {
  /** The volume of a keyword. */
  readonly cellOf: (keyword: string) => ReactNode;
  /** The choice of the country, and why there is no volume. */
  readonly note: ReactNode;
}

export interface ComparedVolumesProps {
  readonly keywords: readonly string[];
  /** Renders the table with them; null where the user has no account to read them through. */
  readonly children: (row: VolumeRow | null) => ReactNode;
}

/** The search volumes of several keywords at Pinterest, in one country, read in one call. */
export function ComparedVolumes({ keywords, children }: ComparedVolumesProps) {
  const isLinked = (useUser()?.username ?? null) !== null;
  const { data: accounts, error: accountsError } = useOwnAccounts();
  const isLinking = isLinked && !accounts && !accountsError;
  const [country, setCountry] = useVolumeCountry();
  const [first] = accounts ?? [];
  const id = accounts?.find(({ has_volumes, needs_reconnect }) => has_volumes && !needs_reconnect)?._id ?? '';
  const text = keywords.filter(canHaveVolume).join(',');
  const { data, error } = useResource(
    `own volumes ${id} ${country} ${text}`,
    (signal) => api('GET /users/me/pinterest_accounts/:id/volumes', { params: { id }, query: { country, keywords: text }, signal }),
    { isEnabled: id !== '' && text !== '' },
  );
  // Linked users wait for their volumes, so that the table does not move.
  if (isLinking || (id !== '' && text !== '' && !data && !error)) return <SkeletonBar height={TABLE_HEIGHT_PX} />;
  if (!first) return children(null);
  const cellOf = (keyword: string) => {
    if (!canHaveVolume(keyword)) return 'Not for a keyword with a comma';
    const found = data?.volumes.find((one) => one.keyword === keyword);
    return data ? <Volume volume={found?.volume ?? null} source="Pinterest" region={countryName(country)} date={data.day} /> : '–';
  };
  const note =
    id === '' ? (
      <p>
        Pinterest tells search volumes to you once you <a href={paths.ownAccount(first._id)}>allow them for your account</a>.
      </p>
    ) : (
      <div className="cluster items-end gap-3" data-testid="compared-volumes">
        <Select label="Country of Pinterest’s volumes" value={country} options={countryOptions} onChange={setCountry} />
        {error && !data && <p>{error.message}</p>}
      </div>
    );
  return children({ cellOf, note });
}
