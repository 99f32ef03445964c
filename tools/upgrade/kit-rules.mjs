// @ts-check
/**
 * The kit's former components and what replaces each. A rule changes the attributes of one element, and throws a
 * `StayError` where it can't.
 */
import ts from 'typescript';
import { spreadObject } from './attributes.mjs';
import { toCheckedHandler, toEventHandler } from './handlers.mjs';
import { StayError } from './stay-error.mjs';

/** @typedef {import('./attributes.mjs').Attributes} Attributes */
/** @typedef {import('./attributes.mjs').Opening} Opening */
/** @typedef {import('./edits.mjs').Edits} Edits */
/** @typedef {(name: string, from: Entry) => string} Use adds an import and returns the name */
/** @typedef {'shared-ui' | 'shared-ui/mui' | 'shared-ui/forms'} Entry */

/**
 * @typedef {object} Element
 * @property {Opening} opening
 * @property {ts.JsxElement | ts.JsxSelfClosingElement} whole
 * @property {Attributes} attributes
 * @property {Edits} edits
 * @property {Use} use
 */

/** @typedef {(element: Element) => void} Rule */

/** @param {Element} element @param {string} name @param {Entry} from */
function renameTo({ opening, whole, edits, use }, name, from) {
  use(name, from);
  if (opening.tagName.getText() === name) return;
  edits.replace(opening.tagName.getStart(), opening.tagName.getEnd(), name);
  if (!ts.isJsxElement(whole)) return;
  const { tagName } = whole.closingElement;
  edits.replace(tagName.getStart(), tagName.getEnd(), name);
}

/** @param {Element} element @param {Record<string, string>} [names] */
function renameSpread({ attributes }, names = {}) {
  attributes.renameSpread(names);
}

/** @type {Record<string, Record<string, string>>} */
const buttonVariants = {
  primary: { variant: 'contained' },
  default: {},
  quiet: { variant: 'text' },
  danger: { color: 'error' },
  filledDanger: { variant: 'contained', color: 'error' },
};

/** @type {Rule} */
function button(element) {
  const { attributes } = element;
  renameSpread(element, { why: 'reason', busy: 'loading', icon: 'startIcon' });
  attributes.translate('variant', buttonVariants, { variant: 'outlined', color: 'primary' });
  attributes.rename('busy', 'loading');
  attributes.rename('icon', 'startIcon');
  attributes.rename('why', 'reason');
  renameTo(element, 'Button', 'shared-ui/mui');
}

/** An icon button is in a tooltip with its name, and its icon is its child. @type {Rule} */
function iconButton(element) {
  const { attributes, edits, whole, opening, use } = element;
  renameSpread(element);
  const label = attributes.get('label');
  const icon = attributes.get('icon');
  if (!label || !icon) throw new StayError(opening, 'label or icon is missing');
  attributes.translate(
    'variant',
    { quiet: {}, default: { color: 'secondary' }, danger: { color: 'error' } },
    { color: 'default' },
  );
  attributes.translateBoolean('small', 'size', 'small', 'medium');
  const outer = [
    ['label', 'title'],
    ['placement', 'placement'],
    ['key', 'key'],
  ].flatMap(([from = '', to = '']) => {
    const attribute = attributes.remove(from);
    return attribute ? [() => `${to}=${attributes.initializerOf(attribute)}`] : [];
  });
  const child = () => {
    const { initializer } = icon;
    const expression = attributes.expressionOf(icon);
    if (!expression || !initializer) return '';
    const code = attributes.codeOf(icon);
    return ts.isJsxElement(expression) || ts.isJsxSelfClosingElement(expression) ? code : `{${code}}`;
  };
  attributes.remove('icon');
  use('Tooltip', 'shared-ui/mui');
  renameTo(element, 'IconButton', 'shared-ui/mui');
  edits.insert(whole.getStart(), () => `<Tooltip ${outer.map((make) => make()).join(' ')}>`);
  const end = whole.getEnd();
  edits.replace(end - 2, end, () => `>${child()}</IconButton></Tooltip>`);
}

const severities = { information: 'info', attention: 'warning', danger: 'error', success: 'success' };

