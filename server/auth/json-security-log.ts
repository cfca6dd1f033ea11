import { Inject, Injectable } from '@nestjs/common';
import { type SecurityEvent, SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';

/** Writes a line of the log. */
export type WriteLine = (line: string) => void;

/** The injection token of the log's output. */
export const WRITE_LINE = Symbol('WriteLine');

/** Writes one line of JSON per event. Addresses are keyed hashes: equal ones can be matched, none can be read. */
@Injectable()
export class JsonSecurityLog extends SecurityLog {
  constructor(
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    @Inject(WRITE_LINE) private readonly writeLine: WriteLine,
  ) {
    super();
  }

  record({ event, user_id, email, clientIp, detail, count }: SecurityEvent): void {
    const keyedHash = (text: string) => this.secrets.sign('rate-limit', text).slice(0, 16);
    this.writeLine(
      JSON.stringify({
        at: this.clock.now().toISOString(),
        event,
        ...(user_id ? { user_id } : {}),
        ...(email === undefined ? {} : { email_hash: keyedHash(email) }),
        ...(clientIp === undefined ? {} : { network_hash: keyedHash(clientIp.key) }),
        ...(detail === undefined ? {} : { what: detail }),
        ...(count === undefined ? {} : { count }),
      }),
    );
  }
}
