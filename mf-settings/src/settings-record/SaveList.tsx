import { editedValue, type SettingsEdit, settingsValue } from 'shared-api/contracts';
import { FactLine, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { changedKeys, type Draft, formerValues } from './draft';
import { labelOf, valueText } from './value-text';

const text = messages.settings.saveList;

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 8,
  overflowWrap: 'anywhere',
});

/** What a save changes, with the day that restored values are from. */
export function SaveList({ draft }: { draft: Draft }): ReactNode {
  const { settings } = draft.base;
  const former = formerValues(draft);
  return (
    <List aria-label={text.label}>
      {changedKeys(draft, 'page').map((key) => {
        const from = former.get(key);
        const before = valueText(key, settingsValue(settings, key), settings);
        const after = valueText(key, editedValue(draft.edits.get(key) as SettingsEdit), settings);
        return (
          <li key={key}>
            <Typography>{labelOf(key, settings)}</Typography>
            <Typography variant="body2" color="textSecondary">
              <FactLine facts={[text.change(before, after), from !== undefined && text.restoredFrom(from)]} />
            </Typography>
          </li>
        );
      })}
    </List>
  );
}
