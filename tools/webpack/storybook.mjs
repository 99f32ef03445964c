// @ts-check
/** The build of the design kit's Storybook. Our sources are compiled and resolved as in every other build. */
import { commonConfig } from './common.mjs';
import { developmentPlugins } from './development.mjs';

/**
 * @param {import('webpack').Configuration} storybook Storybook's own configuration
 * @param {{root: string, development: boolean}} options
 * @returns {import('webpack').Configuration}
 */
export function storybookConfig(storybook, { root, development }) {
  const common = commonConfig({ root, development });
  return {
    ...storybook,
    target: common.target,
    resolve: { ...storybook.resolve, ...common.resolve },
    module: {
      ...storybook.module,
      rules: [...(storybook.module?.rules ?? []), ...(common.module?.rules ?? [])],
    },
    plugins: [...(storybook.plugins ?? []), ...(development ? developmentPlugins() : [])],
    // Storybook isn't loaded over a network, and readable code helps here.
    optimization: { ...storybook.optimization, minimize: false, nodeEnv: false },
    performance: common.performance,
  };
}
