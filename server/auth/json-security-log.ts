import { Inject, Injectable } from '@nestjs/common';
import { type SecurityEvent, SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';

/** Where the lines go. */
export type WriteLine = (line: string) => void;

/** Dependency injection's name for where the lines go. */
export const WRITE_LINE = Symbol('Lines');

/** One line of JSON per event, in UTC. Addresses are keyed hashes: the same one is recognised, none can be read. */
@Injectable()
export class JsonSecurityLog extends SecurityLog {
  constructor(
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    @Inject(WRITE_LINE) private readonly writeLine: WriteLine,
  ) {
    super();
  }

  record({ event, user_id, email, clientIp, detail: what }: SecurityEvent): void {
    const keyedHash = (text: string) => this.secrets.sign('rate-limit', text).slice(0, 16);
    this.writeLine(
      JSON.stringify({
        at: this.clock.now().toISOString(),
        event,
        ...(user_id ? { user_id } : {}),
        ...(email === undefined ? {} : { email_hash: keyedHash(email) }),
        ...(clientIp === undefined ? {} : { network_hash: keyedHash(clientIp) }),
        ...(what === undefined ? {} : { what }),
      }),
    );
  }
}
