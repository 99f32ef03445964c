/** An owner adds a person to the practice and ends their access, and the person sees it in their own browser. */
import { faultsInBothThemes } from '../../support/axe';
import { expect, test } from '../../support/test';

const EMAIL = 'ina@bright-smiles.example';
const NEW_PASSWORD = 'violet harbour tractor nineteen';

test(
  'invites a person, who joins with the given rights, and ends their access',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn, browser }) => {
    await signIn('owner', `${ownConsole.url}/settings/1/practice/members`);
    await page.getByRole('button', { name: 'Add member' }).click();
    const add = page.getByRole('dialog', { name: 'Add member' });
    await add.getByLabel('Email').fill(EMAIL);
    await add.getByLabel('Name').fill('Ina Invited');
    // Staff can change settings and hours. This person only gets hours.
    await add.getByRole('checkbox', { name: /settings/i }).uncheck();
    await add.getByLabel('Name').press('Enter');

    const shown = page.getByRole('dialog', { name: 'Invitation of Ina Invited' });
    const link = await shown.getByLabel('Link').inputValue();
    expect(link).toContain(`${ownConsole.url}/account-link#`);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await shown.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /Ina Invited/ });
    await expect(row.getByText('Invited', { exact: true })).toBeVisible();

    const own = await browser.newContext();
    const invited = await own.newPage();
    await invited.goto(link);
    await expect(invited.getByRole('heading', { name: 'Join Bright Smiles Dental' })).toBeVisible();
    expect(invited.url()).not.toContain('#');
    expect(await faultsInBothThemes(invited)).toEqual([]);
    await invited.getByRole('button', { name: 'Set a password' }).click();
    await invited.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await invited.getByRole('button', { name: 'Set password' }).click();
    await expect(invited.getByText('Now sign in with this password to join Bright Smiles Dental.')).toBeVisible();
    expect(await faultsInBothThemes(invited)).toEqual([]);

    const again = await own.newPage();
    await again.goto(link);
    await expect(again.getByText(/This link doesn’t work anymore/)).toBeVisible();
    expect(await faultsInBothThemes(again)).toEqual([]);
    await again.close();

    await invited.getByRole('button', { name: 'Go to sign-in' }).click();
    await invited.getByLabel('Email').fill(EMAIL);
    await invited.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await invited.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(invited.getByRole('button', { name: /Account of|Open the menu/ })).toBeVisible();
    await invited.goto(`${ownConsole.url}/settings/1/practice/members`);
    await expect(invited.getByText('You can’t see the members of this practice')).toBeVisible();
    const session = await (await own.request.get(`${ownConsole.url}/api/session/`)).json();
    expect(session.practices.map(({ id, rights }: { id: number; rights: string[] }) => [id, rights])).toEqual([
      [1, ['hours']],
    ]);

    await page.reload();
    await expect(row.getByText('Invited', { exact: true })).toHaveCount(0);
    const more = row.getByRole('button', { name: 'More for Ina Invited' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await page
      .getByRole('alertdialog', { name: 'Deactivate Ina Invited in Bright Smiles Dental?' })
      .getByRole('button', { name: 'Deactivate Ina Invited' })
      .click();
    await expect(row.getByText('Deactivated')).toBeVisible();
    await expect(more).toBeFocused();

    const refused = await own.request.get(`${ownConsole.url}/api/practices/1/`);
    expect(refused.status()).toBe(403);
    await invited.goto(`${ownConsole.url}/settings/1/practice/general`);
    await expect(invited.getByText(/You’re not a member of this practice/)).toBeVisible();

    await more.click();
    await page.getByRole('menuitem', { name: 'Reactivate' }).click();
    await expect(row.getByText('Deactivated')).toHaveCount(0);
    expect((await own.request.get(`${ownConsole.url}/api/practices/1/`)).status()).toBe(200);
    await own.close();
  },
);

