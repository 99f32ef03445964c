// @ts-check
/** The build of the kit's Storybook: its own frame, with our sources compiled and found as in every other build. */
import { commonConfig } from './common.mjs';
import { developmentPlugins } from './development.mjs';

/**
 * @param {import('webpack').Configuration} storybook what Storybook would build with
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
    // It is not loaded over a network, and readable code helps here.
    optimization: { ...storybook.optimization, minimize: false, nodeEnv: false },
    performance: common.performance,
  };
}
