import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import type { Endpoint } from '#domain/endpoint';

/** Routes an endpoint to a method of a controller: HTTP method, path, and status of a success come from its record. */
export function Handles({ name, status, response }: Endpoint): MethodDecorator {
  const [method = '', path = ''] = name.split(' ');
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method as keyof typeof RequestMethod], path: `api${path}` }),
    HttpCode(status ?? (response ? 200 : 204)),
  );
}
