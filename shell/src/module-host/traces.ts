/**
 * What a module leaves in the page outside of its own node: attributes of `html` and `body`, and elements in `body`. They would stay
 * on every later page, so the host removes them once the module is unmounted.
 *
 * Style sheets in `head` and frames stay. Libraries add them once for all their uses, such as the toasts' and the card form's, and
 * don't add them again.
 */

/** Names that the shell, the kit and browsers' own features write at any time. */
const othersAttributes = /^(data-theme|lang|dir|translate|data-(new-)?gr-|data-darkreader|data-lt-|cz-)/;
const othersClass = /^(translated-|notranslate)/;
const othersStyles = /^(--|overflow|padding-right$|visibility$)/;
/** Dialogs, menus and toasts of the shell; what libraries add once. Elements of extensions are custom ones. */
const othersElements = 'dialog, [class*="Mui"], [data-toasts], iframe, script, style, link';

interface Trace {
  /** For the report, e.g. `style outline of body`. */
  text: string;
  isThere: () => boolean;
  remove: () => void;
}

const roots = (): HTMLElement[] => [document.documentElement, document.body];

function describeElement(element: Element): string {
  const { id, classList } = element;
  return `<${element.localName}${id === '' ? '' : ` id="${id}"`}${classList.length === 0 ? '' : ` class="${classList.value}"`}>`;
}

/** One entry per class, style and other attribute of an element: what a module could add without touching the others. */
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
 * Remembers the page before a module is mounted.
 *
 * @returns to be called when the module's mount ends: notes what is there since. The function that this returns is called after
 *   the module's own clean-up; it removes what is still there, and says what that was.
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
