import { type ComponentType, lazy, type ReactNode } from 'react';
import { Alert, Button, Stack } from 'shared-ui/mui';

interface Texts {
  notLoaded: string;
  close: string;
}

/** The form of a dialog, loaded when it is first asked for. Without its chunk, the dialog says so and nothing entered is lost. */
export function lazyForm<Props extends { onCancel: () => void }>(
  load: () => Promise<(props: Props) => ReactNode>,
  text: Texts,
): ComponentType<Props> {
  function NotLoaded({ onCancel }: Props): ReactNode {
    return (
      <Stack spacing={2}>
        <Alert severity="error" role="alert">
          {text.notLoaded}
        </Alert>
        <Button onClick={onCancel}>{text.close}</Button>
      </Stack>
    );
  }
  return lazy<(props: Props) => ReactNode>(() =>
    load().then(
      (loaded) => ({ default: loaded }),
      () => ({ default: NotLoaded }),
    ),
  ) as unknown as ComponentType<Props>;
}
