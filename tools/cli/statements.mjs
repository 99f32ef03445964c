// @ts-check
/**
 * Signs a finished build in the module's pipeline, for consoles that only store signed builds (decision 0211). The
 * statement says that the check passed for the build's sources, and that each of its pages was opened in a console,
 * such as the one for tests.
 */
import { createPrivateKey, sign as signBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StepError } from '../steps.mjs';
import { consoleUrl } from './console-api.mjs';
import { UsageError } from './errors.mjs';
import { readTarball } from './module-build.mjs';
import { readJsonFile, startFolder } from './module-folder.mjs';
import { openPages } from './releases.mjs';

/** @typedef {import('./releases.mjs').Result} Result */
/** @typedef {{ payloadType: string, payload: string, signatures: { keyid: string, sig: string }[] }} Envelope of DSSE */

const STATEMENT_TYPE = 'application/vnd.practice-console.module-release+json';

/** @returns {{ pipeline: string, key: import('node:crypto').KeyObject }} @throws StepError if the pipeline has none */
function signingKey() {
  const { CONSOLE_PIPELINE: pipeline, CONSOLE_SIGNING_KEY: pem } = process.env;
  if (!pipeline || !pem) {
    throw new StepError(
      'CONSOLE_PIPELINE must be the name of this pipeline, and CONSOLE_SIGNING_KEY its private Ed25519 key (PEM). The operator of the console has the public one.',
    );
  }
  let key;
  try {
    key = createPrivateKey(pem);
  } catch {
    key = undefined;
  }
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new StepError('CONSOLE_SIGNING_KEY is not a private Ed25519 key (PEM).');
  return { pipeline, key };
}

/**
 * @param {object} statement
 * @param {ReturnType<typeof signingKey>} by
 * @returns {Envelope}
 */
function envelopeOf(statement, { pipeline, key }) {
  const payload = Buffer.from(JSON.stringify(statement));
  const type = Buffer.byteLength(STATEMENT_TYPE);
  const bytes = Buffer.concat([Buffer.from(`DSSEv1 ${type} ${STATEMENT_TYPE} ${payload.length} `), payload]);
  const sig = signBytes(null, bytes, key).toString('base64');
  return { payloadType: STATEMENT_TYPE, payload: payload.toString('base64'), signatures: [{ keyid: pipeline, sig }] };
}

/**
 * Opens the pages of a build in a console where it is published, and writes the signed statement about it.
 *
 * @param {string | undefined} wanted name of the module
 * @param {{ tarball?: string, statement?: string, console?: string }} options
 * @returns {Promise<Result>}
 */
export async function sign(wanted, options) {
  if (options.tarball === undefined || options.statement === undefined) {
    throw new UsageError(
      'Say which build, and where its statement goes: --tarball build.tgz --statement statement.json.',
    );
  }
  const by = signingKey();
  const origin = consoleUrl(options.console);
  const { declaration, build, checked } = await readTarball(path.resolve(startFolder(), options.tarball));
  const { name } = declaration;
  if ((wanted ?? name) !== name)
    throw new StepError(`${options.tarball} is a build of ${name}, not of ${wanted}. Nothing was signed.`);
  if (!checked) {
    throw new StepError(
      `${options.tarball} was built from sources that no check has passed for. Run "practice-console check", then build it again. Nothing was signed.`,
    );
  }
  const opened = await openPages(origin, name, build.version, { files: build.files });
  if (opened === null) throw new StepError('Without a browser that opens the pages, nothing is signed.');
  const failed = opened.filter((route) => !route.opened);
  if (failed.length > 0) {
    const pages = failed.map(({ path: route, problem }) => `  ${route}: ${problem}`);
    return {
      text: [`${name} ${build.version} is not signed, because these pages don't open:`, ...pages].join('\n'),
      data: { module: name, version: build.version, signed: false, opened },
      failed: true,
    };
  }
  const statement = {
    checked: true,
    opened: { console: origin, paths: opened.map((route) => route.path) },
    signed_at: Math.floor(Date.now() / 1000),
    declaration,
    build,
  };
  const file = path.resolve(startFolder(), options.statement);
  fs.writeFileSync(file, `${JSON.stringify(envelopeOf(statement, by), null, 2)}\n`);
  return {
    text: `${name} ${build.version} is signed by ${by.pipeline}, in ${options.statement}.`,
    data: { module: name, version: build.version, signed: true, pipeline: by.pipeline, statement: options.statement },
  };
}

/** @param {string} named the file of `sign` @returns {Envelope} */
export function readStatement(named) {
  const file = path.resolve(startFolder(), named);
  if (!fs.existsSync(file)) throw new StepError(`${named} doesn't exist. Write it with "practice-console sign".`);
  return readJsonFile(file);
}
