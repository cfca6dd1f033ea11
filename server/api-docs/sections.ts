import type { Endpoint } from '#domain/api';
import { accountLines, linkedAccountLines } from '#server/api-docs/account-lines';
import { adminLines } from '#server/api-docs/admin-lines';
import { authLines } from '#server/api-docs/auth-lines';
import { catalogLines } from '#server/api-docs/catalog-lines';
import type { AllEndpointDocs } from '#server/api-docs/endpoint-docs';
import { premiumLines } from '#server/api-docs/premium-lines';
import { letterLines, siteLines } from '#server/api-docs/site-lines';

/** Every endpoint's line. */
export const endpointDocs: AllEndpointDocs = {
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

const toSection = (name: string, docs: Partial<AllEndpointDocs>): Section => ({ name, endpoints: Object.keys(docs) as Endpoint[] });

export const sections: readonly Section[] = [
  toSection('Catalogue', catalogLines),
  toSection('Signing in', authLines),
  toSection('Your account', accountLines),
  toSection('Premium', premiumLines),
  toSection('Linked accounts', linkedAccountLines),
  toSection('Letters', letterLines),
  toSection('Administration', adminLines),
  toSection('The site', siteLines),
];
