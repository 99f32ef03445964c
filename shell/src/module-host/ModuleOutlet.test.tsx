import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { pageShapes } from 'shared-api/contracts';
import { renderKit } from 'shared-ui/testing';
import { createStore } from 'zustand/vanilla';
import type { ModuleHost, ModuleView } from './module-host';
import { ModuleOutlet } from './ModuleOutlet';

/** A host whose module is loading. */
const loading = {
  view: createStore(() => ({ state: { phase: 'loading' } }) as ModuleView),
  setOutlet: () => undefined,
  leave: () => undefined,
} as unknown as ModuleHost;

describe('ModuleOutlet', () => {
  it.each(pageShapes)('shows the heading and the skeleton of a %s while the module loads', (shape) => {
    const { container } = renderKit(<ModuleOutlet host={loading} title="Members" shape={shape} />);
    expect(screen.getByRole('heading', { name: 'Members' })).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('Members');
    expect(container.querySelectorAll(`[data-page-shape=${shape}] .MuiSkeleton-root`).length).toBeGreaterThan(8);
  });

  it('shows lines of text for a module without a declared shape', () => {
    const { container } = renderKit(<ModuleOutlet host={loading} title="Members" />);
    expect(container.querySelector('[data-page-shape]')).toBeNull();
    expect(container.querySelectorAll('.MuiSkeleton-root').length).toBeGreaterThan(0);
  });
});
