/** The scripts of this folder that stand inside a page, minified. Made by `scripts/early-scripts.ts`. */
declare module 'virtual:early-scripts' {
  export const markDocument: string
  export const openSite: string
  export const startPage: string
}
