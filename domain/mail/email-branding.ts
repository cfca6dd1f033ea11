import type { EmailContext } from '#domain/mail/emails';

/** The configured brand and origin that emails name, never those of a request. */
export class EmailBranding {
  constructor(
    private readonly brand: string,
    private readonly supportEmail: string,
    /** Read for each email: a site without a configured origin learns its port when it starts. */
    private readonly site: { readonly origin: string },
  ) {}

  /** Returns the context of an email to this address; `userId` is the account it belongs to, if any, and `locale` its own, for figures and dates. */
  contextFor(to: string, userId: string | null, locale: string | null = null): EmailContext {
    return { brand: this.brand, origin: this.site.origin, to, user_id: userId, locale: locale ?? undefined };
  }

  /** Returns the context of an email to the operator's support address. */
  operatorContext(): EmailContext {
    return this.contextFor(this.supportEmail, null);
  }
}
