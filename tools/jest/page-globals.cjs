// @ts-check
/** Makes the globals of a jsdom window those of Node's own context, so that pages run there as in a browser. */

/** Node has these too, but pages must see the window's: their classes and values belong to its document. */
const ofWindow = new Set([
  ...['Event', 'EventTarget', 'CustomEvent', 'CloseEvent', 'ErrorEvent', 'MessageEvent', 'DOMException', 'WebSocket'],
  ...['navigator', 'Navigator', 'Storage', 'localStorage', 'sessionStorage'],
]);

// Node makes this class when it is first read, of what is the global `Event` then. Its BroadcastChannel needs Node's own.
void globalThis.MessageEvent;

/** The window itself. Its names must be those of the global object: what a test sets on one is read from the other. */
const selves = new Set(['window', 'self', 'top', 'parent', 'frames']);

/** @param {object} value @returns {string[]} names of all properties, also inherited ones */
function namesOf(value) {
  const names = new Set();
  for (let owner = value; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    for (const name of Object.getOwnPropertyNames(owner)) names.add(name);
  }
  names.delete('constructor');
  return [...names];
}

/**
 * Defines the properties of a window on the global object.
 *
 * @param {any} window
 * @returns {() => void} restores the global object
 */
exports.installWindow = (window) => {
  /** @type {Map<string, PropertyDescriptor | undefined>} */
  const before = new Map();
  /** @param {string} name @param {PropertyDescriptor} descriptor */
  const define = (name, descriptor) => {
    before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, { configurable: true, enumerable: true, ...descriptor });
  };
  for (const name of namesOf(window)) {
    if (name in globalThis && !ofWindow.has(name)) continue;
    if (selves.has(name)) {
      define(name, { value: globalThis, writable: true });
      continue;
    }
    const value = window[name];
    if (typeof value === 'function') {
      // Methods need their window; a class must stay the one whose instances the document has.
      define(name, { value: /^[A-Z]/.test(name) ? value : value.bind(window), writable: true });
    } else {
      define(name, {
        get: () => window[name],
        set: (next) => {
          window[name] = next;
        },
      });
    }
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
};
