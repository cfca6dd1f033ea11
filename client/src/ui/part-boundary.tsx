import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  readonly otherwise: ReactNode;
  readonly children: ReactNode;
}

/** Keeps a fault of one part of a screen from taking the rest with it. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
