import type { SyncInfo } from 'shared-api/contracts';
import { color, ConfirmDialog, styled } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import { DescriptionList } from './DescriptionList';
import type { Sync } from './use-sync';

const text = messages.syncStatus;
const versionNames = Object.entries(text.versions.names) as [keyof typeof text.versions.names, string][];

const services = [
  { name: text.services.database, command: 'restart_database_service', status: 'database_service_status' },
  { name: text.services.phone, command: 'restart_phone_service', status: 'phone_service_status' },
] as const;

const Service = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  padding: '8px 0',
  borderTop: `1px solid ${color.line}`,
});

export interface ServiceControlProps extends Pick<Sync, 'sendCommand' | 'sendingKind'> {
  info: SyncInfo;
}

/** The agent's component versions and its services, with restart buttons; for task admins (6). */
export function ServiceControl({ info, sendCommand, sendingKind }: ServiceControlProps): ReactNode {
  const [asking, setAsking] = useState<(typeof services)[number] | null>(null);
  const { pms_sync_versions: versions, pms_sync: pms } = info;
  return (
    <>
      <div>
        <Typography variant="h2" component="h3" style={{ marginBottom: 8 }}>
          {text.versions.title}
        </Typography>
        <DescriptionList
          items={versionNames.map(([key, name]) => ({ name, value: versions?.[key] ?? text.versions.unknown }))}
        />
      </div>
      <Stack spacing={2}>
        <Typography variant="h2" component="h3">
          {text.services.title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {text.services.note}
        </Typography>
        <div>
          {services.map((service) => (
            <Service key={service.command}>
              <div>
                <Typography variant="subtitle1">{text.services.name(service.name)}</Typography>
                <Typography variant="body2" color="textSecondary">
                  {text.services.state(pms[service.status] ?? text.services.unknown)}
                </Typography>
              </div>
              <Button
                aria-label={text.restartOf(service.name)}
                loading={sendingKind === service.command}
                onClick={() => setAsking(service)}
              >
                {text.actions[service.command]}
              </Button>
            </Service>
          ))}
        </div>
      </Stack>
      {asking && (
        <ConfirmDialog
          open
          danger
          title={text.restart.title(asking.name)}
          confirmLabel={text.restart.confirm(asking.name)}
          onConfirm={() => {
            setAsking(null);
            void sendCommand(asking.command);
          }}
          onCancel={() => setAsking(null)}
        >
          {`${text.restart.texts[asking.name]} ${info.pms_sync_socket_info ? '' : text.services.note}`}
        </ConfirmDialog>
      )}
    </>
  );
}
