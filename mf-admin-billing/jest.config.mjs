import { browserPreset } from 'tools/jest';

export default browserPreset('mf-admin-billing');
