// @ts-check
/** Checks that a remote's code uses exactly the feature flags declared in its module.json. */
import path from 'node:path';
import webpack from 'webpack';

const NAME = 'FeatureFlagsPlugin';
const BUILD_INFO = 'featureFlags';

/** Function → the position of the flag's name among its arguments. @type {ReadonlyMap<string, number>} */
const asking = new Map([
  ['useFeatureFlag', 0],
  ['hasFeatureFlag', 1],
]);

/**
 * The names of flags in a part of the syntax tree; null for one that isn't a string literal.
 *
 * @param {any} node
 * @returns {(string | null)[]}
 */
function flagsIn(node) {
  if (Array.isArray(node)) return node.flatMap(flagsIn);
  if (typeof node !== 'object' || node === null) return [];
  const inside = flagsIn(Object.values(node));
  const position = node.type === 'CallExpression' ? asking.get(node.callee.name) : undefined;
  if (position === undefined) return inside;
  const { value } = node.arguments[position] ?? {};
  return [typeof value === 'string' ? value : null, ...inside];
}

/** @typedef {{ name: string, feature_flags?: string[], contributions?: { feature_flag?: string }[] }} Declaration */

export class FeatureFlagsPlugin {
  /**
   * @param {Declaration} declaration
   * @param {{ root: string, development: boolean }} options `root`: the folder of the remote's code. A flag declared
   * before its code exists fails only a published build
   */
  constructor(declaration, { root, development }) {
    this.root = root;
    this.declared = declaration.feature_flags ?? [];
    this.contributed = (declaration.contributions ?? []).flatMap(({ feature_flag: flag }) => flag ?? []);
    this.development = development;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation, { normalModuleFactory }) => {
      for (const type of ['javascript/auto', 'javascript/esm']) {
        normalModuleFactory.hooks.parser.for(type).tap(NAME, (anyParser) => {
          const parser = /** @type {import('webpack').javascript.JavascriptParser} */ (anyParser);
          parser.hooks.program.tap(NAME, (program) => {
            const { buildInfo, resource } = /** @type {import('webpack').NormalModule} */ (parser.state.module);
            if (!resource.startsWith(this.root + path.sep)) return;
            const flags = flagsIn(program.body);
            if (buildInfo && flags.length > 0) buildInfo[BUILD_INFO] = flags;
          });
        });
      }
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        const used = new Set(this.contributed);
        for (const module of modules) {
          /** @type {(string | null)[]} */
          const flags = module.buildInfo?.[BUILD_INFO] ?? [];
          for (const flag of flags) {
            const { resource } = /** @type {import('webpack').NormalModule} */ (module);
            if (flag === null) {
              this.report(
                compilation,
                `${resource}: Name the feature flag as a text, useFeatureFlag('beta_reports'), so that the build knows it.`,
              );
            } else if (!this.declared.includes(flag)) {
              this.report(
                compilation,
                `${resource} asks for the feature flag "${flag}". Add it to feature_flags in module.json.`,
              );
            } else used.add(flag);
          }
        }
        const unused = this.development ? [] : this.declared.filter((flag) => !used.has(flag));
        if (unused.length > 0) {
          this.report(compilation, `module.json declares feature flags that nothing asks for: ${unused.join(', ')}.`);
        }
      });
    });
  }

  /** @param {import('webpack').Compilation} compilation @param {string} problem */
  report(compilation, problem) {
    compilation.errors.push(new webpack.WebpackError(problem));
  }
}
