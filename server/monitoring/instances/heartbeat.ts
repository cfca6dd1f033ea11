import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { HEARTBEAT_INTERVAL_MS, Instances, type RunningInstance } from '#server/monitoring/instances/typeorm/instances';
import { VERSION } from '#server/config/config';

/** Says that this server runs, as long as it does. */
@Injectable()
export class Heartbeat implements OnApplicationBootstrap {
  #instance: RunningInstance | null = null;
  #timer: NodeJS.Timeout | undefined;
  #lastBeat: Promise<void> = Promise.resolve();

  constructor(
    private readonly instances: Instances,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.#instance = { id: randomUUID(), host: hostname(), version: VERSION, started_at: this.clock.now() };
    await this.#beat(this.#instance);
    this.#timer = setInterval(() => void (this.#lastBeat = this.#beat(this.#instance)), HEARTBEAT_INTERVAL_MS).unref();
  }

  /** Removes this server's row, after any heartbeat in flight. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    const instance = this.#instance;
    this.#instance = null;
    await this.#lastBeat;
    if (instance) await this.instances.remove(instance.id).catch(() => undefined);
  }

  /** The jobs report an outage of the database, and the row of a server that could not remove it goes stale. */
  #beat(instance: RunningInstance | null): Promise<void> {
    return instance === null ? Promise.resolve() : this.instances.beat(instance, this.clock.now()).catch(() => undefined);
  }
}
