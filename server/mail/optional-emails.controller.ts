import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import type { SignedInUser } from '#domain/auth/user';
import { Clock } from '#domain/clock';
import { NotFound } from '#domain/errors';
import type { OptionalEmailChange, OptionalEmailChoices, OptionalEmailQuery, OptionalEmailRecipient } from '#domain/mail/contract';
import { chooseOptionalEmails, endOptionalEmail } from '#domain/mail/endpoints';
import { maskEmail } from '#domain/mail/mask-email';
import { OptionalEmails } from '#domain/mail/optional-emails';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';

const parseToken = new Parse(endOptionalEmail.query);

/** Switches optional emails on and off: signed in, or by the link of an email. */
@Controller('api')
export class OptionalEmailsController {
  constructor(
    private readonly optionalEmails: OptionalEmails,
    private readonly clock: Clock,
  ) {}

  @Get('users/me/optional-emails')
  async list(@SignedIn() user: SignedInUser): Promise<OptionalEmailChoices> {
    return { weekly: (await this.optionalEmails.listFor(user.id)).includes('weekly') };
  }

  @Patch('users/me/optional-emails')
  @HttpCode(204)
  choose(
    @SignedIn() user: SignedInUser,
    @Body(new Parse(chooseOptionalEmails.body, 'body')) { weekly }: OptionalEmailChange,
  ): Promise<void> {
    return this.optionalEmails.choose(user.id, 'weekly', weekly, this.clock.now());
  }

  @Post('optional-emails/unsubscribe')
  @HttpCode(200)
  unsubscribe(@Query(parseToken) { token }: OptionalEmailQuery): Promise<OptionalEmailRecipient> {
    return this.#chooseByToken(token, false);
  }

  @Delete('optional-emails/unsubscribe')
  resubscribe(@Query(parseToken) { token }: OptionalEmailQuery): Promise<OptionalEmailRecipient> {
    return this.#chooseByToken(token, true);
  }

  async #chooseByToken(token: string, isOn: boolean): Promise<OptionalEmailRecipient> {
    const owner = await this.optionalEmails.chooseByToken(token, isOn, this.clock.now());
    if (!owner) throw new NotFound("This link isn't valid.");
    return { email: maskEmail(owner.email), kind: owner.kind };
  }
}
