import { Body, Controller, Query } from '@nestjs/common';
import type { SignedInUser } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { NotFound } from '#domain/errors';
import type { OptionalEmailChange, OptionalEmailChoices, OptionalEmailQuery, OptionalEmailRecipient } from '#domain/mail/contract';
import { chooseOptionalEmails, endOptionalEmail, listOptionalEmails, resumeOptionalEmail } from '#domain/mail/endpoints';
import { maskEmail } from '#domain/mail/email';
import { optionalEmails } from '#domain/mail/optional-emails';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { OptionalEmails } from '#server/mail/typeorm/optional-emails';

const parseToken = new Parse(endOptionalEmail.query);

/** Switches optional emails on and off: signed in, or by the link of an email. */
@Controller()
export class OptionalEmailsController {
  constructor(
    private readonly optionalEmails: OptionalEmails,
    private readonly clock: Clock,
  ) {}

  @Handles(listOptionalEmails)
  async list(@SignedIn() user: SignedInUser): Promise<OptionalEmailChoices> {
    const kinds = await this.optionalEmails.listFor(user.id);
    return { weekly: kinds.includes('weekly'), alerts: kinds.includes('alerts') };
  }

  @Handles(chooseOptionalEmails)
  async choose(
    @SignedIn() user: SignedInUser,
    @Body(new Parse(chooseOptionalEmails.body, 'body')) change: OptionalEmailChange,
  ): Promise<void> {
    for (const kind of optionalEmails) {
      const isOn = change[kind];
      if (isOn !== undefined) await this.optionalEmails.choose(user.id, kind, isOn, this.clock.now());
    }
  }

  @Handles(endOptionalEmail)
  unsubscribe(@Query(parseToken) { token }: OptionalEmailQuery): Promise<OptionalEmailRecipient> {
    return this.#chooseByToken(token, false);
  }

  @Handles(resumeOptionalEmail)
  resubscribe(@Query(parseToken) { token }: OptionalEmailQuery): Promise<OptionalEmailRecipient> {
    return this.#chooseByToken(token, true);
  }

  async #chooseByToken(token: string, isOn: boolean): Promise<OptionalEmailRecipient> {
    const owner = await this.optionalEmails.chooseByToken(token, isOn, this.clock.now());
    if (!owner) throw new NotFound("This link isn't valid.");
    return { email: maskEmail(owner.email), kind: owner.kind };
  }
}
