// @ts-check
/** The address of a file in tests: `/@file` and its path, from which a test reads it. */
module.exports = {
  /** @param {string} _ @param {string} file */
  process: (_, file) => ({ code: `module.exports = ${JSON.stringify(`/@file${file}`)};` }),
};
