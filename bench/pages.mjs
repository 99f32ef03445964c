// @ts-check
/** Builds the pages of a folder with the compiler of the modules, and serves them on a free port. */
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import webpack from 'webpack';
import { commonConfig } from '../tools/webpack/common.mjs';

/**
 * @param {string} sources the folder
 * @param {string} folder receives the scripts
 * @param {readonly string[]} names of the pages; each has a script of that name
 * @param {readonly import('webpack').RuleSetRule[]} rules
 */
async function build(sources, folder, names, rules) {
  const common = commonConfig({ root: sources, development: false });
  /** @type {import('webpack').Configuration} */
  const config = {
    ...common,
    devtool: false,
    entry: Object.fromEntries(names.map((name) => [name, `./${name}.mjs`])),
    output: { ...common.output, path: folder, filename: '[name].js', chunkFilename: '[id].js', publicPath: '/' },
    module: { ...common.module, rules: [...(common.module?.rules ?? []), ...rules] },
  };
  await new Promise((resolve, reject) => {
    webpack(config, (error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
      else resolve(undefined);
    });
  });
}

/** @param {string} folder @param {readonly string[]} names */
async function serve(folder, names) {
  const server = http.createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://bench').pathname.slice(1);
    const file = path.join(folder, path.basename(name));
    const page = names.includes(name);
    response.setHeader('content-type', page ? 'text/html; charset=utf-8' : 'text/javascript');
    if (page)
      response.end(`<!doctype html><title>${name}</title><div id="root"></div><script src="/${name}.js"></script>`);
    else if (fs.existsSync(file)) fs.createReadStream(file).pipe(response);
    else response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      // A browser that didn't close would keep the process alive.
      server.closeAllConnections();
    },
  };
}

/**
 * @param {string} sources the folder of the pages
 * @param {readonly string[]} names of the pages
 * @param {readonly import('webpack').RuleSetRule[]} [rules] of the modules whose files the pages use
 * @returns {Promise<{url: string, close: () => void}>} `close` also removes what was built
 */
export async function servePages(sources, names, rules = []) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-pages-'));
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  try {
    await build(sources, folder, names, rules);
    const server = await serve(folder, names);
    return {
      url: server.url,
      close: () => {
        server.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
