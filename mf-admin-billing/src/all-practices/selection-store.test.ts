import { expect, it } from '@jest/globals';
import { noFilter } from './list-params';
import { sizeOf, targetOf } from './selection';
import { SelectionStore } from './selection-store';

const page = [3, 4, 5].map((id) => ({ id, name: `Practice ${id}` }));

it('excludes a page’s practices from all matches, and includes them again', () => {
  const store = new SelectionStore();
  store.setPage(page);
  store.selectMatching(noFilter, 240);
  store.setPageSelected(false);
  expect(targetOf(store.selection)).toEqual({ filter: {}, exclude_ids: [3, 4, 5] });
  expect(sizeOf(store.selection)).toBe(237);
  store.setPageSelected(true);
  expect(targetOf(store.selection)).toEqual({ filter: {} });
});

it('notifies subscribers about each change', () => {
  const store = new SelectionStore();
  const sizes: number[] = [];
  const unsubscribe = store.subscribe(() => sizes.push(sizeOf(store.selection)));
  store.setPage(page);
  store.setSelected({ id: 3, name: 'Practice 3' }, true, false);
  store.setSelected({ id: 5, name: 'Practice 5' }, true, true);
  store.clear();
  unsubscribe();
  store.setPageSelected(true);
  expect(sizes).toEqual([1, 3, 0]);
});
