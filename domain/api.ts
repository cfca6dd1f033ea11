import type { AnalyticsDays, GrowthQuery, ReportedEvent } from '#domain/analytics/contract';
import type { GrowthAnalytics } from '#domain/analytics/growth/growth-analytics';
import type { SiteAnalytics } from '#domain/analytics/visitors/site-analytics';
import type {
  Confirmation,
  Credentials,
  DemoSignIn,
  EmailOnly,
  PasswordConfirmation,
  PasswordChange,
  PasswordReset,
  SessionPatch,
} from '#domain/auth/contract';
import type { OpenSession, MessageResponse, MessageWithUserResponse, SessionResponse, SignedInResponse } from '#domain/auth/user';
import type { Board, BoardPage } from '#domain/catalog/board';
import type { CatalogTotals } from '#domain/catalog/catalog';
import type { Pin, PinPage } from '#domain/catalog/pin';
import type { Pinner, PinnerPage } from '#domain/catalog/pinner';
import type { CatalogSearch } from '#domain/catalog/catalog-search';
import type { Variant } from '#domain/catalog/variants';
import type { Cleanup } from '#domain/data-quality/contract';
import type { CleanupRecord, QualityScan } from '#domain/data-quality/quality-scan';
import type { JobStatus } from '#domain/jobs';
import type { Linking } from '#domain/linked-accounts/contract';
import type { LinkedAccount, LinkingRedirect } from '#domain/linked-accounts/linked-account';
import type { SandboxPaymentOrder, SentNotice } from '#domain/subscriptions/contract';
import type { CheckoutSettings, SubscriptionView } from '#domain/subscriptions/subscription-view';

/** What every refused or failed call answers. */
export interface ApiErrorBody {
  /** The first fault, as a sentence. */
  readonly error: string;
  /** All faults. */
  readonly errors: readonly string[];
  /** A stable machine word. */
  readonly code: string;
}

type ListQuery = Partial<CatalogSearch>;
type Referral = { readonly campaign_referral_id: string };

/** How the server was started, for the client to show; no secrets. */
export interface SiteSettings {
  readonly brand: string;
  readonly support_email: string;
  readonly version: string;
  /** True while the catalogue holds the generated demo. */
  readonly demo: boolean;
  /** True where one may sign in as a demo user without a password. */
  readonly demo_sign_in: boolean;
  /** True where letters are caught and read at `/dev/mail`. */
  readonly local_mail: boolean;
  /** A customer's words for the home page, or null for none. */
  readonly testimonial: { readonly text: string; readonly author: string } | null;
}

/** The whole API on one page: each call's input and answer. Paths are below `/api`. An answer of null is 204, without a body. */
export interface Api {
  'GET /pins': { query: ListQuery; answer: PinPage };
  'GET /boards': { query: ListQuery; answer: BoardPage };
  'GET /pinners': { query: ListQuery; answer: PinnerPage };
  'GET /pins/:id': { params: { id: string }; answer: Pin };
  'GET /boards/:id': { params: { id: string }; answer: Board };
  'GET /pinners/:id': { params: { id: string }; answer: Pinner };
  'GET /exports/:variant': { params: { variant: Variant }; query: ListQuery; answer: string };
  'POST /auth/login': { body: Credentials; answer: SignedInResponse };
  'POST /auth/register': { body: Credentials; answer: MessageWithUserResponse };
  'POST /auth/email/confirm': { body: Confirmation; answer: MessageWithUserResponse };
  'POST /auth/email/confirm/resend': { answer: MessageResponse };
  'POST /auth/password/recover': { body: EmailOnly; answer: MessageResponse };
  'POST /auth/password/reset': { body: PasswordReset; answer: MessageWithUserResponse };
  'POST /auth/password/change': { body: PasswordChange; answer: MessageResponse };
  'POST /auth/demo': { body: DemoSignIn; answer: SignedInResponse };
  'GET /unsubscribe': { query: Referral; answer: { readonly email: string } };
  'POST /unsubscribe': { query: Referral; answer: { readonly email: string } };
  'DELETE /unsubscribe': { query: Referral; answer: { readonly email: string } };
  'GET /track': { query: Referral; answer: null };
  'GET /sessions': { answer: SessionResponse };
  'PATCH /sessions': { body: SessionPatch; answer: SessionResponse };
  'DELETE /sessions': { answer: null };
  'GET /stats': { answer: CatalogTotals };
  'GET /settings': { answer: SiteSettings };
  'GET /users/me/sessions': { answer: readonly OpenSession[] };
  'DELETE /users/me/sessions': { answer: null };
  'DELETE /users/me/sessions/:id': { params: { id: string }; answer: null };
  'POST /users/me/export': { body: PasswordConfirmation; answer: Readonly<Record<string, unknown>> };
  'POST /users/me/deletion': { body: PasswordConfirmation; answer: null };
  'GET /users/me/subscription': { answer: SubscriptionView };
  'POST /users/me/subscription/cancel': { answer: SubscriptionView };
  'GET /users/me/subscription/links/:purpose': { params: { purpose: 'cancel' | 'update' }; answer: null };
  'GET /checkout': { answer: CheckoutSettings };
  'POST /webhooks/paddle': { body: SentNotice; answer: null };
  'POST /sandbox/payments': { body: SandboxPaymentOrder; answer: SubscriptionView };
  'GET /users/me/pinterest_accounts': { answer: readonly LinkedAccount[] };
  'POST /users/me/pinterest_accounts': { body: Linking; answer: LinkingRedirect | LinkedAccount };
  'DELETE /users/me/pinterest_accounts/:id': { params: { id: string }; answer: null };
  'POST /events': { body: ReportedEvent; answer: null };
  'GET /analytics/dashboard': { query: { readonly days?: AnalyticsDays }; answer: SiteAnalytics };
  'GET /admin/analytics': { query: Partial<GrowthQuery>; answer: GrowthAnalytics };
  'GET /admin/data-quality/scan': { answer: QualityScan };
  'POST /admin/data-quality/cleanup': { body: Cleanup; answer: { readonly deleted: number } };
  'GET /admin/data-quality/cleanups': { answer: readonly CleanupRecord[] };
  'GET /admin/jobs': { answer: readonly JobStatus[] };
  'GET /openapi.json': { answer: Readonly<Record<string, unknown>> };
  'GET /docs': { answer: string };
}

