import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { session, signOut, useIsAdmin, useUser } from '../session';
import { usePath, useSearchText } from '../ui/address';
import { Icon } from '../ui/icon';
import { go } from '../ui/navigation';
import { useEscape } from '../ui/use-escape';
import { paths } from './paths';

interface AccountLinksProps {
  readonly className: string;
  /** The path on screen. */
  readonly here: string;
  readonly onSignedOut?: () => void;
}

const own = [{ name: 'Dashboard', path: paths.dashboard }];
const ofAdmins = [
  { name: 'Analytics', path: paths.analytics },
  { name: 'Growth', path: paths.growth },
  { name: 'Operations', path: paths.operations },
];

/** Where whoever is looking can go about the account: to sign in, or what is theirs. */
export function AccountLinks({ className, here, onSignedOut }: AccountLinksProps) {
  const user = useUser();
  const isAdmin = useIsAdmin();
  const { signIn, signUp } = useSignInAddresses();
  const places = user
    ? [...own, ...(isAdmin ? ofAdmins : [])]
    : [
        { name: 'Sign in', path: signIn },
        { name: 'Sign up', path: signUp },
      ];
  return (
    <>
      {user && <p className="account__who">{user.email}</p>}
      {places.map(({ name, path }) => (
        <Link key={name} href={path} className={className} aria-current={path === here ? 'page' : undefined}>
          {name}
        </Link>
      ))}
      {user && (
        <button
          type="button"
          className={`${className} account__out`}
          onClick={() => {
            onSignedOut?.();
            leave(here);
          }}
        >
          Sign out
        </button>
      )}
    </>
  );
}

function leave(here: string): void {
  if (here !== paths.home) go(paths.home);
  void signOut();
}

/** Signing in leads back to where one was; from the screens of signing in themselves, to where those lead. */
function useSignInAddresses(): { readonly signIn: string; readonly signUp: string } {
  const path = usePath();
  const text = useSearchText();
  const isAuth = path.startsWith('/auth/');
  const next = isAuth ? (new URLSearchParams(text).get('next') ?? '/') : `${path}${text === '' ? '' : `?${text}`}`;
  return { signIn: paths.withNext(paths.login, next), signUp: paths.withNext(paths.register, next) };
}

/** The account's corner of the header, from 768 px on. Its room is kept until it is known who is looking. */
export function AccountMenu() {
  const { known } = useSnapshot(session);
  const user = useUser();
  const { signIn, signUp } = useSignInAddresses();
  return (
    <div className="account">
      {user ? (
        <Menu email={user.email ?? 'Account'} />
      ) : (
        known && (
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
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const path = usePath();
  useEscape(open, () => {
    setOpen(false);
    button.current?.focus();
  });
  return (
    <div
      className="account__menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="button button--quiet account__button"
        aria-expanded={open}
        aria-controls="account-links"
        aria-label={`Account of ${email}`}
        onClick={() => setOpen(!open)}
      >
        <span className="account__email">{email}</span>
        <Icon name="open" size={16} />
      </button>
      {/* Focusable by script, so that a click on its own ground does not close it. */}
      <div id="account-links" className="account__links" hidden={!open} tabIndex={-1}>
        {open && <AccountLinks className="account__link" here={path} />}
      </div>
    </div>
  );
}
