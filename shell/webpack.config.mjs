import { hostConfig } from 'tools/webpack';

export default hostConfig(import.meta.url, { publicPath: '/shell/' });
