import { type ComponentType, lazy, type ReactNode } from 'react';
import { Alert, Button, Stack } from 'shared-ui/mui';

interface Texts {
  notLoaded: string;
  close: string;
}

/** A dialog's form, loaded when first shown. If its chunk fails to load, the dialog says so and no input is lost. */
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
