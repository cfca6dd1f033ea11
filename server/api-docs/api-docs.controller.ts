import { createHash } from 'node:crypto';
import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { docsStyle } from '#server/api-docs/docs-style';
import { openApiDocument } from '#server/api-docs/document';
import type { OpenApi } from '#server/api-docs/open-api';
import { CONFIG, type Config } from '#server/config/config';
import { VERSION } from '#server/config/version';
import { LIMIT_SETTINGS, type LimitSettings } from '#server/http/limit-settings';
import { PublicAddress } from '#server/http/public-address';
import { DocsPage } from '#api-docs/docs-page';

/** The page has one style, known by its hash, and nothing else to load but its icon. */
const policy = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'`,
  `img-src 'self'`,
  `form-action 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** The API's documentation, for programs and for people; both are made once, when they are asked for first. */
@Controller('api')
export class ApiDocsController {
  #document: OpenApi | undefined;
  #page: string | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LIMIT_SETTINGS) private readonly limits: LimitSettings,
    private readonly address: PublicAddress,
  ) {}

  @Get('openapi.json')
  @Header('cache-control', 'public, max-age=300')
  document(): OpenApi {
    const { config, limits, address } = this;
    return (this.#document ??= openApiDocument({ brand: config.BRAND_NAME, version: VERSION, secure: address.secure, limits }));
  }

  @Get('docs')
  async page(@Res() reply: FastifyReply): Promise<void> {
    const shown = { document: this.document(), brand: this.config.BRAND_NAME, origin: this.address.origin };
    this.#page ??= `<!doctype html>${renderToStaticMarkup(createElement(DocsPage, shown))}`;
    await reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'content-security-policy': policy,
      })
      .send(this.#page);
  }
}
