// @ts-check
/**
 * A webpack loader that exports constants of a file under names of their own, also those that the file keeps to itself.
 * @this {import('webpack').LoaderContext<{ names: string[] }>}
 * @param {string} code
 */
module.exports = function exportContracts(code) {
  const { names } = this.getOptions();
  return `${code}\nexport { ${names.map((name) => `${name} as __contract_${name}`).join(', ')} };\n`;
};
