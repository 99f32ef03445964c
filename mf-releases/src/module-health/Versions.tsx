import type { ModuleHealth, VersionHealth } from 'shared-api/contracts';
import { busyRegion, color, type Column, DataTable, radius, styled, useMedia } from 'shared-ui';
import type { ReactNode } from 'react';
import { moduleHealthMessages } from './messages';
import { narrowQuery } from './ModuleFacts';
import { figuresOf, VersionName } from './version-figures';

const text = moduleHealthMessages;

export interface VersionsProps {
  module: ModuleHealth;
  /** True while the figures of another range are loading. */
  busy: boolean;
}

/** Compares the versions of a module that people have opened. */
export function Versions(props: VersionsProps): ReactNode {
  const narrow = useMedia(narrowQuery);
  return narrow ? <VersionCards {...props} /> : <VersionsTable {...props} />;
}

function VersionsTable({ module, busy }: VersionsProps): ReactNode {
  const columns: readonly Column<VersionHealth>[] = [
    {
      key: 'version',
      header: text.version.version,
      cell: (version) => <VersionName version={version} module={module} />,
    },
    ...figuresOf(module).map(({ key, label, title, figure }) => ({
      key,
      header:
        title === undefined ? (
          label
        ) : (
          <abbr title={title} style={{ textDecoration: 'none' }}>
            {label}
          </abbr>
        ),
      cell: figure,
      numeric: true,
      width: '10%',
    })),
  ];
  return (
    <DataTable
      caption={text.module.table(module.title)}
      columns={columns}
      rows={module.versions}
      rowKey={({ version }) => version}
      loading={busy}
      empty={null}
    />
  );
}

const Card = styled('li')({
  padding: '10px 12px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  listStyle: 'none',
});

const Cards = styled('ul')({
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 0,
  ...busyRegion,
});

const Figures = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 130px), 1fr))',
  gap: '2px 24px',
  margin: '8px 0 0',
  fontSize: 13,
  lineHeight: '22px',
  '& > div': { display: 'flex', justifyContent: 'space-between', gap: 8 },
  dt: { color: color.inkSecond },
  dd: { margin: 0, textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
});

function VersionCards({ module, busy }: VersionsProps): ReactNode {
  return (
    <Cards aria-label={text.module.table(module.title)} aria-busy={busy || undefined}>
      {module.versions.map((version) => (
        <Card key={version.version}>
          <VersionName version={version} module={module} />
          <Figures>
            {figuresOf(module).map(({ key, label, title, figure }) => (
              <div key={key}>
                <dt title={title}>{label}</dt>
                <dd>{figure(version)}</dd>
              </div>
            ))}
          </Figures>
        </Card>
      ))}
    </Cards>
  );
}
