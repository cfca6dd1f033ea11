import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dayOf } from '#domain/days';
import { type OptionalEmail, optionalEmailToken, resumableSince } from '#domain/mail/optional-emails';
import { Secrets } from '#domain/secrets';
import { userSchema } from '#server/database/schema/auth.schema';
import { emailChoiceSchema } from '#server/database/schema/mail.schema';

/** What the token of an optional email stands for. */
interface OptionalEmailOwner {
  readonly email: string;
  readonly kind: OptionalEmail;
}

/** Which optional emails users have switched on. A token of one kind changes no other kind, and no marketing emails. */
@Injectable()
export class OptionalEmails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: Secrets,
  ) {}

  /** Returns the kinds that a user has switched on. */
  async listFor(userId: string): Promise<readonly OptionalEmail[]> {
    const choices = await this.dataSource.manager.find(emailChoiceSchema, { where: { user_id: userId, is_on: true } });
    return choices.map(({ kind }) => kind);
  }

  /** Switches a kind on or off. Once it is on, the first email is about what happens from the next day on; repeated, it changes nothing. */
  async choose(userId: string, kind: OptionalEmail, isOn: boolean, now: Date): Promise<void> {
    const token_hash = this.secrets.hash(optionalEmailToken(this.secrets, kind, userId));
    const choice = { user_id: userId, kind, is_on: isOn, changed_at: now, token_hash, handled_day: dayOf(now) };
    const insert = this.dataSource.manager.createQueryBuilder().insert().into(emailChoiceSchema).values(choice).updateEntity(false);
    await insert.orUpdate(['token_hash'], ['user_id', 'kind']).execute();
    await this.#change(userId, kind, isOn, now);
  }

  /** Switches a kind on or off for the owner of a token; null for an unknown token, or to switch on what has been off for more than a day. Idempotent. */
  async chooseByToken(token: string, isOn: boolean, now: Date): Promise<OptionalEmailOwner | null> {
    const { manager } = this.dataSource;
    const choice = await manager.findOneBy(emailChoiceSchema, { token_hash: this.secrets.hash(token) });
    if (!choice) return null;
    const { user_id, kind } = choice;
    if (isOn && !choice.is_on && choice.changed_at < resumableSince(now)) return null;
    const owner = await manager.findOne(userSchema, { select: { id: true, email: true }, where: { id: user_id } });
    if (!owner) return null;
    await this.#change(user_id, kind, isOn, now);
    return { email: owner.email, kind };
  }

  /** A choice that is repeated changes nothing: the email that is due stays due. */
  async #change(userId: string, kind: OptionalEmail, isOn: boolean, now: Date): Promise<void> {
    const change = { is_on: isOn, changed_at: now, ...(isOn && { handled_day: dayOf(now) }) };
    await this.dataSource.manager.update(emailChoiceSchema, { user_id: userId, kind, is_on: !isOn }, change);
  }
}
