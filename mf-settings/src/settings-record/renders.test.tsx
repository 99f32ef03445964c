import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { settingsPaths, type SettingsField } from 'shared-api/contracts';
import { remoteApp, remoteLifecycles } from 'shared-ui/remote';
import { remotePages } from 'shared-ui/testing/pages';
import { Profiler, type ReactNode } from 'react';
import { api } from '../api';
import { messages } from '../messages';
import { OverrideField } from '../communication/OverrideField';
import { fieldSpecs } from './fields';
import { useSettingsForm } from './form';
import { SettingField } from './SettingField';
import { SettingsPage } from './SettingsPage';
import { allSettings, superAdmin } from './testing/builders';
import { COMMUNICATION, GENERAL, serve } from './testing/open-page';

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

/** Every override of both lists, each with a count of its renders. */
function AllOverrides(): ReactNode {
  const { saved } = useSettingsForm();
  return (['emailOptOutOverrideOptions', 'smsOptOutOverrideOptions'] as const).map((path) =>
    saved[path].map(({ id, name }, at) => (
      <Profiler key={`${path} ${id}`} id={name} onRender={(rendering) => rendered.push(`${path} ${rendering}`)}>
        <OverrideField path={path} id={id} isFirst={at === 0} disabled={false} />
      </Profiler>
    )),
  );
}

function OverridesPage(): ReactNode {
  return (
    <SettingsPage name="overrides" title={messages.communication.title} lead={() => ''} sections={() => []}>
      <AllOverrides />
    </SettingsPage>
  );
}

const app = remoteApp(api, { [GENERAL]: AllFields, [COMMUNICATION]: OverridesPage });
const pages = remotePages(remoteLifecycles(app));
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

it('renders only the override that a person clicks and the option of its list', async () => {
  serve(allSettings(), {}, pages.network);
  const { user } = await pages.open({ route: COMMUNICATION, flags: superAdmin });
  const option = await screen.findByRole('checkbox', { name: 'Recall notices' });
  rendered.length = 0;
  await user.click(option);
  expect(option).toBeChecked();
  expect(new Set(rendered)).toEqual(
    new Set(['smsOptOutOverrideOptions All SMS', 'smsOptOutOverrideOptions Recall notices']),
  );
});
