import { Controller, Header, Inject, Res } from '@nestjs/common';
import { NotFound } from '#domain/errors';
import { viewDocs, viewDocsPage, viewOpenApiDocument } from '#domain/site/endpoints';
import type { FastifyReply } from 'fastify';
import { docsPages } from '#server/api-docs/docs-page';
import { type OpenApi, openApiDocument } from '#server/api-docs/open-api-document';
import { CONFIG, type Config, VERSION } from '#server/config/config';
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from '#server/config/rate-limit-settings';
import { PublicUrl } from '#server/http/public-url';
import { sendStyledPage, type StyledPage } from '#server/http/styled-page';
import { Handles, type Received } from '#server/http/handles';

/** The API documentation as an OpenAPI document and as pages; both are created on first use. */
@Controller()
export class ApiDocsController {
  #document: OpenApi | undefined;
  #pages: ReadonlyMap<string, StyledPage> | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(RATE_LIMIT_SETTINGS) private readonly limitSettings: RateLimitSettings,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Handles(viewOpenApiDocument)
  @Header('cache-control', 'public, max-age=300')
  getDocument(): OpenApi {
    const { config, limitSettings: limits, publicUrl } = this;
    return (this.#document ??= openApiDocument({ brand: config.BRAND_NAME, version: VERSION, secure: publicUrl.isHttps, limits }));
  }

  @Handles(viewDocs)
  sendOverview(_: Received<typeof viewDocs>, @Res() reply: FastifyReply) {
    return this.#send(reply, '');
  }

  @Handles(viewDocsPage)
  sendPage({ params: { page } }: Received<typeof viewDocsPage>, @Res() reply: FastifyReply) {
    return this.#send(reply, page);
  }

  async #send(reply: FastifyReply, name: string): Promise<void> {
    this.#pages ??= docsPages(this.getDocument(), this.config.BRAND_NAME, this.publicUrl.origin);
    const page = this.#pages.get(name);
    if (!page) throw new NotFound();
    await sendStyledPage(reply, page, { 'cache-control': 'public, max-age=300' });
  }
}
