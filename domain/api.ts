import * as analytics from '#domain/analytics/endpoints';
import * as alerts from '#domain/watching/alerts/endpoints';
import * as watching from '#domain/watching/endpoints';
import * as today from '#domain/watching/today/endpoints';
import * as audit from '#domain/audit/endpoints';
import * as apiKeys from '#domain/auth/api-keys/endpoints';
import * as account from '#domain/auth/account/endpoints';
import * as sessions from '#domain/auth/sessions/endpoints';
import * as oauth from '#domain/auth/oauth/endpoints';
import * as passkeys from '#domain/auth/passkeys/endpoints';
import * as people from '#domain/people/endpoints';
import * as singleSignOn from '#domain/auth/single-sign-on/endpoints';
import * as catalog from '#domain/catalog/endpoints';
import * as intake from '#domain/catalog/intake/endpoints';
import * as dataQuality from '#domain/data-quality/endpoints';
import type { Call, Endpoint } from '#domain/endpoint';
import * as linkedAccounts from '#domain/linked-accounts/endpoints';
import * as mail from '#domain/mail/endpoints';
import * as monitoring from '#domain/operations/endpoints';
import * as setup from '#domain/setup/endpoints';
import * as site from '#domain/site/endpoints';
import * as subscriptions from '#domain/subscriptions/endpoints';

/** The whole API by section, in the order of the documentation. The server refuses every route that is not listed here. */
export const sections = {
  Catalog: [
    catalog.listPins,
    catalog.listBoards,
    catalog.listPinners,
    catalog.viewPin,
    catalog.viewBoard,
    catalog.viewPinner,
    catalog.compareEntities,
    catalog.viewHistogram,
    catalog.viewFilterChoices,
    catalog.exportList,
    catalog.viewCatalogTotals,
  ],
  Keywords: [analytics.listKeywords, analytics.viewKeyword, analytics.viewInterest, analytics.compareKeywords, analytics.exportKeywords],
  'Sign-in': [
    sessions.signIn,
    sessions.signInWithCode,
    passkeys.beginPasskeySignIn,
    passkeys.signInWithPasskey,
    singleSignOn.startSingleSignOn,
    singleSignOn.finishSingleSignOn,
    account.register,
    account.confirmEmail,
    account.resendConfirmation,
    account.recoverPassword,
    account.resetPassword,
    account.changePassword,
    sessions.signInToDemo,
    sessions.viewSession,
    sessions.updateSession,
    sessions.signOut,
  ],
  Account: [
    account.viewOwnerCheck,
    account.checkOwner,
    passkeys.beginPasskeyCheck,
    passkeys.checkOwnerWithPasskey,
    sessions.listSessions,
    sessions.endOtherSessions,
    sessions.endSession,
    account.exportAccount,
    account.deleteAccount,
    account.saveFormats,
    account.viewSecondFactor,
    account.beginSecondFactor,
    account.confirmSecondFactor,
    account.renewRecoveryCodes,
    account.removeSecondFactor,
    passkeys.listPasskeys,
    passkeys.beginPasskey,
    passkeys.addPasskey,
    passkeys.removePasskey,
    singleSignOn.listSignInLinks,
    singleSignOn.addSignInLink,
    singleSignOn.removeSignInLink,
    apiKeys.listApiKeys,
    apiKeys.createApiKey,
    apiKeys.revokeApiKey,
    oauth.viewAuthorization,
    oauth.decideAuthorization,
    oauth.issueTokens,
    oauth.listAssistants,
    oauth.disconnectAssistant,
  ],
  Premium: [
    subscriptions.viewSubscription,
    subscriptions.cancelSubscription,
    subscriptions.keepSubscription,
    subscriptions.openSubscriptionLink,
    subscriptions.viewCheckoutSettings,
    subscriptions.receivePaddleNotice,
    subscriptions.simulatePayment,
  ],
  Watching: [
    watching.listWatchlists,
    watching.viewWatchlist,
    watching.createWatchlist,
    watching.renameWatchlist,
    watching.deleteWatchlist,
    watching.watchItem,
    watching.changeWatchedItem,
    watching.unwatchItem,
    watching.listSavedSearches,
    watching.saveSearch,
    watching.markSearchSeen,
    watching.deleteSavedSearch,
    watching.listSavedKeywords,
    watching.saveKeywords,
    watching.removeSavedKeyword,
    today.viewToday,
    today.listTopics,
    today.saveTopics,
    today.suggestTopics,
    today.viewSite,
    today.saveSite,
    today.suggestFollows,
    alerts.listAlertRules,
    alerts.createAlertRule,
    alerts.changeAlertRule,
    alerts.deleteAlertRule,
    alerts.listAlerts,
    alerts.markAlertsRead,
  ],
  'Linked accounts': [
    linkedAccounts.listLinkedAccounts,
    linkedAccounts.linkAccount,
    linkedAccounts.unlinkAccount,
    linkedAccounts.viewOwnAnalytics,
    linkedAccounts.viewOwnTopPins,
    linkedAccounts.viewOwnBoards,
    linkedAccounts.viewOwnPin,
    linkedAccounts.viewResearchResults,
    linkedAccounts.viewTrends,
    linkedAccounts.viewTerms,
    linkedAccounts.viewVolumes,
  ],
  Emails: [
    mail.unsubscribe,
    mail.unsubscribeWithOneClick,
    mail.resubscribe,
    mail.trackEmailVisit,
    mail.listOptionalEmails,
    mail.chooseOptionalEmails,
    mail.endOptionalEmail,
    mail.resumeOptionalEmail,
  ],
  Administration: [
    analytics.viewSiteAnalytics,
    analytics.viewDailyCounts,
    analytics.viewGrowthAnalytics,
    intake.receiveFile,
    intake.listImports,
    intake.viewImport,
    intake.previewImport,
    intake.changeOptions,
    intake.chooseColumns,
    intake.startImport,
    intake.previewTakeBack,
    intake.exportTakeBack,
    intake.takeBackImport,
    intake.cancelImport,
    intake.exportRejects,
    dataQuality.scanQuality,
    dataQuality.listIssue,
    dataQuality.exportIssue,
    dataQuality.cleanCatalog,
    dataQuality.listCleanups,
    dataQuality.downloadRemoved,
    people.listPeople,
    people.viewPerson,
    people.endPersonSessions,
    people.endPersonSession,
    people.givePremium,
    people.endGivenPremium,
    people.deletePerson,
    audit.listAudit,
    audit.exportAudit,
    monitoring.viewOperations,
    setup.viewSetup,
    setup.createOwnAdministrator,
    setup.removeDemo,
    site.listAlarms,
    site.listJobs,
    site.runJob,
  ],
  Site: [site.viewSettings, analytics.trackEvent, site.viewOpenApiDocument, site.viewDocs, site.viewDocsPage],
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