/** @type {Rule} */
function notice(element) {
  const { attributes, edits, whole, opening, use } = element;
  /** @type {(() => string)[]} */
  const titles = [];
  for (const each of opening.attributes.properties) {
    if (!ts.isJsxSpreadAttribute(each)) continue;
    const condition = conditionalTitle(each);
    if (!condition) throw new StayError(each, `${each.getText()} may hold props under their former names`);
    titles.push(() => `{${condition.condition} && <AlertTitle>${condition.title}</AlertTitle>}`);
    edits.replace(each.getFullStart(), each.getEnd(), '');
  }
  attributes.translate(
    'tone',
    Object.fromEntries(Object.entries(severities).map(([tone, severity]) => [tone, { severity }])),
    { severity: '' },
  );
  attributes.translate('live', { polite: { role: 'status' }, assertive: { role: 'alert' } }, { role: 'presentation' });
  const title = attributes.remove('title');
  if (title) {
    const { initializer } = title;
    titles.push(() => {
      const text = initializer && ts.isStringLiteral(initializer) ? initializer.text : attributes.initializerOf(title);
      return `<AlertTitle>${text}</AlertTitle>`;
    });
  }
  renameTo(element, 'Alert', 'shared-ui/mui');
  if (titles.length === 0) return;
  use('AlertTitle', 'shared-ui/mui');
  const text = () => titles.map((make) => make()).join('');
  if (ts.isJsxElement(whole)) {
    const isFollowedByBreak = whole.getSourceFile().text[opening.getEnd()] === '\n';
    edits.insert(opening.getEnd(), () => `\n${text()}${isFollowedByBreak ? '' : '\n'}`);
  } else edits.replace(whole.getEnd() - 2, whole.getEnd(), () => `>${text()}</Alert>`);
}

/** `{...(title !== undefined && { title })}`. @param {ts.JsxSpreadAttribute} spread */
function conditionalTitle(spread) {
  const object = spreadObject(spread);
  const property = object?.properties[0];
  const and = object?.parent;
  if (!object || object.properties.length !== 1 || !and || !ts.isBinaryExpression(and)) return undefined;
  if (property?.name?.getText() !== 'title') return undefined;
  if (ts.isShorthandPropertyAssignment(property)) return { condition: and.left.getText(), title: '{title}' };
  if (!ts.isPropertyAssignment(property)) return undefined;
  return { condition: and.left.getText(), title: `{${property.initializer.getText()}}` };
}

const textVariants = { body: 'body1', secondary: 'body2', heading: 'h1', sectionHeading: 'h2', label: 'subtitle2' };

const textColors = {
  ink: 'textPrimary',
  second: 'textSecondary',
  third: 'textTertiary',
  danger: 'error',
  attention: 'warning',
  primary: 'primary',
  information: 'info',
};

/** The element that a variant of the former text was, where MUI's differs. */
const textElements = { label: 'span' };

/** @type {Rule} */
function text(element) {
  const { attributes, edits, opening } = element;
  renameSpread(element);
  const variant = attributes.get('variant');
  const strong = attributes.get('strong');
  const literal = variant && attributes.expressionOf(variant);
  if (literal && !ts.isStringLiteral(literal)) throw new StayError(opening, 'variant is not a literal');
  const name = /** @type {keyof typeof textVariants} */ (literal?.text ?? 'body');
  if (strong) {
    const condition = attributes.expressionOf(strong);
    attributes.remove('strong');
    if (name === 'body') {
      attributes.remove('variant');
      attributes.add(() =>
        condition ? `variant={${attributes.codeOf(strong)} ? 'subtitle1' : 'body1'}` : 'variant="subtitle1"',
      );
    } else if (name === 'heading' || name === 'sectionHeading') {
      throw new StayError(opening, 'a heading is strong');
    } else {
      if (condition || attributes.get('style')) throw new StayError(opening, `${name} text is strong`);
      attributes.add('sx={{ fontWeight: 600 }}');
    }
  }
  if (variant && !(strong && name === 'body'))
    edits.replace(variant.getStart(), variant.getEnd(), name === 'body' ? '' : `variant="${textVariants[name]}"`);
  attributes.translate(
    'tone',
    Object.fromEntries(Object.entries(textColors).map(([tone, color]) => [tone, { color }])),
    { color: 'textPrimary' },
  );
  const numeric = attributes.get('numeric');
  if (numeric?.initializer) throw new StayError(numeric, 'numeric is a condition');
  if (numeric) edits.replace(numeric.getStart(), numeric.getEnd(), 'align="right"');
  if (name in textElements && !attributes.get('as'))
    attributes.add(`component="${textElements[/** @type {keyof typeof textElements} */ (name)]}"`);
  attributes.rename('as', 'component');
  renameTo(element, 'Typography', 'shared-ui/mui');
}

