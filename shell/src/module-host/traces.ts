/**
 * Traces that a module leaves outside its own node: attributes of `html` and `body`, and elements in `body`. They would
 * remain on every later page, so the host removes them after the unmount.
 *
 * Style sheets in `head` and frames stay, because libraries such as the toasts and the card form add them only once for
 * all uses.
 */

/** Attributes that the shell, the kit and browser features can change at any time. */
const othersAttributes = /^(data-theme|lang|dir|translate|data-(new-)?gr-|data-darkreader|data-lt-|cz-)/;
const othersClass = /^(translated-|notranslate)/;
const othersStyles = /^(--|overflow|padding-right$|visibility$)/;
/**
 * Dialogs, menus and toasts of the shell, and elements that libraries add once. Browser extensions add custom elements.
 */
const othersElements = 'dialog, [class*="Mui"], [data-toasts], iframe, script, style, link';

interface Trace {
  /** Description for the report, e.g. `style outline of body`. */
  text: string;
  isThere: () => boolean;
  remove: () => void;
}

const roots = (): HTMLElement[] => [document.documentElement, document.body];

function describeElement(element: Element): string {
  const { id, classList } = element;
  return `<${element.localName}${id === '' ? '' : ` id="${id}"`}${classList.length === 0 ? '' : ` class="${classList.value}"`}>`;
}

/** One entry per class, style property and other attribute of an element, each of which a module can add separately. */
function traitsOf(root: HTMLElement): Trace[] {
  const { classList, style } = root;
  const of = `of ${root.localName}`;
  const attributes = root.getAttributeNames().filter((name) => !['class', 'style'].includes(name));
  return [
    ...attributes
      .filter((name) => !othersAttributes.test(name))
      .map((name) => ({
        text: `attribute ${name} ${of}`,
        isThere: () => root.hasAttribute(name),
        remove: () => root.removeAttribute(name),
      })),
    ...[...classList]
      .filter((name) => !othersClass.test(name))
      .map((name) => ({
        text: `class ${name} ${of}`,
        isThere: () => classList.contains(name),
        remove: () => classList.remove(name),
      })),
    ...Array.from(style)
      .filter((name) => !othersStyles.test(name))
      .map((name) => ({
        text: `style ${name} ${of}`,
        isThere: () => style.getPropertyValue(name) !== '',
        remove: () => void style.removeProperty(name),
      })),
  ];
}

const outsideElements = (): Element[] =>
  [...document.querySelectorAll('body > *, html > :not(head, body)')].filter(
    (element) => !element.matches(othersElements) && !element.localName.includes('-'),
  );

/**
 * Records the page's state before a module is mounted.
 *
 * @returns a function to call when the mount ends, which records what was added. It returns a function to call after
 * the module's own cleanup, which removes the remaining traces and returns their descriptions.
 */
export function watchTraces(): () => () => string[] {
  const before = new Set(roots().flatMap((root) => traitsOf(root).map(({ text }) => text)));
  const elementsBefore = new Set(outsideElements());
  return () => {
    const traces: Trace[] = [
      ...roots().flatMap((root) => traitsOf(root).filter(({ text }) => !before.has(text))),
      ...outsideElements()
        .filter((element) => !elementsBefore.has(element))
        .map((element) => ({
          text: describeElement(element),
          isThere: () => element.isConnected,
          remove: () => element.remove(),
        })),
    ];
    return () => {
      const left = traces.filter(({ isThere }) => isThere());
      for (const trace of left) trace.remove();
      return left.map(({ text }) => text);
    };
  };
}
