import { nodePreset } from 'tools/jest';

const preset = nodePreset('server');

export default {
  ...preset,
  testEnvironment: '<rootDir>/src/testing/environment.mjs',
  moduleNameMapper: {
    ...preset.moduleNameMapper,
    '^@electric-sql/pglite(/contrib/pg_trgm|/node-postgres)?$': '<rootDir>/src/testing/embedded-database.cjs',
  },
};
