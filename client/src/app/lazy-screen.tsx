import { Component, type ComponentType, lazy, type ReactNode } from 'react';
import { ApiError } from '../api/api-error';
import { ErrorPanel } from '../ui/error-panel';

const RELOADED = 'reloaded-for-screen';

/** A screen in a file of its own. When it cannot be loaded (a new version was installed meanwhile) the page is reloaded once. */
export function lazyScreen(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    try {
      const screen = await load();
      sessionStorage.removeItem(RELOADED);
      return { default: screen };
    } catch (error) {
      if (sessionStorage.getItem(RELOADED) === location.pathname) throw error;
      sessionStorage.setItem(RELOADED, location.pathname);
      location.reload();
      return { default: () => null };
    }
  });
}

/** Shows a panel in place of a screen that failed; the frame around it stays. */
export class ScreenBoundary extends Component<{ readonly children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const fault = new ApiError(0, 'screen', ['A part of the app could not be loaded. Check your connection.']);
    return (
      <div className="screen">
        <h1>Something is missing</h1>
        <ErrorPanel title="We could not show this page." fault={fault} onRetry={() => location.reload()} />
      </div>
    );
  }
}
