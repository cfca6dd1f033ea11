import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { session, signOut, useIsAdmin, useUser } from '../site/session';
import { usePath, useSearchText } from '../ui/navigation/use-path';
import { Icon } from '../ui/icon';
import { navigate } from '../site/navigation';
import { useEscape } from '../ui/use-escape';
import { paths } from '../site/paths';

interface AccountLinksProps {
  readonly className: string;
  /** The path on screen. */
  readonly currentPath: string;
  readonly onSignedOut?: () => void;
}

const userLinks = [{ name: 'Dashboard', path: paths.dashboard }];
const adminLinks = [
  { name: 'Analytics', path: paths.analytics },
  { name: 'Growth', path: paths.growth },
  { name: 'Operations', path: paths.operations },
];

/** Where whoever is looking can go about the account: to sign in, or what is theirs. */
export function AccountLinks({ className, currentPath, onSignedOut }: AccountLinksProps) {
  const user = useUser();
  const isAdmin = useIsAdmin();
  const { signIn, signUp } = useSignInUrls();
  const links = user
    ? [...userLinks, ...(isAdmin ? adminLinks : [])]
    : [
        { name: 'Sign in', path: signIn },
        { name: 'Sign up', path: signUp },
      ];
  return (
    <>
      {user && <p className="account__who">{user.email}</p>}
      {links.map(({ name, path }) => (
        <Link key={name} href={path} className={className} aria-current={path === currentPath ? 'page' : undefined}>
          {name}
        </Link>
      ))}
      {user && (
        <button
          type="button"
          className={`${className} account__out`}
          onClick={() => {
            onSignedOut?.();
            signOutAndGoHome(currentPath);
          }}
        >
          Sign out
        </button>
      )}
    </>
  );
}

function signOutAndGoHome(currentPath: string): void {
  if (currentPath !== paths.home) navigate(paths.home);
  void signOut();
}

/** Signing in leads back to where one was; from the screens of signing in themselves, to where those lead. */
function useSignInUrls(): { readonly signIn: string; readonly signUp: string } {
  const path = usePath();
  const text = useSearchText();
  const isAuth = path.startsWith('/auth/');
  const next = isAuth ? (new URLSearchParams(text).get('next') ?? '/') : `${path}${text === '' ? '' : `?${text}`}`;
  return { signIn: paths.withNext(paths.login, next), signUp: paths.withNext(paths.register, next) };
}

/** The account's corner of the header, from 768 px on. Its room is kept until it is known who is looking. */
export function AccountMenu() {
  const { isLoaded } = useSnapshot(session);
  const user = useUser();
  const { signIn, signUp } = useSignInUrls();
  return (
    <div className="account">
      {user ? (
        <Menu email={user.email ?? 'Account'} />
      ) : (
        isLoaded && (
          <>
            <Link href={signIn} className="nav__link">
              Sign in
            </Link>
            <Link href={signUp} className="button">
              Sign up
            </Link>
          </>
        )
      )}
    </div>
  );
}

function Menu({ email }: { readonly email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const path = usePath();
  useEscape(isOpen, () => {
    setIsOpen(false);
    button.current?.focus();
  });
  return (
    <div
      className="account__menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="button button--quiet account__button"
        aria-expanded={isOpen}
        aria-controls="account-links"
        aria-label={`Account of ${email}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="account__email">{email}</span>
        <Icon name="open" size={16} />
      </button>
      {/* Focusable by script, so that a click on its own ground does not close it. */}
      <div id="account-links" className="account__links" hidden={!isOpen} tabIndex={-1}>
        {isOpen && <AccountLinks className="account__link" currentPath={path} />}
      </div>
    </div>
  );
}
