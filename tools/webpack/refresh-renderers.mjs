/**
 * First in a host's development build. React Refresh's stand-in for the React developer tools gives renderers a number
 * and forgets them, so the refresh runtime of a remote, which comes later, would find none to refresh.
 */
const hook = globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__;

if (hook?.renderers) {
  const inject = hook.inject;
  hook.inject = (renderer) => {
    const id = inject.call(hook, renderer);
    hook.renderers.set(id, renderer);
    return id;
  };
}
