// @ts-check
/** Replaces the shell's `registry/federation.ts` in the single build. Modules are webpack chunks. */

/** @type {Readonly<Record<string, () => Promise<unknown>>>} */
const modules = {
  'mf-settings': () => import(/* webpackChunkName: "mf-settings" */ '../../mf-settings/src/index.ts'),
  'mf-hours': () => import(/* webpackChunkName: "mf-hours" */ '../../mf-hours/src/index.ts'),
  'mf-billing': () => import(/* webpackChunkName: "mf-billing" */ '../../mf-billing/src/index.ts'),
  'mf-admin-billing': () => import(/* webpackChunkName: "mf-admin-billing" */ '../../mf-admin-billing/src/index.ts'),
  'mf-phone-transfer': () => import(/* webpackChunkName: "mf-phone-transfer" */ '../../mf-phone-transfer/src/index.ts'),
  'mf-releases': () => import(/* webpackChunkName: "mf-releases" */ '../../mf-releases/src/index.ts'),
};

/** Does nothing, because webpack's loader fetches everything. */
export const enforceIntegrity = () => undefined;

/** @param {{name: string}} module */
export async function loadLifecycles({ name }) {
  const load = modules[name];
  if (!load) throw new Error(`${name} is not in the bundle`);
  return load();
}
