/** Storybook of the kit: every component in every state that it has. Nothing is sent anywhere, nothing is asked for. */
import path from 'node:path';
import type { StorybookConfig } from '@storybook/react-webpack5';
import { storybookConfig } from 'tools/webpack/storybook';

const config: StorybookConfig = {
  framework: '@storybook/react-webpack5',
  stories: ['../src/**/*.stories.tsx'],
  core: {
    disableTelemetry: true,
    disableWhatsNewNotifications: true,
    enableCrashReports: false,
    disableWebpackDefaults: true,
  },
  // React's own development build in the static site too: it says what is wrong, and the tests listen.
  env: (env) => ({ ...env, NODE_ENV: 'development' }),
  // The frame of a story asks for an icon when it is opened by itself.
  previewHead: (head) => `${head}<link rel="icon" href="./favicon.svg" />`,
  webpackFinal: (storybook, { configType }) =>
    storybookConfig(storybook, {
      root: path.dirname(import.meta.dirname),
      development: configType === 'DEVELOPMENT',
    }),
};

export default config;
