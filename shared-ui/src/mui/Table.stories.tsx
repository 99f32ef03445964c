import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Table, TableBody, TableCell, TableHead, TableRow, TableSortLabel } from '.';

const meta = {
  title: 'MUI/Table',
  component: Table,
  subcomponents: { TableBody, TableCell, TableHead, TableRow, TableSortLabel },
  args: {
    children: (
      <>
        <caption style={{ captionSide: 'top' }}>Charges</caption>
        <TableHead>
          <TableRow>
            <TableCell scope="col" aria-sort="ascending">
              <TableSortLabel active direction="asc">
                Plan
              </TableSortLabel>
            </TableCell>
            <TableCell scope="col" align="right">
              Amount
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          <TableRow hover>
            <TableCell component="th" scope="row">
              Core
            </TableCell>
            <TableCell align="right">$49.00</TableCell>
          </TableRow>
          <TableRow hover>
            <TableCell component="th" scope="row">
              Patient Engagement
            </TableCell>
            <TableCell align="right">$99.00</TableCell>
          </TableRow>
        </TableBody>
      </>
    ),
  },
} satisfies Meta<typeof Table>;

export default meta;
type Story = StoryObj<typeof meta>;

export const TwoRows: Story = {};
