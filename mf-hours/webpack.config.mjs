import { remoteConfig } from 'tools/webpack';

const config = await remoteConfig(import.meta.url);

export default {
  ...config,
  module: {
    ...config.module,
    rules: [
      ...(config.module?.rules ?? []),
      // It chooses among the files of a font, which webpack lists. A package exports the files, but not their folder.
      { test: /[\\/]font-files\.ts$/, resolve: { exportsFields: [] } },
    ],
  },
};
