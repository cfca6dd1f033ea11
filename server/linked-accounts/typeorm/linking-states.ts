import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThanOrEqual } from 'typeorm';
import { linkingStateSchema } from '#server/database/schema/linked-accounts.schema';
import { isUniqueViolation } from '#server/database/typeorm/writes';

/** A pending authorization. Its secrets are stored only as hashes. */
interface LinkingState {
  readonly session_hash: string;
  readonly user_id: string;
  readonly expires_at: Date;
}

/** Stores authorizations that users have started and not finished. */
@Injectable()
export class LinkingStates {
  constructor(private readonly dataSource: DataSource) {}

  /** Saves a state and deletes expired ones. */
  async save(stateHash: string, { session_hash, user_id, expires_at }: LinkingState, now: Date): Promise<void> {
    await this.dataSource.manager.delete(linkingStateSchema, { expires_at: LessThanOrEqual(now) });
    await this.dataSource.manager.insert(linkingStateSchema, { state_hash: stateHash, session_hash, user_id, expires_at });
  }

  /** Consumes a state together with the code that came back. Returns null when the state is unknown or used, or the code was used before. */
  async consume(stateHash: string, codeHash: string): Promise<LinkingState | null> {
    try {
      const { affected } = await this.dataSource.manager.update(
        linkingStateSchema,
        { state_hash: stateHash, code_hash: IsNull() },
        { code_hash: codeHash },
      );
      return affected === 1 ? await this.dataSource.manager.findOneBy(linkingStateSchema, { state_hash: stateHash }) : null;
    } catch (error) {
      // The unique index on code_hash: this code was used with another state.
      if (isUniqueViolation(error)) return null;
      throw error;
    }
  }
}
