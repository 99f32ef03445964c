/** Fonts of the PDF are imported by URL; webpack emits the file. */
declare module '*.woff' {
  const url: string;
  export default url;
}
