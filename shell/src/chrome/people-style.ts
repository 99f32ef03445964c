import { color, styled } from 'shared-ui';

/** Style of people lists on the sign-in page, where one click signs in. */
export const People = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

export const Person = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  padding: '8px 10px',
  border: 0,
  borderRadius: 8,
  background: 'none',
  color: color.ink,
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover': { backgroundColor: color.neutralTint },
  '&[aria-disabled=true]': { cursor: 'progress' },
  '& > span': { flex: 1, minWidth: 0 },
  '& svg': { flex: 'none', color: color.inkSecond },
});
