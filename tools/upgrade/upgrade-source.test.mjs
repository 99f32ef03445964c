// @ts-check
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { replacedComponents } from './kit-rules.mjs';
import { replacements } from './replacements.mjs';
import { upgradeSource } from './upgrade-source.mjs';

/** The code without its line breaks and spaces, which JSX ignores. @param {string} text */
const formatted = (text) =>
  ts
    .createPrinter()
    .printFile(ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
    .replaceAll(/\n */g, '')
    .replaceAll(/ +(?=\/?>)/g, '');

/** One element with its import, before and after. @param {string} name @param {string} element */
const fileWith = (name, element) => `import { ${name} } from 'shared-ui';\nexport const part = ${element};`;

/** The import and the element after the upgrade. @param {string} name @param {string} element */
function upgraded(name, element) {
  const { text, remaining } = upgradeSource(fileWith(name, element));
  expect(remaining).toEqual([]);
  return formatted(text);
}

/** @param {string} imports @param {string} element */
const expected = (imports, element) => formatted(`${imports}\nexport const part = ${element};`);

const mui = (/** @type {string} */ names) => `import { ${names} } from 'shared-ui/mui';`;
const kit = (/** @type {string} */ names) => `import { ${names} } from 'shared-ui';`;
const forms = (/** @type {string} */ names) => `import { ${names} } from 'shared-ui/forms';`;

describe('upgradeSource', () => {
  /** @type {[name: string, before: string, imports: string, after: string][]} */
  const cases = [
    ['Button', '<Button onClick={save}>Save</Button>', mui('Button'), '<Button onClick={save}>Save</Button>'],
    [
      'Button',
      '<Button variant="primary" busy={busy} icon={<PlusIcon />} why={reason}>Save</Button>',
      mui('Button'),
      '<Button variant="contained" loading={busy} startIcon={<PlusIcon />} reason={reason}>Save</Button>',
    ],
    ['Button', '<Button variant="quiet">Back</Button>', mui('Button'), '<Button variant="text">Back</Button>'],
    [
      'Button',
      "<Button variant={danger ? 'filledDanger' : 'primary'}>Go</Button>",
      mui('Button'),
      `<Button variant="contained" color={danger ? 'error' : 'primary'}>Go</Button>`,
    ],
    [
      'Button',
      "<Button variant={danger ? 'danger' : 'default'}>Go</Button>",
      mui('Button'),
      `<Button color={danger ? 'error' : 'primary'}>Go</Button>`,
    ],
    [
      'IconButton',
      '<IconButton key={id} small label={text.copy(name)} icon={<CopyIcon size={13} />} onClick={copy} />',
      mui('IconButton, Tooltip'),
      '<Tooltip title={text.copy(name)} key={id}><IconButton size="small" onClick={copy}><CopyIcon size={13} /></IconButton></Tooltip>',
    ],
    [
      'IconButton',
      '<IconButton label="Undo" variant="default" placement="left" icon={icons[at]} />',
      mui('IconButton, Tooltip'),
      '<Tooltip title="Undo" placement="left"><IconButton color="secondary">{icons[at]}</IconButton></Tooltip>',
    ],
    [
      'Notice',
      '<Notice tone="danger" live="assertive" title={text.failed} action={<a />}>{message}</Notice>',
      mui('Alert, AlertTitle'),
      '<Alert severity="error" role="alert" action={<a />}><AlertTitle>{text.failed}</AlertTitle>{message}</Alert>',
    ],
    [
      'Notice',
      "<Notice tone={late ? 'attention' : 'information'}>{message}</Notice>",
      mui('Alert'),
      "<Alert severity={late ? 'warning' : 'info'}>{message}</Alert>",
    ],
    [
      'Notice',
      '<Notice tone="success" live="polite" {...(title !== undefined && { title })}>{message}</Notice>',
      mui('Alert, AlertTitle'),
      '<Alert severity="success" role="status">{title !== undefined && <AlertTitle>{title}</AlertTitle>}{message}</Alert>',
    ],
    ['Text', '<Text>One</Text>', mui('Typography'), '<Typography>One</Typography>'],
    [
      'Text',
      '<Text variant="secondary" tone="third" as="span">One</Text>',
      mui('Typography'),
      '<Typography variant="body2" color="textTertiary" component="span">One</Typography>',
    ],
    [
      'Text',
      '<Text strong numeric as="span">1</Text>',
      mui('Typography'),
      '<Typography align="right" component="span" variant="subtitle1">1</Typography>',
    ],
    [
      'Text',
      '<Text strong={core}>One</Text>',
      mui('Typography'),
      "<Typography variant={core ? 'subtitle1' : 'body1'}>One</Typography>",
    ],
    [
      'Text',
      '<Text variant="label">One</Text>',
      mui('Typography'),
      '<Typography variant="subtitle2" component="span">One</Typography>',
    ],
    ['Stack', '<Stack>{rows}</Stack>', mui('Stack'), '<Stack spacing={4}>{rows}</Stack>'],
    [
      'Stack',
      '<Stack direction="row" gap={2} wrap justify="space-between" align="center">{rows}</Stack>',
      mui('Stack'),
      `<Stack direction="row" spacing={2} sx={{ justifyContent: 'space-between', flexWrap: 'wrap' }}>{rows}</Stack>`,
    ],
    ['Skeleton', '<Skeleton width={80} />', mui('Skeleton'), '<Skeleton width={80} height={14} />'],
    ['Chip', '<Chip key={name}>{name}</Chip>', mui('Chip'), '<Chip key={name} label={name} />'],
    [
      'Chip',
      '<Chip removeLabel="Remove it" onRemove={remove}>Growth</Chip>',
      kit('RemovableChip'),
      '<RemovableChip deleteLabel="Remove it" onDelete={remove} label="Growth" />',
    ],
    ['Link', '<Link href="/">Home</Link>', mui('Link'), '<Link href="/">Home</Link>'],
    ['Link', '<Link href="/" newTab>Home</Link>', kit('NewTabLink'), '<NewTabLink href="/">Home</NewTabLink>'],
    ['Tooltip', '<Tooltip title="T" names><a /></Tooltip>', mui('Tooltip'), '<Tooltip title="T"><a /></Tooltip>'],
    [
      'Tooltip',
      '<Tooltip title="T"><a /></Tooltip>',
      mui('Tooltip'),
      '<Tooltip title="T" describeChild><a /></Tooltip>',
    ],
    [
      'Dialog',
      '<Dialog open title="T" size="large" framesOver onClose={close}>{body}</Dialog>',
      kit('TitledDialog'),
      '<TitledDialog open title="T" maxWidth="md" disableEnforceFocus onClose={close}>{body}</TitledDialog>',
    ],
    [
      'Drawer',
      '<Drawer open label={name} side="left" width={280} onClose={close}>{body}</Drawer>',
      mui('Drawer'),
      "<Drawer open anchor=\"left\" onClose={close} slotProps={{ paper: { role: 'dialog', 'aria-label': name, 'aria-modal': true, style: { width: 'min(280px, calc(100vw - 56px))' } } }}>{body}</Drawer>",
    ],
    [
      'Popover',
      '<Popover anchor={anchor} label="L" onClose={close}>{body}</Popover>',
      kit('PopoverDialog'),
      '<PopoverDialog anchorEl={anchor} label="L" onClose={close}>{body}</PopoverDialog>',
    ],
    [
      'Menu',
      '<Menu anchor={anchor} label="L" items={items} onClose={close} />',
      kit('ActionMenu'),
      '<ActionMenu anchorEl={anchor} label="L" items={items} onClose={close} />',
    ],
    [
      'MenuButton',
      '<MenuButton iconOnly small variant="quiet" icon={icon} label="L" items={items} />',
      kit('MenuButton'),
      '<MenuButton iconOnly size="small" variant="text" startIcon={icon} label="L" items={items} />',
    ],
    [
      'Checkbox',
      '<Checkbox small label="L" checked={on} onChange={setOn} {...(detail && { help: detail })} />',
      forms('CheckboxField'),
      '<CheckboxField size="small" label="L" checked={on} onChange={(_, checked) => setOn(checked)} {...(detail && { helperText: detail })} />',
    ],
    [
      'Checkbox',
      '<Checkbox label="L" help="H" checked={on} onChange={(next) => set({ next })} />',
      forms('CheckboxField'),
      '<CheckboxField label="L" helperText="H" checked={on} onChange={(_, next) => set({ next })} />',
    ],
    [
      'Switch',
      '<Switch label="L" checked={on} onChange={() => toggle()} />',
      forms('SwitchField'),
      '<SwitchField label="L" checked={on} onChange={() => toggle()} />',
    ],
    [
      'TextInput',
      '<TextInput ref={box} label="L" maxLength={5} spellCheck={false} value={name} error={problem} onChange={(name) => set({ name })} />',
      forms('TextField'),
      '<TextField inputRef={box} label="L" value={name} errorText={problem} onChange={(event) => set({ name: event.target.value })} slotProps={{ htmlInput: { maxLength: 5, spellCheck: false } }} />',
    ],
    [
      'TextInput',
      '<TextInput label="L" value={name} onChange={(next) => setAll((all) => [...all, next])} />',
      forms('TextField'),
      '<TextField label="L" value={name} onChange={({ target: { value: next } }) => setAll((all) => [...all, next])} />',
    ],
    [
      'SelectInput',
      '<SelectInput<Role> label="L" value={role} options={roles} onChange={setRole} />',
      forms('SelectField'),
      '<SelectField<Role> label="L" value={role} options={roles} onChange={(event) => setRole(event.target.value)} />',
    ],
    [
      'NumberInput',
      '<NumberInput label="L" help="H" value={count} onChange={setCount} />',
      forms('NumberField'),
      '<NumberField label="L" helperText="H" value={count} onValueChange={setCount} />',
    ],
    [
      'PasswordInput',
      '<PasswordInput label="L" value={password} onChange={setPassword} />',
      forms('PasswordField'),
      '<PasswordField label="L" value={password} onChange={(event) => setPassword(event.target.value)} />',
    ],
    ['Divider', '<Divider />', mui('Divider'), '<Divider />'],
  ];

  it.each(cases)('rewrites %s: %s', (name, before, imports, after) => {
    expect(upgraded(name, before)).toBe(expected(imports, after));
  });

  it.each(cases)('changes nothing in a second run: %s, %s', (name, before) => {
    const { text } = upgradeSource(fileWith(name, before));
    expect(upgradeSource(text)).toEqual({ text, count: 0, remaining: [] });
  });

  it('rewrites elements inside the attributes of others', () => {
    const { text } = upgradeSource(
      `import { Button, Dialog, IconButton, Panel, Text } from 'shared-ui';
export const part = (
  <Dialog open title="T" actions={<Button variant="primary">Save</Button>}>
    <IconButton label="L" icon={<Text as="span">i</Text>} />
  </Dialog>
);`,
    );
    expect(formatted(text)).toBe(
      formatted(
        `import { Panel, TitledDialog } from 'shared-ui';
import { Button, IconButton, Tooltip, Typography } from 'shared-ui/mui';
export const part = (
  <TitledDialog open title="T" actions={<Button variant="contained">Save</Button>}>
    <Tooltip title="L"><IconButton><Typography component="span">i</Typography></IconButton></Tooltip>
  </TitledDialog>
);`,
      ),
    );
  });

  it('adds to the imports that are there', () => {
    const { text } = upgradeSource(
      `import { Text, type Tone } from 'shared-ui';\nimport { Alert } from 'shared-ui/mui';\nexport const a = <Alert><Text>a</Text></Alert>;`,
    );
    expect(text).toBe(
      `import { type Tone } from 'shared-ui';\nimport { Alert, Typography } from 'shared-ui/mui';\nexport const a = <Alert><Typography>a</Typography></Alert>;`,
    );
  });

  it('keeps comments and blank lines', () => {
    const { text } = upgradeSource(
      `/** Says so. */\nimport { Text } from 'shared-ui';\n\n// The first line.\nexport const a = (\n  <Text\n    // Why.\n    tone="second"\n  >\n    a\n  </Text>\n);\n`,
    );
    expect(text).toBe(
      `/** Says so. */\nimport { Typography } from 'shared-ui/mui';\n\n// The first line.\nexport const a = (\n  <Typography\n    // Why.\n    color="textSecondary"\n  >\n    a\n  </Typography>\n);\n`,
    );
  });

  it.each([
    ['a spread', 'Button', '<Button {...rest}>a</Button>', 'may hold props under their former names'],
    ['a variable variant', 'Button', '<Button variant={variant}>a</Button>', 'variant is not a literal'],
    ['a styled component', 'Text', 'styled(Text)({})', 'it is used outside of an element'],
    ['a computed handler', 'Checkbox', '<Checkbox onChange={handlerOf(id)} />', 'onChange is not a function'],
    ['a filter button', 'ToggleButton', '<ToggleButton pressed={on}>a</ToggleButton>', 'written by hand'],
  ])('leaves %s to a person, with its line', (_, name, element, reason) => {
    const before = fileWith(name, element);
    const { text, remaining } = upgradeSource(before);
    expect(text).toBe(before);
    expect(remaining).toEqual([{ line: 2, name, reason: expect.stringContaining(reason) }]);
  });

  it('keeps a name everywhere in the file where one element must stay', () => {
    const before = `import { Button, Text } from 'shared-ui';
export const a = <Text>{[<Button variant="primary">a</Button>, <Button {...rest}>b</Button>]}</Text>;`;
    const { text } = upgradeSource(before);
    expect(text).toContain("import { Button } from 'shared-ui';");
    expect(text).toContain('<Button variant="primary">a</Button>, <Button {...rest}>b</Button>');
    expect(text).toContain('<Typography>');
  });

  it('leaves a name whose replacement the file has already from elsewhere', () => {
    const before = `import { Notice } from 'shared-ui';\nimport { Alert } from './Alert';\nexport const a = <><Alert /><Notice tone="danger">a</Notice></>;`;
    const { text, remaining } = upgradeSource(before);
    expect(text).toBe(before);
    expect(remaining).toEqual([{ line: 3, name: 'Notice', reason: 'the file has another Alert' }]);
  });

  it('ignores components of the same name from elsewhere', () => {
    const text = `import { Panel } from 'shared-ui';\nimport { Button } from './Button';\nexport const a = <Panel><Button variant="primary">a</Button></Panel>;`;
    expect(upgradeSource(text)).toEqual({ text, count: 0, remaining: [] });
  });
});

describe('replacements', () => {
  it('names what replaces each component that is rewritten', () => {
    expect(Object.keys(replacements)).toEqual(expect.arrayContaining(Object.keys(replacedComponents)));
  });
});
