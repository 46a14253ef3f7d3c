import path from 'node:path'
import { parseArgs } from 'node:util'
import { circles } from './circles.ts'
import * as measure from './measures.ts'
import { isProduct, readSources, type Source } from './sources.ts'

/**
 * `npm run house [-- --tree FOLDER] [--list NAME]`: figures about the code. `--tree` measures another checkout (an older
 * one, to compare); `--list functions` prints the items behind a figure.
 */
const { values } = parseArgs({
  options: { tree: { type: 'string', default: '.' }, list: { type: 'string' } },
})
const sources = readSources(path.resolve(values.tree))

/** How many of the longest functions `--list functions` prints. */
const LONGEST = 20

const AREAS: Record<string, RegExp> = {
  contract: /^src\/contract\//,
  server: /^src\/server\//,
  'web, scripts': /^src\/web\/.*\.tsx?$/,
  'web, sheets': /^src\/web\/.*\.css$/,
}
const KITS = /^(?:test\/support|proofs\/(?:support|load|wrong-builds))\//
const CLAIMS_AND_SPEED = /^proofs\//
const BESIDE = /\.(?:test|spec|fixture)\.tsx?$/

const product = sources.filter(isProduct)
const functions = measure.functionLengths(sources)
const lists: Record<string, { label: string; items: unknown[] }> = {
  texts: { label: 'texts in the web and in contract or server', items: measure.textsWrittenTwice(sources) },
  widths: { label: 'widths in sheets', items: measure.mediaWidths(sources) },
  containers: {
    label: "widths of containers that are none of the window's",
    items: measure.containerWidths(sources),
  },
  type: { label: 'sizes and layers outside tokens.css', items: measure.strayType(sources) },
  colours: { label: 'colours outside tokens.css', items: measure.strayColours(sources) },
  stores: { label: 'listener stores', items: measure.listenerStores(sources) },
  storage: { label: 'files that touch storage', items: measure.storageUsers(sources) },
  merges: { label: 'merge implementations', items: measure.mergeImplementations(sources) },
  circles: { label: 'circles of imports', items: circles(sources, { ofValues: true }) },
  'type-circles': {
    label: 'circles of imports, with those of types',
    items: circles(sources, { ofValues: false }),
  },
  repeated: { label: 'pairs of files that share 8 lines', items: measure.repeatedLines(sources) },
}

if (values.list !== undefined) {
  const longest = values.list === 'functions' ? functions.slice(0, LONGEST) : undefined
  const items = longest ?? lists[values.list]?.items
  if (!items) throw new Error(`There is no list ${values.list}: functions, ${Object.keys(lists).join(', ')}`)
  for (const item of items) console.log(typeof item === 'string' ? item : JSON.stringify(item))
} else {
  const rows: [string, string][] = [
    ...Object.entries(AREAS).map(([label, area]): [string, string] => [
      label,
      size(product.filter(({ file }) => area.test(file))),
    ]),
    ['product code', size(product)],
    ['lines of functions', spread(functions.map(({ lines }) => lines))],
    ['lines of files', spread(product.map(({ lines }) => lines))],
    ['kits of tests', size(sources.filter(({ file }) => KITS.test(file)))],
    ['claims and speed', size(sources.filter(({ file }) => CLAIMS_AND_SPEED.test(file) && !KITS.test(file)))],
    ['tests', size(sources.filter(({ file }) => BESIDE.test(file)))],
    ...Object.values(lists).map(({ label, items }): [string, string] => [label, String(items.length)]),
  ]
  const width = Math.max(...rows.map(([label]) => label.length))
  for (const [label, figure] of rows) console.log(`${label.padEnd(width)}  ${figure}`)
}

/** 'median 9, nine tenths up to 28, longest 80' */
function spread(numbers: number[]): string {
  const sorted = numbers.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return `median ${at(0.5)}, nine tenths up to ${at(0.9)}, longest ${at(1)}`
}

function size(of: Source[]): string {
  return `${of.length} files, ${of.reduce((sum, { lines }) => sum + lines, 0)} lines`
}
