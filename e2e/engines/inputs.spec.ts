/** Every kind of input takes right and wrong texts in the other engines too. */
import { cardForm, datePage, enterCard, enterDates, enterEverything, sheets } from './inputs';
import { test } from './test';

for (const sheet of sheets) {
  test(`saves what is shown after right and wrong texts: ${sheet.name}`, async ({ window, signIn }) => {
    await signIn(sheet.person, sheet.path);
    await enterEverything(window, sheet);
  });
}

test('shows and saves a date as it is typed after a correction', async ({ window, signIn }) => {
  await signIn(datePage.person, datePage.path);
  await enterDates(window);
});

test('saves the card that the card form shows after right and wrong texts', async ({ window, signIn }) => {
  await signIn(cardForm.person, cardForm.path);
  await enterCard(window);
});
