import { browserPreset } from 'tools/jest';

export default browserPreset('shared-api');
