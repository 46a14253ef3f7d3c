import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { HeadingFont } from '../../contract/settings/look.ts'
import type { Api } from '../http/api.ts'
import { serveLookSheet } from './look-sheet.ts'
import type { PageAssets, PageModule, Renderer } from './pages.ts'

/** The manifest of `vite build`: https://vite.dev/guide/backend-integration */
interface Manifest {
  [source: string]: { file: string; css?: string[]; imports?: string[]; assets?: string[] }
}

/** Needed for the first paint; the other fonts are loaded later (docs/decisions/0018). */
const PRELOADED_FONTS: Record<HeadingFont, string[]> = {
  display: ['archivo-display', 'archivo-ui'],
  ui: ['archivo-ui'],
  serif: ['faustina-italic', 'archivo-ui'],
}

/** The renderer of `npm start`: the build, whose files have immutable names and are precompressed. */
export async function openBuiltRenderer(dist: string): Promise<Renderer> {
  const build = (await import(pathToFileURL(path.join(dist, 'server/entry-server.js')).href)) as PageModule
  const client = path.join(dist, 'client')
  const assets = {
    site: assetsOf(path.join(client, '.vite/manifest.json'), 'src/web/app/entry-client.tsx'),
    panel: assetsOf(path.join(client, '.vite/panel.json'), 'src/web/app/entry-panel.tsx'),
  }
  return {
    developing: false,
    inlineScripts: build.inlineScripts,
    offline: build.offline,
    render: (url, options) => build.render(url, assets, options),
    connect: (publicCall) => build.answerInProcess(publicCall),
    async serveAssets(api, tokens) {
      const sheets = [assets.site, assets.panel].map(({ sheet }) => path.join(client, sheet))
      serveLookSheet(api.app, sheets, tokens)
      await serveBuilt(api, client)
    },
  }
}

async function serveBuilt({ app }: Api, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(root, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: true,
  })
  await app.register(fastifyStatic, {
    root: path.join(root, 'pictures'),
    prefix: '/pictures/',
    maxAge: '7d',
    index: false,
    decorateReply: false,
  })
}

/** `sheet`: the one that every page of the entry has. */
function assetsOf(file: string, source: string): PageAssets & { sheet: string } {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const entry = manifest[source]
  if (!entry) throw new Error(`The build has no ${source}: run npm run build`)
  const files = Object.values(manifest)
    .map(({ file }) => file)
    .concat(entry.assets ?? [])
  const fontTags = Object.fromEntries(
    Object.entries(PRELOADED_FONTS).map(([heading, names]) => [
      heading,
      names.map((name) => preloadTag(files.find((file) => file.includes(`/${name}-`)) ?? '')),
    ]),
  ) as Record<HeadingFont, string[]> // safe: the keys of PRELOADED_FONTS
  const sheet = entry.css?.[0] ?? ''
  const neededBy = remembered((modules) => filesOf(manifest, [source, ...modules]))
  return {
    sheet,
    entry: `/${entry.file}`,
    tagsFor: (modules, look) =>
      [
        ...fontTags[look.font],
        ...neededBy(modules).sheets.map((file) =>
          file === sheet && look.key ? ownSheet(look.key, file) : sheetTag(file),
        ),
      ].join(''),
    preloadsFor: (modules) => neededBy(modules).preloads,
  }
}

function preloadTag(font: string): string {
  return `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`
}

function sheetTag(file: string): string {
  return `<link rel="stylesheet" href="/${file}">`
}

/**
 * `look-sheet.ts` serves it with the tokens of the shop. The original is linked but disabled, so it is not fetched:
 * without the link, Vite's loader would fetch it with the first lazy chunk.
 */
function ownSheet(key: string, file: string): string {
  const own = `look/${key}/${path.basename(file)}`
  return `${sheetTag(own)}<link rel="stylesheet" href="/${file}" disabled>`
}

function remembered<Result>(work: (modules: string[]) => Result): (modules: string[]) => Result {
  const known = new Map<string, Result>()
  return (modules) => {
    const key = modules.join()
    const result = known.get(key) ?? work(modules)
    known.set(key, result)
    return result
  }
}

/** The sheets of these modules, and preload tags of their scripts. */
function filesOf(manifest: Manifest, modules: string[]): { sheets: string[]; preloads: string } {
  const scripts = new Set<string>()
  const sheets = new Set<string>()
  const visit = (source: string) => {
    const chunk = manifest[source]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    // Its own sheets come before those of its imports, as the entry's sheet sets the order of layers.
    for (const sheet of chunk.css ?? []) sheets.add(sheet)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const module of modules) visit(module)
  const preloads = [...scripts].map((file) => `<link rel="modulepreload" href="/${file}">`).join('')
  return { sheets: [...sheets], preloads }
}
