import type { SetupOverview } from '#domain/setup/contract';
import { Controller, Inject } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '#domain/audit/acts';
import { demoUsers } from '#domain/auth/account/demo-users';
import { parseEmail } from '#domain/auth/account/email-address';
import type { SignedInUser } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { NotFound, NotPossible } from '#domain/errors';
import { dataUses } from '#domain/setup/data-uses';
import { createOwnAdministrator, removeDemo, viewSetup } from '#domain/setup/endpoints';
import { Accounts } from '#server/auth/account/typeorm/accounts';
import { CONFIG, type Config, isSandboxAllowed } from '#server/config/config';
import { demoEmails } from '#server/demo/postgres/demo-users';
import { RemoveDemo } from '#server/demo/remove-demo';
import { PrintedAddress } from '#server/http/guards/printed-address';
import { Handles, type Received } from '#server/http/handles';
import { AppointAdministrators } from '#server/people/appoint-administrators';
import { SetupFigures } from '#server/setup/postgres/setup-figures';

const isDemoEmail = (email: string): boolean => (demoEmails as readonly string[]).includes(email);

/** What a new operator does first: an account of their own, the removal of the demo, and a look at what the data is enough for. */
@Controller()
export class SetupController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly figures: SetupFigures,
    private readonly accounts: Accounts,
    private readonly administrators: AppointAdministrators,
    private readonly demo: RemoveDemo,
    private readonly printedAddress: PrintedAddress,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  @Handles(viewSetup)
  async view({ user, request }: Received<typeof viewSetup>): Promise<SetupOverview> {
    const { email } = user;
    const [data, demo] = await Promise.all([this.figures.countData(), this.figures.countDemo()]);
    const isMailSent = this.config.SMTP_URL !== undefined;
    return {
      email,
      is_demo_user: isDemoEmail(email),
      can_make_administrator: this.#canMakeAdministrator(user, request),
      mail: isMailSent ? 'sent' : isSandboxAllowed(this.config) ? 'captured' : 'off',
      demo,
      uses: dataUses(data, dayOf(this.clock.now())).map((use) => ({ ...use })),
    };
  }

  @Handles(createOwnAdministrator)
  async createOwnAdministrator({ by, user, request, body: { email, password } }: Received<typeof createOwnAdministrator>) {
    if (!this.#canMakeAdministrator(user, request))
      throw new NotPossible('Only the administrator of the demo does this, in a browser that has opened the printed address.');
    // Appointing replaces a password, which no one does to an account that someone has.
    if (await this.accounts.findConfirmed(parseEmail(email))) throw new NotPossible('There is an account with this address.');
    await this.administrators.appoint(email, password, by);
  }

  @Handles(removeDemo)
  async removeDemo({ by, user }: Received<typeof removeDemo>) {
    const demo = await this.figures.countDemo();
    if (demo === null) throw new NotFound('There is no demo here.');
    if (isDemoEmail(user.email)) throw new NotPossible('Your account is one of the demo. Make one of your own first, and sign in with it.');
    if (demo.is_being_removed) return;
    await this.audit.enter({ by, at: this.clock.now(), act: 'demo_removed' });
    await this.demo.begin();
  }

  /** The demo's administrator is known to everyone with this machine's printed address; no one else makes administrators by page. */
  #canMakeAdministrator({ email }: SignedInUser, request: FastifyRequest): boolean {
    return email === demoUsers.admin && isSandboxAllowed(this.config) && this.printedAddress.isOpenTo(request);
  }
}
