import 'tools/jest/style-rules';
import { afterEach, describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { Button } from '../mui/Button';
import { ConsoleTheme } from './ConsoleTheme';
import { color, type Scheme, schemes } from './tokens';

/** All CSS rules that emotion added to the page. */
function writtenRules(): string {
  const sheets = [...document.head.querySelectorAll('style')].map((element) => element.sheet);
  return sheets.flatMap((sheet) => [...(sheet?.cssRules ?? [])].map((rule) => rule.cssText)).join('\n');
}

afterEach(() => {
  document.documentElement.removeAttribute('data-theme');
});

describe('ConsoleTheme', () => {
  it('writes the variables of both schemes once, from the root only', () => {
    const guest = render(
      <ConsoleTheme nonce="n-1">
        <Button>Refresh</Button>
      </ConsoleTheme>,
    );
    expect(writtenRules()).not.toContain('--pctwo-palette-kit-ink:');
    guest.unmount();

    render(
      <ConsoleTheme nonce="n-1" root>
        <Button>Refresh</Button>
      </ConsoleTheme>,
    );
    const rules = writtenRules();
    const inkOf = (scheme: Scheme): string => `--pctwo-palette-kit-ink: ${schemes[scheme].ink}`;
    expect(rules).toContain(inkOf('light'));
    expect(rules).toContain(inkOf('dark'));
    expect(rules).toMatch(/\[data-theme="dark"\]\s*\{[^}]*--pctwo-palette-kit-ink: #e8ebf0/);
    expect(rules.split(inkOf('light'))).toHaveLength(2);
  });

  it('gives every style element the page’s nonce', () => {
    render(
      <ConsoleTheme nonce="n-1" root>
        <Button>Refresh</Button>
      </ConsoleTheme>,
    );
    const ours = [...document.head.querySelectorAll<HTMLStyleElement>('style[data-emotion^="pctwo"]')];
    expect(ours.length).toBeGreaterThan(0);
    for (const element of ours) expect(element.getAttribute('nonce')).toBe('n-1');
  });

  it('keeps the page’s color scheme', () => {
    document.documentElement.dataset['theme'] = 'dark';
    render(
      <ConsoleTheme nonce="n-1" root>
        <Button>Refresh</Button>
      </ConsoleTheme>,
    );
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });

  it('defines a variable for every token', () => {
    expect(color.inkSecond).toBe('var(--pctwo-palette-kit-inkSecond)');
    expect(Object.keys(color)).toEqual(Object.keys(schemes.dark));
  });
});
