/** Decorates each story with the kit's theme, light or dark as set in the toolbar. */
import type { Decorator, Preview } from '@storybook/react-webpack5';
import { type ReactNode, useLayoutEffect } from 'react';
import { ConsoleTheme } from '../src/theme';

function Around({ theme, children }: { theme: string; children: ReactNode }): ReactNode {
  // Runs before the first paint, as in the shell.
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return (
    <ConsoleTheme nonce="" root>
      {children}
    </ConsoleTheme>
  );
}

const withTheme: Decorator = (Story, { globals }) => (
  <Around theme={globals['theme'] === 'dark' ? 'dark' : 'light'}>
    <Story />
  </Around>
);

const preview: Preview = {
  decorators: [withTheme],
  initialGlobals: { theme: 'light' },
  globalTypes: {
    theme: {
      description: 'Scheme of the kit',
      toolbar: {
        title: 'Theme',
        icon: 'mirror',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Light', icon: 'sun' },
          { value: 'dark', title: 'Dark', icon: 'moon' },
        ],
      },
    },
  },
  parameters: {
    layout: 'padded',
    // Stories show the kit's backgrounds, not Storybook's.
    backgrounds: { disable: true },
    controls: { expanded: true, sort: 'requiredFirst' },
    options: { storySort: { method: 'alphabetical' } },
  },
};

export default preview;
