export { lazyDialog, lazySection } from './lazy-part';
