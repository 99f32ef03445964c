import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderKit } from 'shared-ui/testing';
import { SelectedList } from './SelectedList';
import { SelectionStore } from './selection-store';

it('shows a large selection in steps', async () => {
  const practices = new Map(Array.from({ length: 100 }, (_, at) => [at + 1, `Practice ${at + 1}`]));
  const { user } = renderKit(<SelectedList store={new SelectionStore()} practices={practices} excluded={false} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(60);
  await user.click(screen.getByRole('button', { name: 'Show 40 more' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(100);
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
});
