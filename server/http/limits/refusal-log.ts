import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type SecurityEvent, SecurityLog } from '#domain/auth/security-log';
import { MINUTE_MS } from '#domain/durations';

/** Further refusals of a minute are logged without client IP and user. */
const MAX_LINES_PER_MINUTE = 1_000;

/** Logs refused requests once a minute, one line per reason, client IP and user with their count, so that a flood does not fill the disk. */
@Injectable()
export class RefusalLog implements OnApplicationShutdown {
  #counts = new Map<string, SecurityEvent & { count: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly securityLog: SecurityLog) {}

  record({ event, detail = '', clientIp, user_id = null }: SecurityEvent): void {
    const key = `${event} ${detail} ${clientIp?.key} ${user_id}`;
    const isLoggedAlone = this.#counts.has(key) || this.#counts.size < MAX_LINES_PER_MINUTE;
    this.#count(isLoggedAlone ? key : `${event} ${detail}`, {
      event,
      ...(detail && { detail }),
      ...(isLoggedAlone && { ...(clientIp && { clientIp }), user_id }),
    });
    this.#timer ??= setTimeout(() => this.flush(), MINUTE_MS).unref();
  }

  /** Logs what was counted since the last time. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = this.#counts;
    this.#counts = new Map();
    for (const event of counts.values()) this.securityLog.record(event);
  }

  onApplicationShutdown(): void {
    this.flush();
  }

  #count(key: string, event: SecurityEvent): void {
    const counted = this.#counts.get(key) ?? { ...event, count: 0 };
    counted.count++;
    this.#counts.set(key, counted);
  }
}
