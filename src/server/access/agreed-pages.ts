import { termsTexts } from '../../contract/accounts/access-rules.ts'
import type { Db } from '../db/connect.ts'
import { invalid } from '../errors.ts'
import { publishedVersions } from './queries.ts'

/**
 * The versions of the pages that the person accepts; null for an unpublished page. Throws VALIDATION without `terms`,
 * unless no page is published.
 */
export async function agreedPages(db: Db, { terms }: { terms: boolean }) {
  const versions = await publishedVersions(db)
  const texts = termsTexts([...versions.keys()])
  if (texts && !terms) throw invalid({ terms: [texts.required] })
  return { terms: versions.get('terminos') ?? null, privacy: versions.get('privacidad') ?? null }
}

export type AgreedPages = Awaited<ReturnType<typeof agreedPages>>
