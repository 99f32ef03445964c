import { Component, type ReactNode } from 'react';

export interface VisitBoundaryProps {
  /** Tells the visit that its module's React tree broke. */
  crashed: (error: unknown) => void;
  children?: ReactNode;
}

/**
 * The error boundary of every visit. single-spa-react keeps the first boundary class that it is given for ever, so this
 * one knows nothing of its visit but what stands in its props.
 */
export class VisitBoundary extends Component<VisitBoundaryProps, { broken: boolean }> {
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
