import { lazyPage, remoteApp } from 'shared-ui/remote';
import { api } from './api';
import { ModuleHealthPage } from './module-health/ModuleHealthPage';

/** The pages of this module by route, as `module.json` declares them. */
export const App = remoteApp(api, {
  '/internal/modules': ModuleHealthPage,
  '/internal/module-settings': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "module-settings" */ './module-settings/ModuleSettingsPage');
    return page.ModuleSettingsPage;
  }),
});
