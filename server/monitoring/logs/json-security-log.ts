import { Inject, Injectable } from '@nestjs/common';
import { type SecurityEvent, SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { logHash, Secrets } from '#domain/secrets';
import { LOG, type Log } from '#server/monitoring/logs/log';

/** Writes one record per event. Addresses are keyed hashes: equal ones can be matched, none can be read. */
@Injectable()
export class JsonSecurityLog extends SecurityLog {
  constructor(
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    @Inject(LOG) private readonly log: Log,
  ) {
    super();
  }

  record({ event, user_id, email, clientIp, detail, count }: SecurityEvent): void {
    this.log.audit.info({
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
