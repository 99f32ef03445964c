/** All unit and page tests; the journeys in a browser are e2e's own. */
export default {
  projects: ['shared-api', 'shared-ui', 'server', 'shell', 'mf-hours'].map((name) => `<rootDir>/${name}`),
};
