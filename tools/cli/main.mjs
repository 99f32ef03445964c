// @ts-check
/** The commands of `practice-console`: their options, help, output and exit codes. */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkNode, exitOnStop, mistypedText, say, StepError } from '../steps.mjs';
import { describeError, UsageError } from './errors.mjs';

/**
 * @typedef {import('./releases.mjs').Result} Result
 * @typedef {Record<string, { type: 'string' | 'boolean', help: string }>} Options
 * @typedef {Record<string, string | boolean | undefined>} Values
 * @typedef {{ usage: string, summary: string, options?: Options, run(args: string[], values: Values): Promise<Result> }} Command
 */

/**
 * The values of the typed options.
 * @template {Options} Named
 * @typedef {{ [Name in keyof Named]?: Named[Name]['type'] extends 'boolean' ? boolean : string }} ValuesOf
 */

/**
 * @template {Options} Named
 * @param {{ usage: string, summary: string, options?: Named, run(args: string[], values: ValuesOf<Named>): Promise<Result> }} described
 *   `usage` has the arguments and options
 * @returns {Command}
 */
const defineCommand = (described) => described;

const consoleOption = /** @type {const} */ ({
  console: { type: 'string', help: 'address of the console (default: CONSOLE_URL, or http://localhost:8080)' },
});

const statementOption = /** @type {const} */ ({
  statement: { type: 'string', help: 'what "sign" has written about the build, for consoles that ask for it' },
});

const openOption = /** @type {const} */ ({
  'skip-open': { type: 'boolean', help: 'promote without opening the pages in a browser first' },
});

