import type { ModuleHealth, VersionHealth } from 'shared-api/contracts';
import { color, FactLine, phoneQuery, styled, useMedia } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { shownVitals, versionIn, wasOpened } from './figures';
import { moduleHealthMessages as messages } from './messages';
import type { Days } from './view-params';
import { VitalFigure } from './VitalFigure';

/** Too narrow for the figures side by side. */
export const narrowQuery = '(max-width: 1159.95px)';
export const WIDE = '@media (min-width: 1160px)';

/** The columns that all modules of the list share: name, version, use, errors, vitals, actions. */
export const FACT_COLUMNS =
  'minmax(180px, 3fr) repeat(2, minmax(max-content, 2fr)) repeat(4, minmax(max-content, 1fr)) auto';

const Words = styled('div')({ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' });

const Figure = styled('span')({
  fontSize: 12,
  lineHeight: '16px',
  color: color.inkSecond,
  fontVariantNumeric: 'tabular-nums',
});

const Unseen = styled(Figure)({ gridColumn: '3 / span 5' });

/** The figures of the live version, one for each column. */
function liveFigures({ visits, people, errors, vitals }: VersionHealth, countsVisits: boolean): ReactNode[] {
  return [
    countsVisits && visits > 0 && messages.module.used(visits, people),
    messages.module.errors(errors),
    ...shownVitals.map(
      (name) =>
        vitals[name] && (
          <span key={name} style={{ whiteSpace: 'nowrap' }}>
            {messages.version.vitals[name].short} <VitalFigure name={name} vital={vitals[name]} />
          </span>
        ),
    ),
  ];
}

/** The name of a module, where it is used, and how its live version performs: columns at a desk, a line on a phone. */
export function ModuleFacts({ module, days }: { module: ModuleHealth; days: Days }): ReactNode {
  const { name, title, audience, live_version, versions } = module;
  const isNarrow = useMedia(narrowQuery);
  const isPhone = useMedia(phoneQuery);
  const where = audience === null ? messages.module.shell : messages.module.audience[audience];
  const live = live_version === null ? messages.module.noneLive : messages.module.live(live_version);
  const liveVersion = versionIn(module, 'live');
  const figures = liveVersion && wasOpened(liveVersion) ? liveFigures(liveVersion, audience !== null) : [];
  const unseen =
    figures.length === 0 &&
    (versions.some(wasOpened)
      ? messages.module.versionUnseen
      : audience === null
        ? messages.module.shellUnseen(days)
        : messages.module.unseen(days));
  const heading = <Typography variant="h2">{title}</Typography>;
  if (isNarrow) {
    return (
      <Words>
        {heading}
        <Typography variant="body2" color="textTertiary" component="div" style={{ marginTop: 2 }}>
          <FactLine facts={[!isPhone && name, !isPhone && where, live, ...figures, unseen]} />
        </Typography>
      </Words>
    );
  }
  return (
    <>
      <div>
        {heading}
        <Figure>
          <FactLine facts={[name, where]} />
        </Figure>
      </div>
      <Figure>{live}</Figure>
      {unseen === false ? figures.map((figure, at) => <Figure key={at}>{figure}</Figure>) : <Unseen>{unseen}</Unseen>}
    </>
  );
}
