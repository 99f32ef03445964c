/**
 * Options of `styled` that keep the named props of a component's own from the DOM. `as` is named too: emotion uses it to
 * choose the element only where it is not handed on.
 */
export function ownProps(...names: readonly string[]): { shouldForwardProp: (name: PropertyKey) => boolean } {
  const kept = new Set<PropertyKey>([...names, 'as', 'sx', 'theme']);
  return { shouldForwardProp: (name) => !kept.has(name) };
}
