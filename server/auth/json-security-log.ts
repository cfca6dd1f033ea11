import { Inject, Injectable } from '@nestjs/common';
import { type SecurityEvent, SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';

/** Where the lines go. */
export type Lines = (line: string) => void;

/** Dependency injection's name for where the lines go. */
export const LINES = Symbol('Lines');

/** One line of JSON per event, in UTC. Addresses are keyed hashes: the same one is recognised, none can be read. */
@Injectable()
export class JsonSecurityLog extends SecurityLog {
  constructor(
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    @Inject(LINES) private readonly lines: Lines,
  ) {
    super();
  }

  note({ event, user_id, email, network, what }: SecurityEvent): void {
    const hashed = (text: string) => this.secrets.sign('rate-limit', text).slice(0, 16);
    this.lines(
      JSON.stringify({
        at: this.clock.now().toISOString(),
        event,
        ...(user_id ? { user_id } : {}),
        ...(email === undefined ? {} : { email_hash: hashed(email) }),
        ...(network === undefined ? {} : { network_hash: hashed(network) }),
        ...(what === undefined ? {} : { what }),
      }),
    );
  }
}
