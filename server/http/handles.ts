import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import type { Endpoint } from '#domain/endpoint';

/** Makes a method answer an endpoint: its method, its path, and the status of a success are those of the record. */
export function Handles({ name, status, response }: Endpoint): MethodDecorator {
  const [method = '', path = ''] = name.split(' ');
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method as keyof typeof RequestMethod], path: `api${path}` }),
    HttpCode(status ?? (response ? 200 : 204)),
  );
}
