import type { FastifyRequest } from 'fastify';

/** The path of a request, without its query. */
export const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/';
