import { remoteLifecycles } from 'shared-ui/remote';
import { App } from './App';

export const { bootstrap, mount, unmount, preload } = remoteLifecycles(App);
