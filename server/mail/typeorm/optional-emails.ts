import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dayOf } from '#domain/days';
import {
  type OptionalEmail,
  type OptionalEmailOwner,
  type OptionalEmails,
  optionalEmailToken,
  resumableSince,
} from '#domain/mail/optional-emails';
import { Secrets } from '#domain/secrets';
import { userSchema } from '#server/database/schema/auth.schema';
import { emailChoiceSchema } from '#server/database/schema/mail.schema';

/** The table `email_choices`. */
@Injectable()
export class TypeormOptionalEmails implements OptionalEmails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: Secrets,
  ) {}

  async listFor(userId: string): Promise<readonly OptionalEmail[]> {
    const choices = await this.dataSource.manager.find(emailChoiceSchema, { where: { user_id: userId, is_on: true } });
    return choices.map(({ kind }) => kind);
  }

  async choose(userId: string, kind: OptionalEmail, isOn: boolean, now: Date): Promise<void> {
    const token_hash = this.secrets.hash(optionalEmailToken(this.secrets, kind, userId));
    const choice = { user_id: userId, kind, is_on: isOn, changed_at: now, token_hash, handled_day: dayOf(now) };
    const insert = this.dataSource.manager.createQueryBuilder().insert().into(emailChoiceSchema).values(choice).updateEntity(false);
    await insert.orUpdate(['token_hash'], ['user_id', 'kind']).execute();
    await this.#change(userId, kind, isOn, now);
  }

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
