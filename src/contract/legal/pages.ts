import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply } from '../endpoint.ts'
import { BODY_LENGTH, PAGE_BODY_NAME, PAGE_SLUGS, PAGE_TITLE_NAME, TITLE_LENGTH } from './page-rules.ts'
import { missing } from '../sentences.ts'
import { Flag, requiredLine, text } from '../text.ts'

const Run = z.object({
  text: z.string(),
  strong: z.boolean().optional(),
  em: z.boolean().optional(),
  href: z.string().optional(),
})

/** A published page; `text` in the Markdown of `page-text.ts`. */
const ShownPage = z.object({
  slug: z.enum(PAGE_SLUGS),
  title: z.string(),
  blocks: z.array(
    z.object({
      kind: z.enum(['heading', 'subheading', 'paragraph', 'list', 'numbers']),
      lines: z.array(z.array(Run)),
    }),
  ),
  updated_at: z.iso.datetime(),
})

const SlugParams = z.object({ slug: z.enum(PAGE_SLUGS) })

export const listPages = endpoint(calls.listPages, {
  summary: 'The published text pages',
  access: 'anyone',
  reply: reply(z.object({ results: z.array(z.object({ slug: z.enum(PAGE_SLUGS), title: z.string() })) })),
})

/** NOT_FOUND until it is published. */
export const getPage = endpoint(calls.getPage, {
  summary: 'A published text page',
  access: 'anyone',
  params: SlugParams,
  reply: reply(ShownPage),
})

/** A page for its editor. */
export const WrittenPage = z.object({
  slug: z.enum(PAGE_SLUGS),
  title: z.string(),
  body: z.string(),
  is_published: z.boolean(),
  /** True until the owner accepts the text: it is a draft of the shop, to be reviewed by a lawyer, or an edited one. */
  is_draft: z.boolean(),
  /** Placeholders left in the text: `«completar»`. A page with one cannot be published. */
  gaps: z.array(z.string()),
  /** Raised by each save; 0 before the first. */
  version: z.int(),
  updated_at: z.iso.datetime().nullable(),
})
export type WrittenPage = z.output<typeof WrittenPage>

export const listWrittenPages = endpoint(calls.listWrittenPages, {
  summary: 'Every text page with its source, drafts too',
  access: 'admin',
  reply: reply(z.object({ results: z.array(WrittenPage) })),
})

/**
 * VALIDATION when publishing a page that is not accepted or has a placeholder; STALE when it was saved since
 * `version`.
 */
export const savePage = endpoint(calls.savePage, {
  summary: 'Save the next version of a text page; 409 `STALE` when it was saved since `version`',
  access: 'admin',
  params: SlugParams,
  body: z.object({
    title: requiredLine(TITLE_LENGTH, PAGE_TITLE_NAME),
    body: text(BODY_LENGTH, PAGE_BODY_NAME).min(1, missing(PAGE_BODY_NAME)),
    is_published: Flag,
    /** Accepts the draft; unchanged if missing. */
    is_accepted: Flag.optional(),
    version: z.int().min(0),
  }),
  reply: reply(WrittenPage),
})

const PageVersion = z.object({
  version: z.int(),
  title: z.string(),
  body: z.string(),
  is_published: z.boolean(),
  saved_at: z.iso.datetime(),
})

/** The newest fifty. */
export const listPageVersions = endpoint(calls.listPageVersions, {
  summary: 'Earlier versions of a text page, newest first',
  access: 'admin',
  params: SlugParams,
  reply: reply(z.object({ results: z.array(PageVersion) })),
})
