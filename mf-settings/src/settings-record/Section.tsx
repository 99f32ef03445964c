import { narrow, Panel, type PanelProps, styled, touch } from 'shared-ui';
import { type SettingsField, type SettingsPath, settingsLabels as labels } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { fieldSpecs } from './fields';
import { matches, useSettingsForm } from './form';
import { sectionId } from './SectionLinks';
import { SettingField } from './SettingField';

/** Search terms of a section: its title, settings and other texts. */
export interface SectionNames {
  title: string;
  paths?: readonly SettingsPath[];
  names?: readonly string[];
}

export function sectionMatches(search: string, { title, paths = [], names = [] }: SectionNames): boolean {
  return matches(search, title, ...paths.map((path) => labels[path]), ...names);
}

/** A part of a settings page. The search hides it without unmounting, so that incomplete input is kept. */
export function Section({ of, ...panel }: { of: SectionNames } & Omit<PanelProps, 'title'>): ReactNode {
  const { search } = useSettingsForm();
  return (
    <Target id={sectionId(of.title)} tabIndex={-1} hidden={!sectionMatches(search, of)}>
      <Panel title={of.title} {...panel} />
    </Target>
  );
}

/** The scroll target of section links, below the sticky link bar. */
const Target = styled('div')({
  scrollMarginTop: 'calc(var(--console-sticky-top, var(--console-frame-top, 0px)) + 60px)',
  borderRadius: 10,
  '&:focus:not(:focus-visible)': { outline: 'none' },
  '&[hidden]': { display: 'none' },
});

const Kinds = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12 });

const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '12px 32px',
  alignItems: 'start',
  '&[hidden]': { display: 'none' },
  [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  // A touch screen's switches are higher, and the targets of those with help extend by this gap.
  [touch]: { '&[data-switches]': { rowGap: 8 } },
});

/**
 * A section's settings in as many columns as fit: inputs and selects first, then checkboxes. A search for the section's
 * title shows all of them.
 */
export function Fields({ of }: { of: SectionNames }): ReactNode {
  const { search } = useSettingsForm();
  const everything = matches(search, of.title);
  const paths = of.paths ?? [];
  const switches = paths.filter((path) => fieldSpecs[path].kind === 'switch');
  const inputs = paths.filter((path) => !switches.includes(path));
  return (
    <Kinds>
      {[inputs, switches].map((kind, at) => (
        <Grid
          key={at}
          {...(kind === switches && { 'data-switches': '' })}
          hidden={!kind.some((path) => everything || matches(search, labels[path]))}
        >
          {kind.map((path) => (
            <SettingField key={path} path={path as SettingsField} everything={everything} />
          ))}
        </Grid>
      ))}
    </Kinds>
  );
}
