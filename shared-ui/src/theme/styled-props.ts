/**
 * Options of `styled` that keep a component's own props from the DOM. They also exclude `as`, because emotion uses it
 * to choose the element only if it isn't forwarded.
 */
export function ownProps(...names: readonly string[]): { shouldForwardProp: (name: PropertyKey) => boolean } {
  const kept = new Set<PropertyKey>([...names, 'as', 'sx', 'theme']);
  return { shouldForwardProp: (name) => !kept.has(name) };
}
