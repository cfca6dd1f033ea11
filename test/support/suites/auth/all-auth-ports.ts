import { describeAccounts, describeAdministrators, describeOwnData } from './accounts';
import type { OpenPorts } from './auth-ports';
import { describePeople } from './people';
import { describeOwnerChecks, describePostedCodes, describeSessions, describeSignInAttempts, describeViewers } from './sessions';

/** The suites of all auth ports with storage. */
export function describeAuthPorts(open: OpenPorts): void {
  describe('Accounts', () => describeAccounts(open));
  describe('Sessions', () => {
    describeSessions(open);
    describeOwnerChecks(open);
    describePostedCodes(open);
  });
  describe('Viewers', () => describeViewers(open));
  describe('Administrators', () => describeAdministrators(open));
  describe('People', () => describePeople(open));
  describe('OwnData', () => describeOwnData(open));
  describe('SignInAttempts', () => describeSignInAttempts(open));
}
