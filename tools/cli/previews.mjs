// @ts-check
/** The commands that show a change to some people before it is released. */
import { call, consoleUrl } from './console-api.mjs';
import { UsageError } from './errors.mjs';
import { moduleNameOf } from './module-folder.mjs';
import { emailsOf, formatMinute, uploadVersion } from './releases.mjs';

/** @typedef {import('./releases.mjs').Result} Result */

/**
 * @typedef {object} PreviewOptions
 * @property {string} [people]
 * @property {boolean} [internal]
 * @property {string} [practices]
 * @property {string} [version]
 * @property {string} [tarball]
 * @property {string} [statement]
 * @property {string} [console]
 */

/**
 * Numbers; the console checks whether they can be practice ids. @param {string | undefined} text @returns {number[]}
 */
function practicesOf(text) {
  const ids = (text ?? '').split(',').filter((id) => id.trim() !== '');
  const wrong = ids.find((id) => !Number.isSafeInteger(Number(id)));
  if (wrong !== undefined) {
    throw new UsageError(`--practices must be numbers of practices, separated by commas, not "${wrong}".`);
  }
  return ids.map(Number);
}

/** @param {string} module @param {string} name */
const pathOf = (module, name) => `/api/modules/${module}/previews/${encodeURIComponent(name)}/`;

/**
 * Uploads a version and gives it to some people under a name. Reusing the name replaces it.
 *
 * @param {string | undefined} module
 * @param {string} name
 * @param {PreviewOptions} options
 * @returns {Promise<Result>}
 */
export async function publishPreview(module, name, options) {
  const body = {
    people: emailsOf(options.people) ?? [],
    internal: options.internal ?? false,
    practices: practicesOf(options.practices),
  };
  const { origin, module: built, version } = await uploadVersion(module, options, { for_preview: true });
  const { preview } = await call(origin, 'PUT', pathOf(built, name), { version, ...body });
  const url = origin + preview.path;
  const text = [`${built} ${version} is the preview ${name}, until ${formatMinute(preview.expires_at)}:`, url].join(
    '\n',
  );
  return { text, data: { module: built, version, preview: name, url, expires_at: preview.expires_at } };
}

/**
 * @param {string | undefined} named
 * @param {string} name
 * @param {{ console?: string }} options
 * @returns {Promise<Result>}
 */
export async function closePreview(named, name, options) {
  const origin = consoleUrl(options.console);
  const module = moduleNameOf(named);
  await call(origin, 'DELETE', pathOf(module, name));
  return { text: `The preview ${name} of ${module} has ended.`, data: { module, preview: name } };
}
