import type { Board, BoardPage } from '#domain/catalog/board';
import type { CatalogTotals } from '#domain/catalog/catalog';
import type { Pin, PinPage } from '#domain/catalog/pin';
import type { Pinner, PinnerPage } from '#domain/catalog/pinner';
import type { CatalogSearch } from '#domain/catalog/search';

/** What every refused or failed call answers. */
export interface ApiFault {
  /** The first fault, as a sentence. */
  readonly error: string;
  /** All faults. */
  readonly errors: readonly string[];
  /** A stable machine word. */
  readonly code: string;
}

type ListQuery = Partial<CatalogSearch>;

/** How the server was started, for the client to show; no secrets. */
export interface SiteSettings {
  readonly brand: string;
  readonly support_email: string;
  readonly version: string;
  /** True while the catalogue holds the generated demo. */
  readonly demo: boolean;
  /** A customer's words for the home page, or null for none. */
  readonly testimonial: { readonly text: string; readonly author: string } | null;
}

/** The record the client holds of who is looking; the spec's defaults for nobody. */
export interface CurrentUser {
  readonly id: string | null;
  readonly email: string | null;
  readonly is_confirmed: boolean;
  readonly is_premium: boolean;
  readonly paddle_subscription_cancel_url: string | null;
  readonly role_id: number;
  readonly username: string | null;
}

export interface SessionAnswer {
  readonly user: CurrentUser | null;
}

/** The whole API on one page: each call's input and answer. Paths are below `/api`. */
export interface Api {
  'GET /pins': { query: ListQuery; answer: PinPage };
  'GET /boards': { query: ListQuery; answer: BoardPage };
  'GET /pinners': { query: ListQuery; answer: PinnerPage };
  'GET /pins/:id': { params: { id: string }; answer: Pin };
  'GET /boards/:id': { params: { id: string }; answer: Board };
  'GET /pinners/:id': { params: { id: string }; answer: Pinner };
  'GET /sessions': { answer: SessionAnswer };
  'GET /stats': { answer: CatalogTotals };
  'GET /settings': { answer: SiteSettings };
}

export type Endpoint = keyof Api;

export type Access = 'anyone' | 'signed-in' | 'admin';

/** Who may call what. The guard refuses every route that is not listed here. */
export const access: Record<Endpoint, Access> = {
  'GET /pins': 'anyone',
  'GET /boards': 'anyone',
  'GET /pinners': 'anyone',
  'GET /pins/:id': 'anyone',
  'GET /boards/:id': 'anyone',
  'GET /pinners/:id': 'anyone',
  'GET /sessions': 'anyone',
  'GET /stats': 'anyone',
  'GET /settings': 'anyone',
};
