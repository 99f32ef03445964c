/** Tests every kind of input with valid and invalid texts in the other engines. */
import { cardForm, datePage, enterCard, enterDates, enterEverything, sheets } from './inputs';
import { test } from './test';

for (const sheet of sheets) {
  test(`saves what it shows after valid and invalid texts: ${sheet.name}`, async ({ window, signIn }) => {
    await signIn(sheet.person, sheet.path);
    await enterEverything(window, sheet);
  });
}

test('shows and saves a date as typed after a correction', async ({ window, signIn }) => {
  await signIn(datePage.person, datePage.path);
  await enterDates(window);
});

test('saves the card shown after valid and invalid texts', async ({ window, signIn }) => {
  await signIn(cardForm.person, cardForm.path);
  await enterCard(window);
});
