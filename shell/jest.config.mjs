import { browserPreset } from 'tools/jest';

export default browserPreset('shell');