/** @type {Record<string, Command>} */
const commands = {
  create: defineCommand({
    usage: 'mf-name',
    summary: 'Create a module in a folder of its own, or a package of this repository',
    async run([name, ...others]) {
      if (name === undefined || others.length > 0) throw new UsageError('Name the module: mf-patient-notes.');
      const { createModule } = await import('./create.mjs');
      return createModule(name);
    },
  }),
  add: defineCommand({
    usage: 'page|contribution|call|flag [mf-name] NAME',
    summary:
      'Add a page, a card of the overview, a call of your own service or a feature flag, with its test; NAME is such as due-recalls, or beta_reports for a flag',
    async run([kind = '', ...args]) {
      const { splitName } = await import('./module-folder.mjs');
      const { addToModule } = await import('./add.mjs');
      const { name, rest } = splitName(args, ['NAME']);
      return addToModule(kind, name, rest[0] ?? '');
    },
  }),
  dev: defineCommand({
    usage: '[mf-name] [--console URL] [--port 8200]',
    summary: 'Run the module standalone, or inside a running console',
    options: {
      console: {
        type: 'string',
        help: 'serve it for this console instead of standalone, with a reload after each change',
      },
      port: {
        type: 'string',
        help: 'port of the module (default: a free one from 8200 on); the standalone page has the next one',
      },
    },
    async run(args, values) {
      const { findInstalledModule, splitName } = await import('./module-folder.mjs');
      const { portOf, runModule } = await import('./development.mjs');
      const port = await portOf(values);
      const module = findInstalledModule(splitName(args).name);
      await runModule(module, { port, console: values.console });
      return { text: '', data: { module: module.name } };
    },
  }),
  check: defineCommand({
    usage: '[mf-name]',
    summary: 'Check types, lint and tests; publishing needs it',
    async run(args) {
      const { findInstalledModule, splitName } = await import('./module-folder.mjs');
      const { runChecks } = await import('./checks.mjs');
      const { name, root } = findInstalledModule(splitName(args).name);
      const results = await runChecks(root);
      const failed = results.filter(({ passed }) => !passed).map(({ check }) => check);
      const text =
        failed.length > 0 ? `${name}: ${failed.join(', ')} failed. See above.` : `${name} passed all checks.`;
      return { text, data: { module: name, checks: results }, failed: failed.length > 0 };
    },
  }),
  test: defineCommand({
    usage: '[mf-name] [-- options of Jest]',
    summary: 'Run the tests',
    async run(args) {
      const { findInstalledModule, isModuleName } = await import('./module-folder.mjs');
      const { runTests } = await import('./checks.mjs');
      const named = isModuleName(args[0]);
      const { name, root } = findInstalledModule(named ? args[0] : undefined);
      const result = await runTests(root, named ? args.slice(1) : args);
      const text = `${name}: tests ${result.passed ? 'passed' : 'failed'}.`;
      return { text, data: { module: name, ...result }, failed: !result.passed };
    },
  }),
  build: defineCommand({
    usage: '[mf-name] [--version 1.2.0] [--tarball FILE]',
    summary: 'Build the module for production into its folder dist',
    options: {
      version: { type: 'string', help: 'its version (default: that of package.json, with a hash of the sources)' },
      tarball: { type: 'string', help: 'also write the build as a tarball, to publish it from another machine' },
    },
    async run(args, values) {
      const { findInstalledModule, splitName, startFolder } = await import('./module-folder.mjs');
      const { assertVersion, buildModule, fileForTarball, writeTarball } = await import('./module-build.mjs');
      const tarball = values.tarball && fileForTarball(path.resolve(startFolder(), values.tarball));
      assertVersion(values.version);
      const module = findInstalledModule(splitName(args).name);
      const { version } = await buildModule(module, values.version);
      if (tarball) await writeTarball(module, tarball);
      const text = `${module.name} ${version} is built${tarball ? `, in ${tarball}` : ''}.`;
      return { text, data: { module: module.name, version, tarball } };
    },
  }),
  sign: defineCommand({
    usage: '[mf-name] --tarball FILE --statement FILE',
    summary: 'Open the pages of a build in a console that has it, and sign that, for consoles that ask for it',
    options: {
      tarball: { type: 'string', help: 'the build, as "build --tarball" has written it' },
      statement: { type: 'string', help: 'file to write, for "publish --statement"' },
      ...consoleOption,
    },
    async run(args, values) {
      const { splitName } = await import('./module-folder.mjs');
      const { sign } = await import('./statements.mjs');
      return sign(splitName(args).name, values);
    },
  }),
  publish: defineCommand({
    usage: '[mf-name] [--version 1.2.0] [--promote [--skip-open]] [--tarball FILE [--statement FILE]]',
    summary: 'Build and upload a version; it is live only after it is promoted',
    options: {
      version: { type: 'string', help: 'its version (default: that of package.json, with a hash of the sources)' },
      promote: { type: 'boolean', help: 'also make it live for everyone' },
      tarball: { type: 'string', help: 'upload this build, as "build --tarball" has written it' },
      ...statementOption,
      ...openOption,
      ...consoleOption,
    },
    async run(args, values) {
      const { splitName } = await import('./module-folder.mjs');
      const { publish } = await import('./releases.mjs');
      return publish(splitName(args).name, values);
    },
  }),
  promote: defineCommand({
    usage:
      '[mf-name] VERSION [--people a@x.example,b@x.example] [--internal] [--percent 10] [--min-people 5] [--max-failing-percent 5] [--skip-open]',
    summary: 'Open the pages of a published version, and make it live, or a canary for some people',
    options: {
      people: { type: 'string', help: 'emails of people who get it as a canary, with commas; "" for none anymore' },
      internal: { type: 'boolean', help: 'internal staff who may open the module get it as a canary' },
      percent: { type: 'string', help: 'share of all people who get it as a canary' },
      'min-people': { type: 'string', help: 'people who must have had the canary before it can be withdrawn' },
      'max-failing-percent': { type: 'string', help: 'points above the live version at which it is withdrawn' },
      ...openOption,
      ...consoleOption,
    },
    async run(args, values) {
      const { splitName } = await import('./module-folder.mjs');
      const { promote } = await import('./releases.mjs');
      const { name, rest } = splitName(args, ['VERSION']);
      return promote(name, rest[0] ?? '', values);
    },
  }),
  rollback: defineCommand({
    usage: '[mf-name] [VERSION]',
    summary: 'Withdraw the canary, or without one make the version before live; VERSION is the one to take back',
    options: consoleOption,
    async run(args, values) {
      const { isModuleName, splitName } = await import('./module-folder.mjs');
      const { rollback } = await import('./releases.mjs');
      const hasVersion = args.length > (isModuleName(args[0]) ? 1 : 0);
      const { name, rest } = splitName(args, hasVersion ? ['VERSION'] : []);
      return rollback(name, rest[0], values);
    },
  }),
  preview: defineCommand({
    usage:
      'publish|close [mf-name] NAME [--people a@x.example,b@x.example] [--internal] [--practices 1,2] [--version 1.2.0] [--tarball FILE [--statement FILE]]',
    summary: 'Show an unreleased version to some people at an address of its own, for 14 days; NAME is such as pr-17',
    options: {
      people: { type: 'string', help: 'emails of people who can open it, with commas; developers always can' },
      internal: { type: 'boolean', help: 'internal staff who may open the module can open it' },
      practices: { type: 'string', help: 'numbers of practices whose members can open it, with commas' },
      version: { type: 'string', help: 'its version (default: that of package.json, with a hash of the sources)' },
      tarball: { type: 'string', help: 'upload this build, as "build --tarball" has written it' },
      ...statementOption,
      ...consoleOption,
    },
    async run([action, ...args], values) {
      const { splitName } = await import('./module-folder.mjs');
      const { closePreview, publishPreview } = await import('./previews.mjs');
      if (action !== 'publish' && action !== 'close') throw new UsageError('Say "preview publish" or "preview close".');
      const { name, rest } = splitName(args, ['NAME']);
      return action === 'publish'
        ? publishPreview(name, rest[0] ?? '', values)
        : closePreview(name, rest[0] ?? '', values);
    },
  }),
  list: defineCommand({
    usage: '[mf-name]',
    summary: 'Show versions, canary and moves, with who and when',
    options: consoleOption,
    async run(args, values) {
      const { splitName } = await import('./module-folder.mjs');
      const { list } = await import('./releases.mjs');
      return list(splitName(args).name, values);
    },
  }),
  token: defineCommand({
    usage: '[mf-name]',
    summary: 'Show what the deploy token opens and when it expires',
    options: consoleOption,
    async run(args, values) {
      const { splitName } = await import('./module-folder.mjs');
      const { token } = await import('./releases.mjs');
      return token(splitName(args).name, values);
    },
  }),
  manifest: defineCommand({
    usage: '',
    summary: 'Print which version of every module is live; needs a token for all modules',
    options: consoleOption,
    async run(args, values) {
      if (args.length > 0) throw new UsageError(`Unexpected: ${args.join(' ')}.`);
      const { manifest } = await import('./releases.mjs');
      return manifest(values);
    },
  }),
  apply: defineCommand({
    usage: 'manifest.json',
    summary: 'Make the versions of a manifest live, all or none; needs a token for all modules',
    options: consoleOption,
    async run([file, ...others], values) {
      if (file === undefined || others.length > 0) throw new UsageError('Name one file with a manifest.');
      const { apply } = await import('./releases.mjs');
      return apply(file, values);
    },
  }),
};

