import { HttpCode, RequestMapping, RequestMethod, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Endpoint, Output } from '#domain/endpoint';
import type { z } from 'zod';
import { type Received, ReceivedBy } from '#server/http/received';

type Answer<E> = E extends { readonly response: infer Response extends z.ZodType } ? Output<Response> | StreamableFile : void;

/** A method that gets what its endpoint receives, and returns its response; one that takes the reply (`@Res()`) sends it itself. */
type Handler<E extends Endpoint> =
  ((received: Received<E>) => Answer<E> | Promise<Answer<E>>) | ((received: Received<E>, reply: FastifyReply) => Promise<void>);

/** Routes an endpoint to a method of a controller: HTTP method, path, input, and status of a success come from its record. */
export const Handles =
  <E extends Endpoint>(endpoint: E) =>
  <H extends Handler<E>>(target: object, key: string, descriptor: TypedPropertyDescriptor<H>): void => {
    const { name, status, response } = endpoint as Endpoint;
    const [method = '', path = ''] = name.split(' ');
    ReceivedBy(endpoint)(target, key, 0);
    RequestMapping({ method: RequestMethod[method as keyof typeof RequestMethod], path: `api${path}` })(target, key, descriptor);
    HttpCode(status ?? (response ? 200 : 204))(target, key, descriptor);
  };
