import { Inject, Injectable } from '@nestjs/common';
import type { CurrentUser } from '#domain/api';
import { ADMIN_ROLE, anonymous, USER_ROLE, type Viewer } from '#domain/auth/viewer';
import { Viewers } from '#domain/auth/viewers';
import { CONFIG, type Config } from '#server/config/config';

/** Everybody is a stranger, except where DEV_VIEWER says otherwise (refused in production by the configuration). */
@Injectable()
export class AnonymousViewers extends Viewers {
  readonly #known: { readonly viewer: Viewer; readonly user: CurrentUser | null };

  constructor(@Inject(CONFIG) config: Config) {
    super();
    const kind = config.DEV_VIEWER;
    if (!kind) {
      this.#known = { viewer: anonymous, user: null };
      return;
    }
    const rights = { role_id: kind === 'admin' ? ADMIN_ROLE : USER_ROLE, is_premium: kind === 'premium', is_confirmed: true };
    const user = { ...rights, id: `dev-${kind}`, email: `${kind}@dev.test`, username: null, paddle_subscription_cancel_url: null };
    this.#known = { viewer: { kind: 'user', user: rights }, user };
  }

  async of() {
    return this.#known;
  }
}
