import { Inject, Injectable } from '@nestjs/common';
import { type SecurityEvent, SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { logHash, Secrets } from '#domain/secrets';

/** Writes an event to the log. */
export type WriteEvent = (event: Readonly<Record<string, unknown>>) => void;

/** The injection token of the log's output. */
export const WRITE_EVENT = Symbol('WriteEvent');

/** Writes one record per event. Addresses are keyed hashes: equal ones can be matched, none can be read. */
@Injectable()
export class JsonSecurityLog extends SecurityLog {
  constructor(
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    @Inject(WRITE_EVENT) private readonly writeEvent: WriteEvent,
  ) {
    super();
  }

  record({ event, user_id, email, clientIp, detail, count }: SecurityEvent): void {
    this.writeEvent({
      at: this.clock.now().toISOString(),
      event,
      ...(user_id ? { user_id } : {}),
      ...(email === undefined ? {} : { email_hash: logHash(this.secrets, email) }),
      ...(clientIp === undefined ? {} : { network_hash: logHash(this.secrets, clientIp.key) }),
      ...(detail === undefined ? {} : { what: detail }),
      ...(count === undefined ? {} : { count }),
    });
  }
}
