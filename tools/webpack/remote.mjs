// @ts-check
/** The build of a remote: one exposed module, without the shared packages, with the hashes of its files. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { installedFolder, isInRepository } from '../repository.mjs';
import { remoteSources, versionOf } from '../source-version.mjs';
import { CallsPlugin } from './calls.mjs';
import { ChunkDeadlinePlugin } from './chunk-deadline.mjs';
import { commonConfig } from './common.mjs';
import { developmentPlugins } from './development.mjs';
import { FeatureFlagsPlugin } from './feature-flags.mjs';
import { BuildFilePlugin, ChunkIntegrityPlugin, firstFiles } from './integrity.mjs';
import { filesOfExposed, PagesPlugin, sharedIn } from './pages.mjs';
import { KnownSourcesPlugin } from './known-sources.mjs';
import { kitRange } from './kit-range.mjs';
import { serviceAnswers } from './service-answers.mjs';
import { remoteShared } from './shared.mjs';

/**
 * Name of the global variable of a remote's container. Module names contain dashes, which variable names can't.
 *
 * @param {string} name
 */
export const containerName = (name) => name.replace(/-/g, '_');

const EXPOSED = 'lifecycles';

/** @param {string} name of a contribution */
const contributionChunk = (name) => `contribution-${name}`;

/**
 * The files of the contributions that module.json declares.
 *
 * @param {string} root
 * @param {readonly { name: string }[]} contributions
 * @throws Error naming a declared contribution without a file
 */
function exposedContributions(root, contributions) {
  return Object.fromEntries(
    contributions.map(({ name }) => {
      const file = `./src/contributions/${name}.ts`;
      if (!fs.existsSync(path.join(root, file))) {
        throw new Error(`module.json declares the contribution "${name}", but ${file} doesn’t exist.`);
      }
      return [`./contributions/${name}`, { import: file, name: contributionChunk(name) }];
    }),
  );
}

/**
 * The schemas that newer consoles validate responses of the module's own service with. Empty without such calls.
 *
 * @param {string} root
 * @param {string} name
 * @param {import('./calls.mjs').UsedContract[]} contracts
 */
async function answersOf(root, name, contracts) {
  const own = contracts.filter(({ call }) => call.includes(` /api/modules/${name}/`));
  return own.length > 0 && { answers: await serviceAnswers(root, own) };
}

/**
 * Webpack configuration of a remote. Its version is MODULE_VERSION, or else the package's version with a hash of the
 * sources.
 *
 * @param {string} configUrl `import.meta.url` of the remote's webpack.config.mjs
 * @returns {Promise<import('webpack').Configuration>}
 */
export async function remoteConfig(configUrl) {
  const root = path.dirname(fileURLToPath(configUrl));
  const declaration = JSON.parse(fs.readFileSync(path.join(root, 'module.json'), 'utf8'));
  const { name, routes, contributions = [] } = declaration;
  const version = process.env['MODULE_VERSION'] ?? versionOf(root);
  const development = process.env['NODE_ENV'] === 'development';
  const refresh = development && process.env['MODULE_REFRESH'] !== 'off';
  const common = commonConfig({ root, development, refresh });
  const neededKit = kitRange(root, installedFolder('shared-ui', root));
  const calls = new CallsPlugin();
  const pages = new PagesPlugin({
    root: path.join(root, 'src'),
    routes: routes.map((/** @type {{ path: string }} */ route) => route.path),
  });
  return {
    ...common,
    name,
    entry: {},
    output: {
      ...common.output,
      // Includes the version. With the same name, the entry of a second version would run the code of the first.
      uniqueName: `${name}@${version}`,
      publicPath: 'auto',
    },
    plugins: [
      new ModuleFederationPlugin({
        name: containerName(name),
        filename: 'remoteEntry.js',
        exposes: {
          './lifecycles': { import: './src/index.ts', name: EXPOSED },
          ...exposedContributions(root, contributions),
        },
        shared: remoteShared(neededKit, { root, development }),
        shareStrategy: 'loaded-first',
        // The shell provides the runtime. There is no manifest, because the runtime would cache a bad response.
        // Types come from the packages.
        experiments: { externalRuntime: true },
        manifest: false,
        dts: false,
      }),
      new ChunkIntegrityPlugin(),
      new ChunkDeadlinePlugin(),
      pages,
      calls,
      new FeatureFlagsPlugin(declaration, { root: path.join(root, 'src'), development }),
      // A development server isn't published, and its sources change. The version of a module in its own repository
      // covers its whole folder `src`.
      ...(!development && isInRepository(root) ? [new KnownSourcesPlugin(remoteSources(root).files)] : []),
      new BuildFilePlugin('build.json', async (compilation, files) => ({
        version,
        entry: 'remoteEntry.js',
        shared_ui: neededKit,
        files,
        preload: firstFiles(compilation, EXPOSED).filter((file) => file !== 'remoteEntry.js'),
        shared: sharedIn(compilation, compilation.chunks),
        pages: pages.pages(compilation, EXPOSED),
        contributions: Object.fromEntries(
          contributions.map((/** @type {{ name: string }} */ contribution) => [
            contribution.name,
            filesOfExposed(compilation, contributionChunk(contribution.name)),
          ]),
        ),
        calls: calls.calls(compilation),
        // The console doesn't validate responses for development builds.
        ...(!development && (await answersOf(root, name, calls.contracts(compilation)))),
      })),
      ...(refresh ? developmentPlugins() : []),
    ],
  };
}
