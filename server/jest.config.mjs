import { nodePreset } from 'tools/jest';

const preset = nodePreset('server');

export default {
  ...preset,
  testEnvironment: '<rootDir>/src/testing/environment.mjs',
  moduleNameMapper: {
    ...preset.moduleNameMapper,
    '^@electric-sql/pglite(/node-postgres)?$': '<rootDir>/src/testing/embedded-database.cjs',
  },
};
