// @ts-check
/**
 * First in a host's development build. React Refresh's stand-in for the React developer tools gives renderers a number
 * and forgets them, so the refresh runtime of a remote, which comes later, would find none to refresh.
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
