import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThanOrEqual, type Repository } from 'typeorm';
import type { LinkingState, LinkingStates } from '#domain/linked-accounts/linking-states';
import { linkingStateSchema, type LinkingStateRow } from '#server/database/schema/linked-accounts.schema';
import { isUniqueViolation } from '#server/database/typeorm/unique-violation';

/** The table `linking_states`. */
@Injectable()
export class TypeormLinkingStates implements LinkingStates {
  readonly #states: Repository<LinkingStateRow>;

  constructor(dataSource: DataSource) {
    this.#states = dataSource.getRepository(linkingStateSchema);
  }

  async save(stateHash: string, { session_hash, user_id, expires_at }: LinkingState, now: Date): Promise<void> {
    await this.#states.delete({ expires_at: LessThanOrEqual(now) });
    await this.#states.insert({ state_hash: stateHash, session_hash, user_id, expires_at });
  }

  async consume(stateHash: string, codeHash: string): Promise<LinkingState | null> {
    try {
      const { affected } = await this.#states.update({ state_hash: stateHash, code_hash: IsNull() }, { code_hash: codeHash });
      return affected === 1 ? await this.#states.findOneBy({ state_hash: stateHash }) : null;
    } catch (error) {
      // The unique index on code_hash: this code was used with another state.
      if (isUniqueViolation(error)) return null;
      throw error;
    }
  }
}