/** @type {Rule} */
function stack(element) {
  const { attributes } = element;
  renameSpread(element);
  const direction = attributes.get('direction')?.initializer;
  const isRow = direction !== undefined && ts.isStringLiteral(direction) && direction.text === 'row';
  if (direction && !ts.isStringLiteral(direction) && !attributes.get('align'))
    throw new StayError(direction, 'direction is not a literal');
  const gap = attributes.get('gap');
  if (!gap) attributes.add('spacing={4}');
  else if (gap.initializer?.getText() === '{0}') attributes.remove('gap');
  else attributes.rename('gap', 'spacing');
  /** @type {(() => string)[]} */
  const styles = [];
  for (const [from, to] of /** @type {const} */ ([
    ['align', 'alignItems'],
    ['justify', 'justifyContent'],
  ])) {
    const attribute = attributes.remove(from);
    if (!attribute || (from === 'align' && attribute.initializer?.getText() === (isRow ? '"center"' : '"stretch"')))
      continue;
    const expression = attributes.expressionOf(attribute);
    styles.push(() =>
      expression && ts.isStringLiteral(expression)
        ? `${to}: '${expression.text}'`
        : `${to}: ${attributes.codeOf(attribute)}`,
    );
  }
  const wrap = attributes.remove('wrap');
  if (wrap)
    styles.push(() =>
      wrap.initializer ? `flexWrap: ${attributes.codeOf(wrap)} ? 'wrap' : 'nowrap'` : "flexWrap: 'wrap'",
    );
  if (styles.length > 0) attributes.add(() => `sx={{ ${styles.map((make) => make()).join(', ')} }}`);
  renameTo(element, 'Stack', 'shared-ui/mui');
}

/** @type {Rule} */
function skeleton(element) {
  renameSpread(element, { width: 'width', height: 'height' });
  if (!element.attributes.get('height')) element.attributes.add('height={14}');
  renameTo(element, 'Skeleton', 'shared-ui/mui');
}

/** The content becomes the label. @type {Rule} */
function chip(element) {
  const { attributes, edits, whole, opening, use } = element;
  renameSpread(element);
  const children = ts.isJsxElement(whole)
    ? whole.children.filter((child) => !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces))
    : [];
  const [child] = children;
  const isRemovable = attributes.get('onRemove') !== undefined;
  if (children.length !== 1 || !child || !(ts.isJsxText(child) || ts.isJsxExpression(child)))
    throw new StayError(opening, 'the content is not one text');
  const label = () =>
    ts.isJsxText(child) ? `"${child.getText().trim()}"` : edits.textOf(child.getStart(), child.getEnd());
  const name = isRemovable ? 'RemovableChip' : 'Chip';
  use(name, isRemovable ? 'shared-ui' : 'shared-ui/mui');
  attributes.rename('onRemove', 'onDelete');
  attributes.rename('removeLabel', 'deleteLabel');
  const properties = opening.attributes;
  edits.replace(whole.getStart(), whole.getEnd(), () => {
    const others = edits.textOf(properties.getStart(), properties.getEnd()).trim();
    return `<${name} ${others} label=${label()} />`;
  });
}

/** @type {Rule} */
function link(element) {
  const { attributes } = element;
  renameSpread(element);
  const newTab = attributes.get('newTab');
  if (newTab?.initializer) throw new StayError(newTab, 'newTab is a condition');
  attributes.remove('newTab');
  if (newTab) renameTo(element, 'NewTabLink', 'shared-ui');
  else renameTo(element, 'Link', 'shared-ui/mui');
}

/** @type {Rule} */
function tooltip(element) {
  const { attributes } = element;
  renameSpread(element);
  const names = attributes.get('names');
  if (names?.initializer) throw new StayError(names, 'names is a condition');
  attributes.remove('names');
  if (!names) attributes.add('describeChild');
  renameTo(element, 'Tooltip', 'shared-ui/mui');
}

/** @type {Rule} */
function dialog(element) {
  const { attributes } = element;
  renameSpread(element);
  attributes.translate(
    'size',
    {
      small: { maxWidth: 'xs' },
      medium: { maxWidth: 'sm' },
      large: { maxWidth: 'md' },
      extraLarge: { maxWidth: 'lg' },
    },
    { maxWidth: 'sm' },
  );
  attributes.rename('framesOver', 'disableEnforceFocus');
  renameTo(element, 'TitledDialog', 'shared-ui');
}

/** @type {Rule} */
function drawer(element) {
  const { attributes } = element;
  renameSpread(element);
  attributes.rename('side', 'anchor');
  const label = attributes.remove('label');
  const width = attributes.remove('width');
  if (!label || !width) throw new StayError(element.opening, 'label or width is missing');
  attributes.add(() => {
    const pixels = attributes.codeOf(width);
    const isNumber = /^\d+$/.test(pixels);
    const limited = isNumber
      ? `'min(${pixels}px, calc(100vw - 56px))'`
      : `\`min(\${${pixels}}px, calc(100vw - 56px))\``;
    const name = `role: 'dialog', 'aria-label': ${attributes.codeOf(label)}, 'aria-modal': true`;
    return `slotProps={{ paper: { ${name}, style: { width: ${limited} } } }}`;
  });
  renameTo(element, 'Drawer', 'shared-ui/mui');
}

