import { browserPreset } from 'tools/jest';

// Whole pages are opened and worked with; a busy machine takes a while for the longer stories.
export default browserPreset('mf-admin-billing', { testTimeout: 20_000 });
