import type { Endpoint } from '#domain/api';
import { accountLines, linkedAccountLines } from '#server/api-docs/account-lines';
import { adminLines } from '#server/api-docs/admin-lines';
import { authLines } from '#server/api-docs/auth-lines';
import { catalogLines } from '#server/api-docs/catalog-lines';
import type { Lines } from '#server/api-docs/line';
import { premiumLines } from '#server/api-docs/premium-lines';
import { letterLines, siteLines } from '#server/api-docs/site-lines';

/** Every endpoint's line. */
export const lines: Lines = {
  ...catalogLines,
  ...authLines,
  ...accountLines,
  ...premiumLines,
  ...linkedAccountLines,
  ...letterLines,
  ...adminLines,
  ...siteLines,
};

/** A part of the API, in the order of the documentation. */
export interface Section {
  readonly name: string;
  readonly endpoints: readonly Endpoint[];
}

const section = (name: string, own: Partial<Lines>): Section => ({ name, endpoints: Object.keys(own) as Endpoint[] });

export const sections: readonly Section[] = [
  section('Catalogue', catalogLines),
  section('Signing in', authLines),
  section('Your account', accountLines),
  section('Premium', premiumLines),
  section('Linked accounts', linkedAccountLines),
  section('Letters', letterLines),
  section('Administration', adminLines),
  section('The site', siteLines),
];
