import { listText, type VersionBuild } from 'shared-api/contracts';
import { type Column, DataTable, FactLine } from 'shared-ui';
import { Box, Stack, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { durationText, sizeText } from './figures';
import { moduleHealthMessages } from './messages';

const text = moduleHealthMessages.build;

type BuiltPage = VersionBuild['pages'][number];

/** A figure of the live version, followed by the previous version's if that differs. */
function compared(now: string, before: string | undefined): string {
  return before === undefined || before === now ? now : text.compared(now, before);
}

const waitText = (page: BuiltPage | undefined): string | undefined =>
  typeof page?.first_calls_ms === 'number' ? durationText(page.first_calls_ms) : undefined;

function columnsOf(before: VersionBuild | undefined): readonly Column<BuiltPage>[] {
  const former = ({ path }: BuiltPage): BuiltPage | undefined => before?.pages.find((page) => page.path === path);
  return [
    { key: 'page', header: text.page, cell: ({ title }) => title },
    {
      key: 'code',
      header: text.code,
      numeric: true,
      cell: (page) => {
        const bytes = former(page)?.bytes;
        return compared(sizeText(page.bytes), bytes === undefined ? undefined : sizeText(bytes));
      },
    },
    {
      key: 'wait',
      header: text.wait,
      numeric: true,
      cell: (page) => compared(waitText(page) ?? text.noWait, waitText(former(page))),
    },
  ];
}

export interface BuildFactsProps {
  /** Title of the module. */
  title: string;
  build: VersionBuild;
  before: VersionBuild | undefined;
}

/**
 * The packages that the live version shares with the console, and the size of its pages, compared with the previous
 * version.
 */
export function BuildFacts({ title, build, before }: BuildFactsProps): ReactNode {
  const added = build.shared.filter((name) => before && !before.shared.includes(name));
  const dropped = (before?.shared ?? []).filter((name) => !build.shared.includes(name));
  const facts = [
    compared(text.kit(build.shared_ui), before?.shared_ui === build.shared_ui ? undefined : before?.shared_ui),
    build.shared.length > 0 && text.shared(listText(build.shared)),
    added.length > 0 && text.added(listText(added)),
    dropped.length > 0 && text.dropped(listText(dropped)),
    before && text.before(before.version),
  ];
  return (
    <Box role="group" aria-label={text.label(title)}>
      <Stack spacing={2}>
        <Typography variant="body2" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
          <FactLine facts={facts} />
        </Typography>
        <DataTable
          caption={text.pages(title)}
          columns={columnsOf(before)}
          rows={build.pages}
          rowKey={({ path }) => path}
          empty={null}
        />
      </Stack>
    </Box>
  );
}
