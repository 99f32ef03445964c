import { nodePreset } from 'tools/jest';

export default nodePreset('server');