export type Endpoint = keyof Api;

/** `outside`: called by other programs, which no cookie of ours speaks for; the handler itself checks what it is given. */
export type Access = 'anyone' | 'signed-in' | 'admin' | 'outside';

/** Who may call what. The guard refuses every route that is not listed here. */
export const access: Record<Endpoint, Access> = {
  'GET /pins': 'anyone',
  'GET /boards': 'anyone',
  'GET /pinners': 'anyone',
  'GET /pins/:id': 'anyone',
  'GET /boards/:id': 'anyone',
  'GET /pinners/:id': 'anyone',
  'GET /exports/:variant': 'anyone',
  'POST /auth/login': 'anyone',
  'POST /auth/register': 'anyone',
  'POST /auth/email/confirm': 'anyone',
  'POST /auth/email/confirm/resend': 'anyone',
  'POST /auth/password/recover': 'anyone',
  'POST /auth/password/reset': 'anyone',
  'POST /auth/password/change': 'signed-in',
  'POST /auth/demo': 'anyone',
  'GET /unsubscribe': 'anyone',
  'POST /unsubscribe': 'outside',
  'DELETE /unsubscribe': 'anyone',
  'GET /track': 'anyone',
  'GET /sessions': 'anyone',
  'PATCH /sessions': 'anyone',
  'DELETE /sessions': 'anyone',
  'GET /stats': 'anyone',
  'GET /settings': 'anyone',
  'GET /users/me/sessions': 'signed-in',
  'DELETE /users/me/sessions': 'signed-in',
  'DELETE /users/me/sessions/:id': 'signed-in',
  'POST /users/me/export': 'signed-in',
  'POST /users/me/deletion': 'signed-in',
  'GET /users/me/subscription': 'signed-in',
  'POST /users/me/subscription/cancel': 'signed-in',
  'GET /users/me/subscription/links/:purpose': 'signed-in',
  'GET /checkout': 'anyone',
  'POST /webhooks/paddle': 'outside',
  'POST /sandbox/payments': 'signed-in',
  'GET /users/me/pinterest_accounts': 'signed-in',
  'POST /users/me/pinterest_accounts': 'signed-in',
  'DELETE /users/me/pinterest_accounts/:id': 'signed-in',
  'POST /events': 'anyone',
  'GET /analytics/dashboard': 'admin',
  'GET /admin/analytics': 'admin',
  'GET /admin/data-quality/scan': 'admin',
  'POST /admin/data-quality/cleanup': 'admin',
  'GET /admin/data-quality/cleanups': 'admin',
  'GET /admin/jobs': 'admin',
  'GET /openapi.json': 'anyone',
  'GET /docs': 'anyone',
};
