import { remoteConfig } from 'tools/webpack';

const config = await remoteConfig(import.meta.url);

/**
 * The export chooses among the files of a font, which webpack lists. A package exports the files, but not their folder. The
 * benchmark of the grid needs it too.
 */
export const fontFiles = { test: /[\\/]font-files\.ts$/, resolve: { exportsFields: [] } };

export default {
  ...config,
  module: { ...config.module, rules: [...(config.module?.rules ?? []), fontFiles] },
};
