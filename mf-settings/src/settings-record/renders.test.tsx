import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { settingsPaths, type SettingsField } from 'shared-api/contracts';
import { remoteApp, remoteLifecycles } from 'shared-ui/remote';
import { remotePages } from 'shared-ui/testing/pages';
import { Profiler, type ReactNode } from 'react';
import { api } from '../api';
import { messages } from '../messages';
import { fieldSpecs } from './fields';
import { SettingField } from './SettingField';
import { SettingsPage } from './SettingsPage';
import { allSettings, superAdmin } from './testing/builders';
import { GENERAL, serve } from './testing/open-page';

const isField = (path: string): path is SettingsField =>
  path in fieldSpecs && !['overrides', 'clinics'].includes(fieldSpecs[path as SettingsField].kind);
const paths = settingsPaths.filter(isField);
const rendered: string[] = [];

/** Every setting on one page, each with a count of its renders. */
function AllFields(): ReactNode {
  return (
    <SettingsPage name="renders" title={messages.practiceSettings.title} lead={() => ''} sections={() => []}>
      {paths.map((path) => (
        <Profiler key={path} id={path} onRender={(id) => rendered.push(id)}>
          <SettingField path={path} />
        </Profiler>
      ))}
    </SettingsPage>
  );
}

const pages = remotePages(remoteLifecycles(remoteApp(api, { [GENERAL]: AllFields })));
pages.around();

it('renders only the field that a person types in', async () => {
  serve(allSettings(), {}, pages.network);
  const { user } = await pages.open({ route: GENERAL, flags: superAdmin });
  const field = await screen.findByRole('textbox', { name: 'Practice name' });
  expect(new Set(rendered)).toEqual(new Set(paths));
  await user.click(field);
  rendered.length = 0;
  await user.keyboard('x');
  expect(field).toHaveValue('Bright Smiles Dentalx');
  expect(new Set(rendered)).toEqual(new Set(['practice_name']));
});

it('renders the field whose error appears, and no other', async () => {
  serve(allSettings(), {}, pages.network);
  const { user } = await pages.open({ route: GENERAL, flags: superAdmin });
  const field = await screen.findByRole('textbox', { name: 'Practice name' });
  await user.clear(field);
  rendered.length = 0;
  await user.click(document.body);
  expect(field).toHaveAccessibleDescription(expect.stringContaining(messages.settings.problems.empty));
  expect(new Set(rendered)).toEqual(new Set(['practice_name']));
});
