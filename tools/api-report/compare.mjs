// @ts-check
/** What a change of a package's public API means for its users, and which version it therefore needs. */
import semver from 'semver';
import ts from 'typescript';

/**
 * @typedef {object} Difference
 * @property {string} entry
 * @property {string} name
 * @property {'added' | 'extended' | 'changed' | 'removed'} kind `changed` and `removed` break users.
 */

/** @param {string} text */
function tokensOf(text) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  /** @type {string[]} */
  const tokens = [];
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) tokens.push(scanner.getTokenText());
  return tokens;
}

/** True if all of the former tokens are still there, in the same order. @param {string} before @param {string} after */
function onlyAdds(before, after) {
  const rest = tokensOf(before);
  for (const token of tokensOf(after)) if (token === rest[0]) rest.shift();
  return rest.length === 0;
}

/**
 * The text without a function's parameter names, which its callers don't see.
 *
 * @param {string | undefined} text
 */
function withoutParameterNames(text) {
  if (text === undefined) return undefined;
  const source = ts.createSourceFile('api.d.ts', text, ts.ScriptTarget.Latest);
  const names = source.statements
    .filter(ts.isFunctionDeclaration)
    .flatMap(({ parameters }) => parameters.map(({ name }) => name));
  return names.reduceRight(
    (changed, name) => `${changed.slice(0, name.getStart(source))}_${changed.slice(name.getEnd())}`,
    text,
  );
}

/** The names of an interface's required members. @param {string} text */
function requiredMembers(text) {
  const source = ts.createSourceFile('api.d.ts', text, ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) =>
    ts.isInterfaceDeclaration(statement)
      ? statement.members.flatMap((member) =>
          member.name && !member.questionToken ? [`${statement.name.text}.${member.name.getText(source)}`] : [],
        )
      : [],
  );
}

/** The shell passes these to a module, or the kit to its tests, so they may gain members. */
const GIVEN_TO_USERS = ['RemoteProps', 'MountedRemote'];

/** The width of a media query may change, because its users follow. */
const MEDIA_QUERY = /: "@media [^"]*";?$/;

/** @param {string} name @param {string} before @param {string} after */
function isExtension(name, before, after) {
  if (MEDIA_QUERY.test(before) && MEDIA_QUERY.test(after)) return true;
  if (!onlyAdds(before, after)) return false;
  if (GIVEN_TO_USERS.includes(name) || !/Props\b/.test(after)) return true;
  const required = requiredMembers(before);
  return requiredMembers(after).every((member) => required.includes(member));
}

/**
 * @param {import('./report.mjs').Report} released
 * @param {import('./report.mjs').Report} current
 * @returns {Difference[]}
 */
export function differences(released, current) {
  const entries = new Set([...Object.keys(released.entries), ...Object.keys(current.entries)]);
  return [...entries].flatMap((entry) => {
    const before = released.entries[entry] ?? {};
    const after = current.entries[entry] ?? {};
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => {
      const [old, now] = [before[name]?.text, after[name]?.text].map(withoutParameterNames);
      if (old === now) return [];
      const kind =
        old === undefined
          ? 'added'
          : now === undefined
            ? 'removed'
            : isExtension(name, old, now)
              ? 'extended'
              : 'changed';
      return [/** @type {Difference} */ ({ entry, name, kind })];
    });
  });
}

/**
 * The differences that the version doesn't announce: a breaking change needs a new major version, an addition a new
 * minor version.
 * @param {import('./report.mjs').Report} released
 * @param {import('./report.mjs').Report} current
 */
export function unannounced(released, current) {
  const found = differences(released, current);
  if (semver.major(current.version) > semver.major(released.version)) return [];
  const minor = semver.gte(current.version, semver.inc(released.version, 'minor') ?? current.version);
  return found.filter(({ kind }) => kind === 'changed' || kind === 'removed' || !minor);
}
