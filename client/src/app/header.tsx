import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { isAdminPath, paths } from '../site/paths';
import { session, signOut, useEntitlement, useIsAdmin, useUser } from '../site/session';
import { classes } from '../ui/classes';
import { LazyPart } from '../ui/feedback/error-boundary';
import { usePath } from '../ui/navigation/use-path';
import { useIsNarrow } from '../ui/use-media';
import { FoldingHeader, NavLink } from './folding-header';
import { useSettings } from '../api/settings';
import { navigate } from '../site/navigation';
import { Button, ButtonLink } from '../ui/form/button';
import { Icon } from '../ui/icon';
import { useReturnPath } from '../ui/navigation/use-next-path';
import { useEscape } from '../ui/use-window-event';
import { inOwnChunk } from '../ui/own-chunk';
import styles from './header.module.css';

const AlertBell = inOwnChunk(() => import('../watching/alerts/alert-bell'), 'AlertBell');

/** The header of the site: lists, Premium, theme, and account. */
export function Header() {
  const isNarrow = useIsNarrow();
  const path = usePath();
  const user = useUser();
  const links = (close: () => void) => (
    <>
      {user && <NavLink name="Today" path={paths.dashboard} />}
      <NavLink name="Pins" path={paths.pins} section="/pin/" />
      <NavLink name="Boards" path={paths.boards} section="/board/" />
      <NavLink name="Influencers" path={paths.pinners} section="/pinner/" />
      <NavLink name="Keywords" path={paths.keywords} section="/keywords/" />
      {/* Phones have it in the menu of the account. */}
      {user && !isNarrow && <NavLink name="Watchlists" path={paths.watchlists} />}
      <PremiumLink />
      {isNarrow && <NarrowAccount onSignedOut={close} />}
    </>
  );
  const account = (
    <>
      {/* Loaded after everything else. */}
      {user && (
        <LazyPart loading={<span className={styles.bell} />}>
          <AlertBell />
        </LazyPart>
      )}
      {!isNarrow && <AccountMenu key={path} />}
    </>
  );
  return <FoldingHeader navId="main-nav" navLabel="Main" links={links} account={account} />;
}

/** Not for users with Premium; it keeps its space until the session is loaded. */
function PremiumLink() {
  const { isLoaded } = useSnapshot(session);
  if (useEntitlement('keyword_search')) return null;
  return <NavLink name="Premium" path={paths.premium} className={classes(styles.link, !isLoaded && 'invisible')} />;
}

/** The header of the admin's screens. */
export function AdminHeader() {
  const isNarrow = useIsNarrow();
  const path = usePath();
  const links = (close: () => void) => (
    <>
      <NavLink name="Site Analytics" path={paths.analytics} />
      <NavLink name="Growth Analytics" path={paths.growth} />
      {adminTools.map((link) => (
        <NavLink key={link.name} {...link} />
      ))}
      <NavLink name="Back to Site" path={paths.boards} />
      {isNarrow && <NarrowAccount onSignedOut={close} />}
    </>
  );
  const account = !isNarrow && <AccountMenu key={path} />;
  return <FoldingHeader navId="admin-nav" navLabel="Administration" isAdmin links={links} account={account} />;
}

interface AccountLinksProps {
  readonly className?: string | undefined;
  readonly onSignedOut?: () => void;
}

/** The site's header has it itself. */
const today = { name: 'Today', path: paths.dashboard };
const userLinks = [
  { name: 'Watchlists', path: paths.watchlists },
  { name: 'Account', path: paths.account },
];
/** The admin's screens that have the same name in the menu and in the admin's styles. */
const adminTools = [
  { name: 'People', path: paths.people },
  { name: 'Imports', path: paths.imports },
  { name: 'Operations', path: paths.operations },
  { name: 'Audit', path: paths.audit },
];
const adminLinks = [{ name: 'Analytics', path: paths.analytics }, { name: 'Growth', path: paths.growth }, ...adminTools];

/** The links of the account: sign in and sign up for visitors, else the user's screens and sign out. The admin's header has the admin's screens itself. */
function AccountLinks({ className = styles.link, onSignedOut }: AccountLinksProps) {
  const path = usePath();
  const user = useUser();
  const isAdmin = useIsAdmin();
  const { signIn, signUp } = useSignInUrls();
  const links = user
    ? [...(isAdminPath(path) ? [today] : []), ...userLinks, ...(isAdmin && !isAdminPath(path) ? adminLinks : [])]
    : [{ name: 'Sign in', path: signIn }, ...(signUp === null ? [] : [{ name: 'Sign up', path: signUp }])];
  return (
    <>
      {links.map((link) => (
        <NavLink key={link.name} {...link} className={className} />
      ))}
      {user && (
        <button
          type="button"
          className={classes(className, 'bare strong', styles.signOut)}
          onClick={() => {
            onSignedOut?.();
            if (path !== paths.home) navigate(paths.home);
            void signOut();
          }}
        >
          Sign out
        </button>
      )}
    </>
  );
}

/** The account part of the folded navigation, with the email that the wide header shows on its button. */
function NarrowAccount({ onSignedOut }: { readonly onSignedOut: () => void }) {
  const user = useUser();
  return (
    <>
      {user && <p className={classes('muted text-md anywhere', styles.user)}>{user.email}</p>}
      <AccountLinks onSignedOut={onSignedOut} />
    </>
  );
}

/** Where visitors sign in and, unless the site is closed to new accounts, sign up. */
function useSignInUrls(): { readonly signIn: string; readonly signUp: string | null } {
  const next = useReturnPath();
  const isOpen = useSettings().registration === 'open';
  return { signIn: paths.withNext(paths.login, next), signUp: isOpen ? paths.withNext(paths.register, next) : null };
}

/** The account part of the header from 768 px on; it keeps its space until the session is loaded. */
function AccountMenu() {
  const { isLoaded } = useSnapshot(session);
  const user = useUser();
  const { signIn, signUp } = useSignInUrls();
  return (
    <div className={classes('row to-end nowrap gap-1', !user && styles.visitor)}>
      {user ? (
        <Menu email={user.email ?? 'Account'} />
      ) : (
        isLoaded && (
          <>
            <Link href={signIn} className={styles.link ?? ''}>
              Sign in
            </Link>
            {signUp !== null && <ButtonLink href={signUp}>Sign up</ButtonLink>}
          </>
        )
      )}
    </div>
  );
}

function Menu({ email }: { readonly email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEscape(isOpen, () => {
    setIsOpen(false);
    button.current?.focus();
  });
  return (
    <div
      className="relative"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
    >
      <Button
        ref={button}
        kind="quiet"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls="account-links"
        aria-label={`Account of ${email}`}
        title={email}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={classes('inline-row', styles.person)}>
          <Icon name="account" size={20} />
        </span>
        <span className={classes('one-line', styles.email)}>{email}</span>
        <Icon name="open" size={16} />
      </Button>
      {/* Focusable by script, so that a click between the links does not close it. */}
      <div id="account-links" className={classes('floating', styles.links)} hidden={!isOpen} tabIndex={-1}>
        {isOpen && <AccountLinks className={styles.menuLink} />}
      </div>
    </div>
  );
}
