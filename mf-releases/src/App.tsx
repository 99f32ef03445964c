import { remoteApp } from 'shared-ui/remote';
import { api } from './api';
import { ModuleHealthPage } from './module-health/ModuleHealthPage';

/** The page of this module by its route, as `module.json` declares it. */
export const App = remoteApp(api, { '/internal/modules': ModuleHealthPage });