test(
  'invites somebody who has an account, and names them once they accept',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn, browser }) => {
    const members = `${ownConsole.url}/settings/1/practice/members`;
    const email = 'staff@harbor.example';
    const invite = async (name: string): Promise<string> => {
      await page.getByRole('button', { name: 'Add member' }).click();
      const add = page.getByRole('dialog', { name: 'Add member' });
      await add.getByLabel('Email').fill(email);
      await add.getByLabel('Name').fill(name);
      await add.getByLabel('Name').press('Enter');
      const shown = page.getByRole('dialog', { name: `Invitation of ${name}` });
      const link = await shown.getByLabel('Link').inputValue();
      await shown.getByRole('button', { name: 'Done' }).click();
      return link;
    };
    await signIn('owner', members);
    const link = await invite('New Hygienist');
    await expect(page.getByRole('row', { name: /New Hygienist/ }).getByText('Invited', { exact: true })).toBeVisible();

    const own = await browser.newContext();
    const harbor = await own.newPage();
    await harbor.goto(link);
    await expect(harbor.getByText('This invitation is for staff@harbor.example.')).toBeVisible();
    expect(await faultsInBothThemes(harbor)).toEqual([]);
    await harbor.getByRole('button', { name: 'Sign in' }).click();
    await signIn('harbor', ownConsole.url, harbor);
    await expect(harbor.getByText('Bright Smiles Dental would like to add you as Staff')).toBeVisible();
    expect(await faultsInBothThemes(harbor)).toEqual([]);
    await harbor.getByRole('button', { name: 'Decline the invitation of Bright Smiles Dental' }).click();
    await expect(harbor.getByText('The invitation of Bright Smiles Dental is declined')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('row', { name: /New Hygienist/ })).toHaveCount(0);

    await invite('New Hygienist');
    await harbor.goto(`${ownConsole.url}/account`);
    await harbor.getByRole('button', { name: 'Accept the invitation of Bright Smiles Dental' }).click();
    await expect(harbor).toHaveURL(`${ownConsole.url}/settings/1/overview`);
    await expect(harbor.getByRole('button', { name: /Bright Smiles Dental/ })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('row', { name: /New Hygienist/ })).toHaveCount(0);
    await expect(page.getByRole('row', { name: /staff@harbor\.example/ })).toBeVisible();
    await own.close();
  },
);

test(
  'fits a phone, with each action of a member in reach',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const name = 'Konstantina Papadopoulou-Wolfeschlegelstein';
    const email = 'a.very.long.address.of.somebody@bright-smiles-dental.example';
    await signIn('owner', ownConsole.url);
    const data = { email, name, role: 'staff', rights: null };
    expect((await page.request.post(`${ownConsole.url}/api/1/members/`, { data })).status()).toBe(200);
    await signIn('owner', `${ownConsole.url}/settings/1/practice/members`);
    await expect(page.getByRole('button', { name: /^More for / }).first()).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    const buttons = page.getByRole('button', { name: /^(Edit access of|More for) / });
    const roles = page.getByRole('combobox', { name: /^Role of / });
    for (const control of [...(await buttons.all()), ...(await roles.all())]) {
      const box = await control.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    }
  },
);

test(
  'reopens the add member dialog after a reload with the typed input',
  { tag: '@verify' },
  async ({ page, ownConsole, signIn }) => {
    await signIn('owner', `${ownConsole.url}/settings/1/practice/members`);
    await page.getByRole('button', { name: 'Add member' }).click();
    const add = page.getByRole('dialog', { name: 'Add member' });
    await add.getByLabel('Email').pressSequentially(EMAIL);
    await add.getByRole('checkbox', { name: /settings/i }).uncheck();
    page.on('dialog', (question) => void question.accept());
    await page.reload();
    await expect(add.getByLabel('Email')).toHaveValue(EMAIL);
    await expect(add.getByRole('checkbox', { name: /settings/i })).not.toBeChecked();
  },
);
