import type { SyncInfo } from 'shared-api/contracts';
import { Button, color, ConfirmDialog, Stack, styled, Text } from 'shared-ui';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import { DescriptionList } from './DescriptionList';
import type { Sync } from './use-sync';

const words = messages.syncStatus;
const versionNames = Object.entries(words.versions.names) as [keyof typeof words.versions.names, string][];

const services = [
  { name: words.services.database, command: 'restart_database_service', status: 'database_service_status' },
  { name: words.services.phone, command: 'restart_phone_service', status: 'phone_service_status' },
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

/** For task admins: the versions of the agent's components, its services and their restarts (6). */
export function ServiceControl({ info, sendCommand: give, sendingKind: giving }: ServiceControlProps): ReactNode {
  const [asking, setAsking] = useState<(typeof services)[number] | null>(null);
  const { pms_sync_versions: versions, pms_sync: pms } = info;
  return (
    <>
      <div>
        <Text variant="sectionHeading" as="h3" style={{ marginBottom: 8 }}>
          {words.versions.title}
        </Text>
        <DescriptionList
          items={versionNames.map(([key, name]) => ({ name, value: versions?.[key] ?? words.versions.unknown }))}
        />
      </div>
      <Stack gap={2}>
        <Text variant="sectionHeading" as="h3">
          {words.services.title}
        </Text>
        <Text variant="secondary" tone="second">
          {words.services.note}
        </Text>
        <div>
          {services.map((service) => (
            <Service key={service.command}>
              <div>
                <Text strong>{words.services.name(service.name)}</Text>
                <Text variant="secondary" tone="second">
                  {words.services.state(pms[service.status] ?? words.services.unknown)}
                </Text>
              </div>
              <Button
                aria-label={words.restartOf(service.name)}
                busy={giving === service.command}
                onClick={() => setAsking(service)}
              >
                {words.actions[service.command]}
              </Button>
            </Service>
          ))}
        </div>
      </Stack>
      {asking && (
        <ConfirmDialog
          open
          danger
          title={words.restart.title(asking.name)}
          confirmLabel={words.restart.confirm(asking.name)}
          onConfirm={() => {
            setAsking(null);
            void give(asking.command);
          }}
          onCancel={() => setAsking(null)}
        >
          {words.restart.texts[asking.name]} {info.pms_sync_socket_info ? '' : words.services.note}
        </ConfirmDialog>
      )}
    </>
  );
}
