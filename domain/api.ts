import { trackEvent, viewGrowthAnalytics, viewSiteAnalytics } from '#domain/analytics/endpoints';
import {
  changePassword,
  confirmEmail,
  deleteAccount,
  endOtherSessions,
  endSession,
  exportAccount,
  listSessions,
  recoverPassword,
  register,
  resendConfirmation,
  resetPassword,
  signIn,
  signInToDemo,
  signOut,
  updateSession,
  viewSession,
} from '#domain/auth/endpoints';
import {
  exportList,
  listBoards,
  listPinners,
  listPins,
  viewBoard,
  viewCatalogTotals,
  viewPin,
  viewPinner,
} from '#domain/catalog/endpoints';
import { cleanCatalog, listCleanups, scanQuality } from '#domain/data-quality/endpoints';
import type { Call, Endpoint } from '#domain/endpoint';
import { linkAccount, listLinkedAccounts, unlinkAccount } from '#domain/linked-accounts/endpoints';
import { resubscribe, trackEmailVisit, unsubscribe, unsubscribeWithOneClick } from '#domain/mail/endpoints';
import { listJobs, viewDocs, viewOpenApiDocument, viewSettings } from '#domain/site/endpoints';
import {
  cancelSubscription,
  openSubscriptionLink,
  receivePaddleNotice,
  simulatePayment,
  viewCheckoutSettings,
  viewSubscription,
} from '#domain/subscriptions/endpoints';

/** The whole API by section, in the order of the documentation. The server refuses every route that is not listed here. */
export const sections = {
  Catalog: [listPins, listBoards, listPinners, viewPin, viewBoard, viewPinner, exportList, viewCatalogTotals],
  'Sign-in': [
    signIn,
    register,
    confirmEmail,
    resendConfirmation,
    recoverPassword,
    resetPassword,
    changePassword,
    signInToDemo,
    viewSession,
    updateSession,
    signOut,
  ],
  Account: [listSessions, endOtherSessions, endSession, exportAccount, deleteAccount],
  Premium: [viewSubscription, cancelSubscription, openSubscriptionLink, viewCheckoutSettings, receivePaddleNotice, simulatePayment],
  'Linked accounts': [listLinkedAccounts, linkAccount, unlinkAccount],
  Emails: [unsubscribe, unsubscribeWithOneClick, resubscribe, trackEmailVisit],
  Administration: [viewSiteAnalytics, viewGrowthAnalytics, scanQuality, cleanCatalog, listCleanups, listJobs],
  Site: [viewSettings, trackEvent, viewOpenApiDocument, viewDocs],
};

type AnyEndpoint = (typeof sections)[keyof typeof sections][number];

export type EndpointName = AnyEndpoint['name'];

/** The input and the response of each endpoint, as a client sees them. */
export type Api = { readonly [E in AnyEndpoint as E['name']]: Call<E> };

/** Every endpoint by its name: method and path below `/api`. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(sections)
    .flat()
    .map((endpoint: Endpoint) => [endpoint.name, endpoint]),
);
