// @ts-check
/**
 * Node's test environment with the embedded database brought in from outside: it loads its parts with `import()`,
 * which code that jest runs in its own context may not do.
 */
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

export default class ServerEnvironment extends NodeEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    Object.assign(this.global, { embeddedDatabase: { PGlite, createPgConfig } });
  }
}
