import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { longFiles, longFunctions, mediaWidths, strayColours } from './measures.ts'
import { readSource } from './sources.ts'

const sources = globSync('src/**/*.{ts,tsx,css}').map((file) => readSource('.', file))

const SHARED_STATE = 'a hook whose closures share its state: parts would only pass it around'
const LAYOUT = 'the layout of one screen, read from top to bottom'
/** Functions over 40 lines that are better in one piece, each with its reason. */
const LONG_FUNCTIONS: Record<string, string> = {
  'src/server/app.ts createApp': 'the list of what the server is made of, in its order',
  'src/web/forms/use-form.ts useForm': SHARED_STATE,
  'src/web/forms/use-upload.ts useUpload': SHARED_STATE,
  'src/web/admin/products/use-product-form.ts useProductForm': SHARED_STATE,
  'src/web/admin/orders/page/use-order-recipient.ts useOrderRecipient': SHARED_STATE,
  'src/web/admin/lists/use-held-list.ts useHeldList': SHARED_STATE,
  'src/web/admin/kit/kit-page.tsx KitPage': 'a list: every section of the kit',
  'src/web/admin/orders/list/orders-page.tsx OrdersPage': LAYOUT,
  'src/web/admin/claims/claims-page.tsx ClaimsPage': LAYOUT,
  'src/web/admin/banners/banner-dialog.tsx BannerPictures': LAYOUT,
  'src/web/admin/products/blister-editor.tsx BlisterEditor': LAYOUT,
}
/** Files over 300 lines, each with its reason. */
const LONG_FILES: Record<string, string> = {
  'src/server/db/tables.ts': 'a table of data: the columns of every table, for the types of all queries',
}

interface Measure {
  name: string
  /** `npm run house -- --list LIST` prints the items. */
  list: string
  found: string[]
  /** Lower it in the change that falls below it. */
  ceiling: number
}

const MEASURES: Measure[] = [
  {
    name: 'functions over 40 lines',
    list: 'functions',
    found: longFunctions(sources)
      .map(({ file, name, lines }) => `${file} ${name} ${lines}`)
      .filter((each) => !(each.replace(/ \d+$/, '') in LONG_FUNCTIONS)),
    ceiling: 0,
  },
  {
    name: 'files over 300 lines',
    list: 'long-files',
    found: longFiles(sources)
      .map(({ file }) => file)
      .filter((file) => !(file in LONG_FILES)),
    ceiling: 0,
  },
  { name: 'widths in sheets', list: 'widths', found: mediaWidths(sources), ceiling: 6 },
  { name: 'colours outside tokens.css', list: 'colours', found: strayColours(sources), ceiling: 0 },
]

/** Figures of `npm run house` that must not grow. */
describe.each(MEASURES)('$name', ({ name, list, found, ceiling }) => {
  it(`are ${ceiling} at most`, () => {
    const more = `${found.length} ${name}, ${ceiling} allowed (npm run house -- --list ${list}):\n${found.join('\n')}`
    expect(found.length, more).toBeLessThanOrEqual(ceiling)
    if (found.length < ceiling)
      process.stderr.write(`${found.length} ${name}: lower the ceiling in test/house/ceilings.test.ts\n`)
  })
})

it('lists only exceptions that exist', () => {
  const names = [
    ...longFunctions(sources).map(({ file, name }) => `${file} ${name}`),
    ...longFiles(sources).map(({ file }) => file),
  ]
  expect(
    [...Object.keys(LONG_FUNCTIONS), ...Object.keys(LONG_FILES)].filter((each) => !names.includes(each)),
  ).toEqual([])
})
