import { Injectable } from '@nestjs/common';
import type { FastifyRequest, FastifyInstance } from 'fastify';
import { isAdmin, Viewers } from '#domain/auth/viewer';
import { SECOND_MS } from '#domain/durations';
import { findScreen } from '#domain/site/find-screen';
import { timedCache } from '#server/cache/timed-cache';
import { BrowserSession } from '#server/http/guards/cookies';
import { pathOf, servedRouteOf } from '#server/http/served-route';
import { MaintenanceMode, InMaintenance } from '#server/operations/maintenance/maintenance-mode';
import { errorBody } from '#server/http/error.filter';

/** How long a session counts as an administrator's or not, so that many requests with one cookie cost one query. */
const SESSION_TTL_MS = 2 * SECOND_MS;

/** Decides whose requests are answered during maintenance: administrators, and everyone's to sign in and to what other programs need. */
@Injectable()
export class MaintenanceGate {
  /** What is let through here is still refused to those who may not have it, with the roles of that moment. */
  readonly #findSession = timedCache(SESSION_TTL_MS, async (token: string) => {
    const context = await this.viewers.findBySessionToken(token);
    return { isAdministrator: context !== null && isAdmin(context.viewer) };
  });

  constructor(
    private readonly mode: MaintenanceMode,
    private readonly viewers: Viewers,
    private readonly browserSession: BrowserSession,
  ) {}

  /** Whether maintenance keeps a request to the API or for a page from being answered. */
  async isClosedTo(request: FastifyRequest): Promise<boolean> {
    if (!this.mode.isOn || findScreen(pathOf(request))?.name === 'login') return false;
    if (servedRouteOf(request).endpoint?.isOpenInMaintenance) return false;
    return !(await this.#isFromAdministrator(request));
  }

  /** False if the database does not answer: a maintenance may be its own. */
  async #isFromAdministrator(request: FastifyRequest): Promise<boolean> {
    const token = this.browserSession.readToken(request);
    if (token === undefined) return false;
    return this.#findSession(token).then(
      ({ isAdministrator }) => isAdministrator,
      () => false,
    );
  }
}

/** When clients should ask again. */
export const MAINTENANCE_RETRY_SECONDS = '3600';

/** Answers calls of the API with 503 during maintenance, except those that the gate lets through. */
export function refuseApiCalls(fastify: FastifyInstance, gate: MaintenanceGate): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/') || !(await gate.isClosedTo(request))) return;
    const { message, code } = new InMaintenance();
    const body = errorBody(message, code);
    await reply.code(503).headers({ 'retry-after': MAINTENANCE_RETRY_SECONDS, 'cache-control': 'no-store' }).send(body);
  });
}
