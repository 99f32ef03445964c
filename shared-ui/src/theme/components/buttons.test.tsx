import 'tools/jest/style-rules';
import { describe, expect, it } from '@jest/globals';
import type { ReactElement } from 'react';
import { Button, IconButton, Pagination, ToggleButton } from '../../mui';
import { renderKit } from '../../testing/render';

/** The transitions that the page's CSS rules apply to an element, with and without hover. */
function transitionsOf(element: Element): string[] {
  return [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .flatMap((rule) => (rule instanceof CSSStyleRule ? [rule] : []))
    .filter(
      ({ selectorText }) => !selectorText.includes('::') && element.matches(selectorText.replaceAll(':hover', '')),
    )
    .map(({ style }) => style.getPropertyValue('transition'))
    .filter((transition) => transition !== '');
}

describe('a button that becomes enabled under the pointer', () => {
  const colors = ['primary', 'secondary', 'error'] as const;
  it.each<[string, ReactElement]>([
    ...(['outlined', 'text', 'contained'] as const).flatMap((variant) =>
      colors.map((color): [string, ReactElement] => [
        `${variant} ${color} button`,
        <Button key={color} variant={variant} color={color}>
          Save
        </Button>,
      ]),
    ),
    ...colors.map((color): [string, ReactElement] => [
      `${color} icon button`,
      <IconButton key={color} aria-label="Save" color={color} />,
    ]),
    [
      'toggle button',
      <ToggleButton key="toggle" value="on">
        Save
      </ToggleButton>,
    ],
    ['pagination', <Pagination key="pages" count={3} />],
  ])('shows its new colors immediately: %s', (_name, element) => {
    const { container } = renderKit(element);
    for (const button of container.querySelectorAll('button')) {
      const transitions = transitionsOf(button);
      expect(transitions.length).toBeGreaterThan(0);
      expect(transitions.filter((transition) => transition !== 'none')).toEqual([]);
    }
  });
});
