import type { ServiceHealth } from 'shared-api/contracts';
import { FactLine } from 'shared-ui';
import { Alert, AlertTitle, Box, Stack, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { durationText, shareText } from './figures';
import { instantText } from './instants';
import { moduleHealthMessages } from './messages';
import type { Days } from './view-params';

const text = moduleHealthMessages.service;

export interface ServiceNoticeProps {
  /** Title of the module. */
  title: string;
  service: ServiceHealth;
  days: Days;
}

function factsOf({ requests, failed, not_sent, p95_ms, paused }: ServiceHealth, days: Days): ReactNode[] {
  return [
    requests === 0 ? text.none(days) : text.requests(requests),
    requests > 0 && text.failed(failed, shareText(failed, requests)),
    not_sent > 0 && text.notSent(not_sent),
    p95_ms !== null && text.p95(durationText(p95_ms)),
    !paused && text.running,
  ];
}

/** Health of the module's own service, as measured by the console's gateway. */
export function ServiceNotice({ title, service, days }: ServiceNoticeProps): ReactNode {
  const { paused } = service;
  return (
    <Box role="group" aria-label={text.label(title)}>
      <Stack spacing={2}>
        <Typography variant="body2" component="div" sx={{ display: 'flex', columnGap: 2 }}>
          <strong style={{ whiteSpace: 'nowrap' }}>{text.title}</strong>
          <Typography variant="body2" color="textSecondary" component="span">
            <FactLine facts={factsOf(service, days)} />
          </Typography>
        </Typography>
        {paused && (
          <Alert severity="warning">
            <AlertTitle>{text.paused(paused)}</AlertTitle>
            <span>{text.pausedWords(paused, instantText(paused.since))}</span>
          </Alert>
        )}
      </Stack>
    </Box>
  );
}
