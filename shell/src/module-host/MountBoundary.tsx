import { Component, type ReactNode } from 'react';

export interface MountBoundaryProps {
  /** Reports that the module's React tree crashed. */
  crashed: (error: unknown) => void;
  children?: ReactNode;
}

/**
 * The error boundary of every mount. single-spa-react keeps the first boundary class that it is given, so this
 * one reads everything about its mount from its props.
 */
export class MountBoundary extends Component<MountBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.crashed(error);
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children;
  }
}
