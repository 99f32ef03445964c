import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';

it.each([true, false])('says above the page that the providers are simulated: %s', async (without_providers) => {
  // webpack's own name for the page's nonce.
  Object.assign(globalThis, { __webpack_nonce__: 'n' });
  const { renderRoot } = await import('./root');
  document.body.innerHTML = '<div id="root"></div>';
  await act(async () => renderRoot({ without_providers }, <main>Overview</main>));
  expect(screen.getByRole('main')).toHaveTextContent('Overview');
  expect(screen.queryAllByText(/nobody is charged or called/)).toHaveLength(without_providers ? 1 : 0);
});
