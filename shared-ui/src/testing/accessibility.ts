import { act } from '@testing-library/react';
import axe from 'axe-core';

/**
 * Violations that axe finds, one line each. `tokens.test.ts` checks contrast,
 * because jsdom computes no colors; the shell checks page landmarks.
 */
export async function accessibilityViolations(node: Element = document.body): Promise<string[]> {
  // Runs outside `act`, in which React would update the page after axe has read it.
  const { violations } = await act(() =>
    axe.run(node, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } }),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((found) => `${id}: ${found.html}`));
}
