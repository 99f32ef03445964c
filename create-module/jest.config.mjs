import { nodePreset } from 'tools/jest';

export default nodePreset('create-module', { testMatch: ['<rootDir>/*.test.mjs'] });
