/** Stands for the packages of the embedded database in tests; see `environment.mjs`. */
module.exports = globalThis.embeddedDatabase;
