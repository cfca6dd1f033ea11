import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { docsStyle } from '#server/api-docs/docs-style';
import { type OpenApi, openApiDocument } from '#server/api-docs/open-api-document';
import { CONFIG, type Config } from '#server/config/config';
import { VERSION } from '#server/config/version';
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from '#server/config/rate-limit-settings';
import { policyOfStyledPage } from '#server/http/page-style';
import { PublicUrl } from '#server/http/public-url';
import { DocsPage } from '#api-docs/docs-page';

const contentSecurityPolicy = policyOfStyledPage(docsStyle);

/** The API documentation as an OpenAPI document and as a page; both are created on first use. */
@Controller('api')
export class ApiDocsController {
  #document: OpenApi | undefined;
  #page: string | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(RATE_LIMIT_SETTINGS) private readonly limitSettings: RateLimitSettings,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Get('openapi.json')
  @Header('cache-control', 'public, max-age=300')
  getDocument(): OpenApi {
    const { config, limitSettings: limits, publicUrl } = this;
    return (this.#document ??= openApiDocument({ brand: config.BRAND_NAME, version: VERSION, secure: publicUrl.isHttps, limits }));
  }

  @Get('docs')
  async sendPage(@Res() reply: FastifyReply): Promise<void> {
    const pageProps = { document: this.getDocument(), brand: this.config.BRAND_NAME, origin: this.publicUrl.origin };
    this.#page ??= `<!doctype html>${renderToStaticMarkup(createElement(DocsPage, pageProps))}`;
    await reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'content-security-policy': contentSecurityPolicy,
      })
      .send(this.#page);
  }
}
