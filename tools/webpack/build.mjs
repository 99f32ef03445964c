// @ts-check
/** Runs webpack for the packages in the given folders, one after another: `node build.mjs mf-hours mf-billing`. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack from 'webpack';

/** @param {string} root @returns {Promise<boolean>} true if it was built without errors */
async function build(root) {
  const { default: config } = await import(pathToFileURL(path.join(root, 'webpack.config.mjs')).href);
  const compiler = webpack(await config);
  try {
    /** @type {import('webpack').Stats} */
    const stats = await new Promise((resolve, reject) => {
      compiler.run((error, done) => (error || !done ? reject(error) : resolve(done)));
    });
    if (stats.hasWarnings() || stats.hasErrors())
      console.error(stats.toString({ preset: 'errors-warnings', colors: false }));
    return !stats.hasErrors();
  } finally {
    await new Promise((resolve) => compiler.close(resolve));
  }
}

const [, , ...folders] = process.argv;
for (const folder of folders.length > 0 ? folders : ['.']) {
  if (!(await build(path.resolve(folder)))) {
    process.exitCode = 1;
    break;
  }
}
