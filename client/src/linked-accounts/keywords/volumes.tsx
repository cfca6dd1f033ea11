import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { paths } from '../../site/paths';
import { useStored } from '../../site/storage';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** `United States` for `US`. */
export const countryName = (country: string): string => countryNames.of(country) ?? country;

const COUNTRY_KEY = 'volume-country';
/** The countries of Pinterest's trends. */
const countries = [
  ...(['US', 'AR', 'AU', 'AT', 'BE', 'BR', 'CA', 'CL', 'CO', 'CZ', 'DK', 'FI', 'FR', 'DE', 'GB', 'GR', 'HU', 'IE'] as const),
  ...(['IT', 'LU', 'MT', 'MX', 'NL', 'NZ', 'NO', 'PL', 'PT', 'RO', 'SK', 'ES', 'SE', 'CH'] as const),
];
export type VolumeCountry = (typeof countries)[number];

/** The countries to choose from. */
export const countryOptions = countries.map((value) => ({ value, name: countryName(value) }));

/** The country whose volumes are shown, which this browser remembers. */
export function useVolumeCountry(): readonly [VolumeCountry, (country: VolumeCountry) => void] {
  const [kept, choose] = useStored(COUNTRY_KEY);
  return [countries.find((country) => country === kept) ?? 'US', choose];
}

/** Whether an account tells volumes. */
export const canTellVolumes = ({ has_volumes, needs_reconnect }: LinkedAccount): boolean => has_volumes && !needs_reconnect;

/** Says how the first volumes are allowed. */
export const AllowVolumes = ({ accountId }: { readonly accountId: string }) => (
  <p>
    Pinterest tells search volumes to you once you <a href={paths.ownAccount(accountId)}>allow them for your account</a>.
  </p>
);
