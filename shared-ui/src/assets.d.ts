/** Fonts are imported by URL; webpack emits the file. */
declare module '*.woff2' {
  const url: string;
  export default url;
}
