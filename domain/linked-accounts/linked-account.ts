/** How many accounts of the platform one person may link. */
export const MAX_LINKED_ACCOUNTS = 5;

/** An account of the platform that somebody linked, as that person sees it; tokens never leave the server. */
export interface LinkedAccount {
  readonly _id: string;
  readonly username: string;
  readonly profile_image: string | null;
  readonly pin_count: number | null;
  readonly website_url: string | null;
  /** True when the platform no longer lets us read it, or soon will not: linking it again renews the permission. */
  readonly needs_reconnect: boolean;
  readonly linked_at: string;
}

/** Where the browser goes to give the platform's permission: an address of the platform, or a path of ours in the sandbox. */
export interface LinkingRedirect {
  readonly redirect_uri: string;
}