const common = /** @type {const} */ ({
  json: { type: 'boolean', help: 'print the result as JSON' },
  help: { type: 'boolean', help: 'show this text' },
});

const environment = `CONSOLE_URL is the address of the console, CONSOLE_TOKEN the deploy token of the module.
Exit codes: 0 done, 1 refused or failed, 2 mistyped, 3 waits for approval.`;

/** @param {string} name @param {Command} command */
function helpOf(name, { usage, summary, options = {} }) {
  /** @type {Options} */
  const all = { ...options, ...common };
  const lines = Object.entries(all).map(
    ([option, { type, help }]) => `  --${`${option}${type === 'string' ? ' …' : ''}`.padEnd(24)} ${help}`,
  );
  return [`Usage: practice-console ${name} ${usage}`.trimEnd(), '', `${summary}.`, '', ...lines, '', environment].join(
    '\n',
  );
}

function overview() {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'Usage: practice-console <command> [options]',
    '',
    ...lines,
    '',
    'practice-console <command> --help shows the options of a command, practice-console --version the version of this program.',
    environment,
  ].join('\n');
}

/** The version of the package that this program belongs to. @returns {string} */
const ownVersion = () => JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

/** @param {Command} command @param {string[]} args */
function parse({ options = {} }, args) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...options, ...common } });
  } catch (error) {
    throw new UsageError(mistypedText(error) ?? String(error));
  }
}

/**
 * Runs a command line.
 *
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function runCommandLine(args) {
  const [name, ...rest] = args;
  const print = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);
  if (name === undefined || name === '--help' || name === 'help') {
    (name === undefined ? say : print)(overview());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    print(ownVersion());
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    say(`There is no command ${name}.\n\n${overview()}`);
    return 2;
  }
  const json = rest.includes('--json');
  // The development servers stop on their own.
  const leaveStop = name === 'dev' ? () => undefined : exitOnStop();
  try {
    checkNode();
    const { values, positionals } = parse(command, rest);
    if (values['help']) {
      print(helpOf(name, command));
      return 0;
    }
    const { text, data, failed = false, waiting = false } = await command.run(positionals, values);
    if (json) print(JSON.stringify(data, null, 2));
    else if (text !== '') print(text);
    if (failed) return 1;
    return waiting ? 3 : 0;
  } catch (error) {
    const message = describeError(error);
    if (json) print(JSON.stringify({ error: message }, null, 2));
    else say(error instanceof UsageError ? `${message}\n${usageOf(name, command)}` : message);
    if (process.env['DEBUG'] && !(error instanceof StepError))
      say(String(error instanceof Error ? error.stack : error));
    return error instanceof UsageError ? 2 : 1;
  } finally {
    leaveStop();
  }
}

/** @param {string} name @param {Command} command */
const usageOf = (name, { usage }) => `Usage: practice-console ${name} ${usage}`.trimEnd();