/** A layer at an element. @param {string} to @returns {Rule} */
const anchored = (to) => (element) => {
  renameSpread(element, { placement: 'placement', anchor: 'anchorEl' });
  element.attributes.rename('anchor', 'anchorEl');
  renameTo(element, to, 'shared-ui');
};

/** @type {Rule} */
function menuButton(element) {
  const { attributes } = element;
  renameSpread(element);
  const variants = { ...buttonVariants, text: { variant: 'text' }, contained: { variant: 'contained' }, outlined: {} };
  attributes.translate('variant', variants, { variant: 'outlined', color: 'primary' });
  attributes.rename('icon', 'startIcon');
  attributes.translateBoolean('small', 'size', 'small', 'medium');
}

const fieldNames = {
  help: 'helperText',
  error: 'errorText',
  modified: 'modified',
  onReset: 'onReset',
  name: 'name',
  disabled: 'disabled',
  required: 'required',
};

/** @param {Element} element */
function field(element) {
  renameSpread(element, fieldNames);
  element.attributes.rename('help', 'helperText');
  element.attributes.rename('error', 'errorText');
}

/** @type {Rule} */
function checkbox(element) {
  field(element);
  element.attributes.translateBoolean('small', 'size', 'small', 'medium');
  toCheckedHandler(element.attributes);
  renameTo(element, 'CheckboxField', 'shared-ui/forms');
}

/** @type {Rule} */
function switchInput(element) {
  field(element);
  toCheckedHandler(element.attributes);
  renameTo(element, 'SwitchField', 'shared-ui/forms');
}

/** Props of MUI's text field. Others are attributes of the native input. */
const textFieldProps = new Set([
  ...['label', 'hideLabel', 'helperText', 'errorText', 'modified', 'onReset', 'disabled', 'required', 'name'],
  ...['help', 'error', 'value', 'onChange', 'onBlur', 'onFocus', 'type', 'placeholder', 'autoComplete', 'autoFocus'],
  ...['key', 'ref'],
]);

/** @type {Rule} */
function textInput(element) {
  const { attributes } = element;
  field(element);
  const native = attributes.all.filter((each) => !textFieldProps.has(each.name.getText()));
  for (const each of native) attributes.remove(each.name.getText());
  if (native.length > 0) {
    attributes.add(() => {
      const properties = native.map((each) => {
        const name = each.name.getText();
        const key = /^\w+$/.test(name) ? name : `'${name}'`;
        const { initializer } = each;
        return `${key}: ${initializer && ts.isStringLiteral(initializer) ? `'${initializer.text}'` : attributes.codeOf(each)}`;
      });
      return `slotProps={{ htmlInput: { ${properties.join(', ')} } }}`;
    });
  }
  attributes.rename('ref', 'inputRef');
  toEventHandler(attributes);
  renameTo(element, 'TextField', 'shared-ui/forms');
}

/** @type {Rule} */
function passwordInput(element) {
  field(element);
  toEventHandler(element.attributes);
  renameTo(element, 'PasswordField', 'shared-ui/forms');
}

/** @type {Rule} */
function selectInput(element) {
  field(element);
  toEventHandler(element.attributes);
  renameTo(element, 'SelectField', 'shared-ui/forms');
}

/** @type {Rule} */
function numberInput(element) {
  field(element);
  element.attributes.rename('onChange', 'onValueChange');
  renameTo(element, 'NumberField', 'shared-ui/forms');
}

/** Only the import changes. @param {string} name @returns {Rule} */
const moved = (name) => (element) => renameTo(element, name, 'shared-ui/mui');

/** @type {Rule} */
function toggleButton({ opening }) {
  throw new StayError(opening, 'the mark and the number of a filter are written by hand with MUI’s ToggleButton');
}

/** @type {Record<string, Rule>} */
export const replacedComponents = {
  Box: moved('Box'),
  Button: button,
  Checkbox: checkbox,
  Chip: chip,
  Dialog: dialog,
  Divider: moved('Divider'),
  Drawer: drawer,
  IconButton: iconButton,
  Link: link,
  Menu: anchored('ActionMenu'),
  Notice: notice,
  NumberInput: numberInput,
  PasswordInput: passwordInput,
  Popover: anchored('PopoverDialog'),
  SelectInput: selectInput,
  Skeleton: skeleton,
  Stack: stack,
  Switch: switchInput,
  Text: text,
  TextInput: textInput,
  ToggleButton: toggleButton,
  Tooltip: tooltip,
};

/** Components that stay, but whose props have MUI's names now. @type {Record<string, Rule>} */
export const changedComponents = { MenuButton: menuButton };
