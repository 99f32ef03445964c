/** Storybook of the kit: every component in every state. Telemetry and update checks are off. */
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
  // The static site also uses React's development build, because tests check its warnings.
  env: (env) => ({ ...env, NODE_ENV: 'development' }),
  // A story that is opened without Storybook's frame requests an icon.
  previewHead: (head) => `${head}<link rel="icon" href="./favicon.svg" />`,
  webpackFinal: (storybook, { configType }) =>
    storybookConfig(storybook, {
      root: path.dirname(import.meta.dirname),
      development: configType === 'DEVELOPMENT',
    }),
};

export default config;
