/** Every story of the kit in light and dark renders, logs nothing and has no axe violations. */
import { test as base, expect, type Page } from '@playwright/test';
import { faultsInBothThemes } from '../support/axe';
import { serveStorybook, storiesByTitle, type StoryEntry } from './storybook';

/** Rules that apply only to whole pages. */
const RULES_OF_PAGES = ['region', 'landmark-one-main', 'page-has-heading-one'];

interface Stage {
  page: Page;
  /** Returns and clears the errors of the page. */
  takeErrors: () => string[];
}

/** One page for all stories of a worker, on the built Storybook. */
const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser }, use) => {
      const storybook = await serveStorybook();
      const page = await browser.newPage({
        baseURL: storybook.url,
        viewport: { width: 1100, height: 800 },
        reducedMotion: 'reduce',
      });
      let errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('response', (response) => {
        if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
      });
      await use({
        page,
        takeErrors() {
          const taken = errors;
          errors = [];
          return taken;
        },
      });
      await page.close();
      storybook.close();
    },
    { scope: 'worker' },
  ],
});

/** Storybook's objects in its frame. */
interface Frame {
  __STORYBOOK_PREVIEW__?: { currentRender?: { id: string; phase?: string } };
  __STORYBOOK_ADDONS_CHANNEL__: { emit: (event: string, payload: object) => void };
}

/** Waits until a story is rendered and played. */
async function isPlayed(page: Page, { id }: StoryEntry): Promise<void> {
  await page.waitForFunction((wanted) => {
    const render = (window as unknown as Frame).__STORYBOOK_PREVIEW__?.currentRender;
    return render?.id === wanted && ['finished', 'errored', 'aborted'].includes(render.phase ?? '');
  }, id);
}

async function open(page: Page, story: StoryEntry, globals = ''): Promise<void> {
  await page.goto(`/iframe.html?id=${story.id}&viewMode=story${globals}`);
  await isPlayed(page, story);
}

/** Opens another story in the same frame, like a click in Storybook's list. */
async function changeTo(page: Page, story: StoryEntry): Promise<void> {
  await page.evaluate(
    (storyId) =>
      (window as unknown as Frame).__STORYBOOK_ADDONS_CHANNEL__.emit('setCurrentStory', { storyId, viewMode: 'story' }),
    story.id,
  );
  await isPlayed(page, story);
}

/** Whether anything is visible, in the page or in a layer above it. */
const isSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].some((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    }),
  );

for (const [title, stories] of storiesByTitle()) {
  test(`renders the stories of ${title} without errors`, async ({ stage: { page, takeErrors } }) => {
    const found: string[] = [];
    for (const [at, story] of stories.entries()) {
      await (at === 0 ? open : changeTo)(page, story);
      if (!(await isSeen(page))) found.push(`${story.name}: nothing is to be seen`);
      found.push(...takeErrors().map((error) => `${story.name}: ${error}`));
      found.push(...(await faultsInBothThemes(page, RULES_OF_PAGES)).map((fault) => `${story.name}: ${fault}`));
    }
    expect(found).toEqual([]);
  });
}

test('uses the color scheme of the toolbar for the story', async ({ stage: { page } }) => {
  const [story] = storiesByTitle().get('MUI/Button') ?? [];
  if (!story) throw new Error('The button has no story');
  const schemeShown = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset['theme']);
  await open(page, story);
  expect(await schemeShown()).toBe('light');
  await open(page, story, '&globals=theme:dark');
  expect(await schemeShown()).toBe('dark');
});
