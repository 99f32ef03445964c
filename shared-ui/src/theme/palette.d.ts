import '@mui/material/styles';

declare module '@mui/material/styles' {
  interface TypeText {
    /** The third rank of text, after `primary` and `secondary`: `color="textTertiary"`. */
    tertiary: string;
  }
}
