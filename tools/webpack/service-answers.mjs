// @ts-check
/**
 * JSON schemas of the responses of a module's own service, for `build.json`: the console validates each response before
 * it reaches the page.
 *
 * The schemas are values of the module's code, so the files of the contracts are built once more for Node, with
 * stand-ins for all packages but zod and the contracts of the console.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import webpack from 'webpack';
import { commonConfig } from './common.mjs';

const { resolve } = createRequire(import.meta.url);
const require = createRequire(import.meta.url);

/** @typedef {import('./calls.mjs').UsedContract} UsedContract */

/** Packages that a contract is made of. */
const evaluated = /^(zod|shared-api)(\/|$)/;

/** @param {string} request of an import */
const isPackage = (request) => !request.startsWith('.') && !path.isAbsolute(request) && !request.startsWith('data:');

/** @param {UsedContract[]} contracts @returns {string} the entry of the build */
function entryOf(contracts) {
  const files = [...new Set(contracts.map(({ file }) => file))];
  const code = [
    "import { toJSONSchema } from 'zod/v4/core';",
    ...files.map((file, at) => `import * as file${at} from ${JSON.stringify(file)};`),
    'export default {',
    ...contracts.map(
      ({ file, name, call }) =>
        `${JSON.stringify(call)}: toJSONSchema(file${files.indexOf(file)}.__contract_${name}.answer, { io: 'input', unrepresentable: 'any' }),`,
    ),
    '};',
  ];
  return `data:text/javascript,${encodeURIComponent(code.join('\n'))}`;
}

/** @param {string} root @param {UsedContract[]} contracts @param {string} output @returns {import('webpack').Configuration} */
function configOf(root, contracts, output) {
  const common = commonConfig({ root, development: true, refresh: false });
  const [typescript, , assets] = common.module?.rules ?? [];
  const files = new Set(contracts.map(({ file }) => file));
  return {
    ...common,
    devtool: false,
    target: 'node20',
    entry: entryOf(contracts),
    output: { path: output, filename: 'answers.cjs', library: { type: 'commonjs2' } },
    externals: ({ request }, done) =>
      isPackage(request) && !evaluated.test(request)
        ? done(undefined, `commonjs ${resolve('./stand-in.cjs')}`)
        : done(),
    module: {
      rules: [
        { .../** @type {import('webpack').RuleSetRule} */ (typescript), use: swcOf(typescript) },
        /** @type {import('webpack').RuleSetRule} */ (assets),
        // After the compiler, which would drop the name of a constant that nothing uses.
        ...[...files].map((file) => ({
          resource: file,
          enforce: /** @type {const} */ ('post'),
          loader: resolve('./exported-contracts.cjs'),
          options: { names: contracts.filter((one) => one.file === file).map(({ name }) => name) },
        })),
      ],
    },
  };
}

/** Only the compiler, without the loader that removes schemas. @param {any} rule */
const swcOf = (rule) => rule.use.slice(1);

/**
 * @param {string} root folder of a remote
 * @param {UsedContract[]} contracts of its own service
 * @returns {Promise<Record<string, object>>} call → JSON schema of its response @throws Error naming why a schema can't
 * be read
 */
export async function serviceAnswers(root, contracts) {
  if (contracts.length === 0) return {};
  const output = fs.mkdtempSync(path.join(os.tmpdir(), 'service-answers-'));
  try {
    const compiler = webpack(configOf(root, contracts, output));
    await new Promise((done, failed) => {
      compiler?.run((error, stats) => {
        compiler.close(() => undefined);
        if (error) failed(error);
        else if (stats?.hasErrors()) failed(new Error(stats.toString('errors-only')));
        else done(undefined);
      });
    });
    return require(path.join(output, 'answers.cjs')).default;
  } catch (cause) {
    const calls = contracts.map(({ call }) => call).join(', ');
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The schemas of ${calls} could not be read: ${why}. Keep the contracts of your service in a file that imports zod and shared-api alone.`,
      { cause },
    );
  } finally {
    fs.rmSync(output, { recursive: true });
  }
}
