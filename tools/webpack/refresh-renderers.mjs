// @ts-check
/**
 * The first script of a host's development build. React Refresh replaces the hook of the React developer tools with one
 * that assigns ids to renderers but doesn't store them. The refresh runtime of a remote loads later and would find no
 * renderer to refresh. This script stores the renderers.
 */

/** @typedef {{renderers: Map<number, unknown>, inject: (renderer: unknown) => number}} Hook */

const { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook } = /** @type {{__REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook}} */ (globalThis);

if (hook) {
  const inject = hook.inject;
  hook.inject = (renderer) => {
    const id = inject.call(hook, renderer);
    hook.renderers.set(id, renderer);
    return id;
  };
}
