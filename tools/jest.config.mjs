import { nodePreset } from './jest/index.mjs';

export default nodePreset('tools', { testMatch: ['<rootDir>/**/*.test.mjs'] });
