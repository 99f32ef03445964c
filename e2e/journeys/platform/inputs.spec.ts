/** Tests every kind of input with valid and invalid texts under production headers, and that it saves what it shows. */
import { chromiumWindow } from '../../engines/chromium';
import { cardForm, datePage, enterCard, enterDates, enterEverything, sheets } from '../../engines/inputs';
import { test } from '../../support/test';

test('saves what every kind of input shows, regardless of the typed text', async ({ page, ownConsole, signIn }) => {
  for (const sheet of sheets) {
    await test.step(sheet.name, async () => {
      await signIn(sheet.person, ownConsole.url + sheet.path);
      await enterEverything(chromiumWindow(page), sheet);
    });
  }
  await test.step('date that is corrected', async () => {
    await signIn(datePage.person, ownConsole.url + datePage.path);
    await enterDates(chromiumWindow(page));
  });
  await test.step('card form', async () => {
    await signIn(cardForm.person, ownConsole.url + cardForm.path);
    await enterCard(chromiumWindow(page));
  });
});
