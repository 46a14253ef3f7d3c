/** The scripts of this folder, which are no part of the bundle, minified. Made by `scripts/early-scripts.ts`. */
declare module 'virtual:early-scripts' {
  export const markDocument: string
  export const openSite: string
  export const startPage: string
  export const reloadOnline: string
  export const offlineWorker: string
}
