import type { ReactNode } from 'react';
import { ToastRegion } from '../ui/feedback/toast-region';
import { Footer } from './footer';
import { Header } from './header';
import { ShortcutHelp } from './shortcut-help';
import { StatusBanner } from './status-banner';

/** The frame around every screen. */
export function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <StatusBanner />
      <Header />
      <main id="main" className="page" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <ToastRegion />
      <ShortcutHelp />
    </>
  );
}
