import { remoteConfig } from 'tools/webpack';

export default remoteConfig(import.meta.url);
