import { remoteConfig } from 'tools/webpack';

const config = await remoteConfig(import.meta.url);

export default {
  ...config,
  resolve: {
    ...config.resolve,
    // jsPDF loads these on demand for HTML and SVG. Reports contain neither, so they are not deployed.
    alias: { ...config.resolve?.alias, html2canvas: false, dompurify: false, canvg: false },
  },
};
