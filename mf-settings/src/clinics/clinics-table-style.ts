import { color, narrow, styled } from 'shared-ui';

/**
 * A table whose rows become blocks in a narrow page. Its elements have explicit roles, because blocks lose their own.
 */
export const Table = styled('table')({
  width: '100%',
  borderCollapse: 'collapse',
  'th, td': { padding: '8px 16px 8px 0', textAlign: 'left', verticalAlign: 'top', fontWeight: 400 },
  'thead th': { fontSize: 12, lineHeight: '16px', fontWeight: 550, color: color.inkSecond, whiteSpace: 'nowrap' },
  'tbody tr': { borderTop: `1px solid ${color.line}` },
  'th:last-child, td:last-child': { paddingRight: 0 },
  [narrow]: {
    display: 'block',
    '& thead': { display: 'none' },
    '& tbody, & td, & tbody th': { display: 'block' },
    // Puts the checkbox next to the clinic and the rest below.
    '& tbody tr': { display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr)', padding: '8px 0' },
    '& tbody td:not(:first-of-type)': { gridColumn: '1 / -1' },
    // Without headers, each value shows its own label, hidden from screen readers because the control has a name.
    '& td:not(:first-of-type)::before': {
      content: 'attr(data-label) / ""',
      display: 'block',
      fontSize: 12,
      lineHeight: '16px',
      fontWeight: 550,
      color: color.inkSecond,
    },
    'th, td': { padding: '4px 0' },
  },
});
