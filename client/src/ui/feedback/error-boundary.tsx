import { Component, type ReactNode, Suspense } from 'react';

interface ErrorBoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows a fallback when its children fail to render; the rest of the screen stays. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

interface LazyPartProps {
  /** What takes its place while it loads. */
  readonly loading?: ReactNode;
  /** What takes its place if it fails to load or render. */
  readonly failed?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen in a chunk of its own, without which the screen is of use. */
export const LazyPart = ({ loading = null, failed = null, children }: LazyPartProps) => (
  <ErrorBoundary fallback={failed}>
    <Suspense fallback={loading}>{children}</Suspense>
  </ErrorBoundary>
);
